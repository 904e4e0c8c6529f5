package org.hybridlab.config.file;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.config.file.reader.LabShape;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/** The JSON Schema of lab files, for editors. {@code labs/lab.schema.json} holds this text. */
public final class LabSchema {
    public static final String FILE_NAME = "lab.schema.json";
    /** First line of lab files in {@code labs/}. Editors find the schema by it. */
    public static final String EDITOR_HEADER = editorHeader("../" + FILE_NAME);

    private LabSchema() {
    }

    /** @param schema path from the lab file */
    public static String editorHeader(String schema) {
        return "# yaml-language-server: $schema=" + schema;
    }

    /** Draft 2020-12, indented, with a line end. */
    public static String json() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "hybridlab lab file");
        schema.put("description", "One file that describes a Kubernetes lab on Vagrant machines.");
        schema.putAll(LabShape.lab().schema());
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return JsonMapper.shared().writer()
                .with(new DefaultPrettyPrinter().withObjectIndenter(indenter))
                .writeValueAsString(schema) + "\n";
    }
}
