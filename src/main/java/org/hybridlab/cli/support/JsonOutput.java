package org.hybridlab.cli.support;

import java.io.PrintWriter;
import java.nio.file.Path;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import org.hybridlab.common.text.EnumIds;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.ProviderName;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.ser.std.ToStringSerializer;

public final class JsonOutput {
    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT)
            // Only a record's components are part of the document.
            .changeDefaultVisibility(rules -> rules.withIsGetterVisibility(Visibility.NONE))
            .addModule(new SimpleModule().addSerializer(Cidr.class, ToStringSerializer.instance)
                    .addSerializer(Ipv4.class, ToStringSerializer.instance)
                    .addSerializer(KubernetesVersion.class, ToStringSerializer.instance)
                    .addSerializer(Path.class, ToStringSerializer.instance)
                    .addSerializer(Enum.class, new EnumWords()))
            .build();

    private final PrintWriter out;

    public JsonOutput(PrintWriter out) {
        this.out = out;
    }

    /** @param result records, lists and maps of plain values; enum constants come out in lower case with dashes */
    public void print(Object result) {
        out.println(JSON.writeValueAsString(result));
        out.flush();
    }

    void printLine(Object result) {
        out.println(JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(result));
        out.flush();
    }

    @SuppressWarnings("rawtypes")
    private static final class EnumWords extends StdSerializer<Enum> {
        EnumWords() {
            super(Enum.class);
        }

        @Override
        public void serialize(Enum value, JsonGenerator json, SerializationContext context) {
            json.writeString(value instanceof ProviderName provider ? provider.id() : EnumIds.of(value));
        }
    }
}
