package org.hybridlab.config.file.reader;

import java.util.List;

import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.lab.Outside;

/** The key {@code outside}. */
final class OutsideReader {
    static final MappingShape OUTSIDE = MappingShape.of("outside",
            Field.optional("httpProxy", Forms.PROXY, "HTTP proxy", "For plain HTTP, in the machines and on the host.")
                    .examples("http://proxy.example:3128"),
            Field.optional("httpsProxy", Forms.PROXY, "HTTPS proxy", "For HTTPS, in the machines and on the host.")
                    .examples("http://proxy.example:3128"),
            Field.optional("noProxy", ListShape.of(Forms.NO_PROXY, 100), "No proxy",
                    "What is reached without the proxy, besides the lab's own networks.")
                    .examples(List.of(".example", "192.168.0.0/16")),
            Field.optional("registryMirror", Forms.MIRROR, "Registry mirror",
                    "A mirror that containerd asks for images before any registry that `registries` does not name.")
                    .examples("http://mirror.example:5000"),
            Field.optional("boxUrl", Forms.BOX_URL, "Box URL", "Where the lab's box is downloaded from, in place of "
                    + "the box catalogue.").examples("https://boxes.example/linux.box"),
            Field.optional("boxSha256", Forms.SHA256, "Box SHA-256", "The sum of the box at `boxUrl`. Vagrant takes no "
                    + "other content. Needed where the URL begins with `http://`.")
                    .examples("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
            Field.optional("boxMirror", Forms.BOX_MIRROR, "Box mirror",
                    "A server that is asked for boxes in place of the public catalogue.")
                    .examples("https://boxes.example"));

    private OutsideReader() {
    }

    static Outside read(Part lab, Origins origins) {
        return lab.part("outside").map(part -> {
            part.pairs().forEach(pair -> origins.put(Place.of("outside", Part.name(pair)), pair.getValueNode()));
            return new Outside(part.text("httpProxy"), part.text("httpsProxy"), part.texts("noProxy"),
                    part.text("registryMirror"), part.text("boxUrl"), part.text("boxSha256"),
                    part.text("boxMirror"));
        }).orElseGet(Outside::direct);
    }
}
