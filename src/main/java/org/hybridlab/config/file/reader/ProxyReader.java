package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.rules.core.Place;

final class ProxyReader {
    static final MappingShape PROXY = MappingShape.of("proxy",
            Field.optional("httpProxy", Forms.PROXY, "HTTP proxy", "For plain HTTP, in the machines and on the host.")
                    .examples("http://proxy.example:3128"),
            Field.optional("httpsProxy", Forms.PROXY, "HTTPS proxy", "For HTTPS, in the machines and on the host.")
                    .examples("http://proxy.example:3128"),
            Field.optional("noProxy", ListShape.of(Forms.NO_PROXY, 100), "No proxy",
                    "What is reached without the proxy, besides the lab's own networks.")
                    .examples(List.of(".example", "192.168.0.0/16")));

    static final MappingShape MIRRORS = MappingShape.of("mirrors",
            Field.optional("registry", Forms.MIRROR, "Registry mirror",
                    "A mirror that containerd asks for images before any registry that `registries` does not name.")
                    .examples("http://mirror.example:5000"),
            Field.optional("boxes", Forms.BOX_MIRROR, "Box mirror",
                    "A server that is asked for boxes in place of the public catalogue.")
                    .examples("https://boxes.example"),
            Field.optional("boxUrl", Forms.BOX_URL, "Box URL", "Where the lab's box is downloaded from, in place of "
                    + "the box catalogue.").examples("https://boxes.example/linux.box"),
            Field.optional("boxSha256", Forms.SHA256, "Box SHA-256", "The sum of the box at `boxUrl`. Vagrant takes no "
                    + "other content. Needed where the URL begins with `http://`.")
                    .examples("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"));

    private ProxyReader() {
    }

    static Outside read(Part lab, Origins origins) {
        Optional<Part> proxy = remembered(lab, "proxy", origins);
        Optional<Part> mirrors = remembered(lab, "mirrors", origins);
        return new Outside(proxy.flatMap(part -> part.text("httpProxy")),
                proxy.flatMap(part -> part.text("httpsProxy")),
                proxy.map(part -> part.texts("noProxy")).orElse(List.of()),
                mirrors.flatMap(part -> part.text("registry")), mirrors.flatMap(part -> part.text("boxUrl")),
                mirrors.flatMap(part -> part.text("boxSha256")), mirrors.flatMap(part -> part.text("boxes")));
    }

    private static Optional<Part> remembered(Part lab, String key, Origins origins) {
        Optional<Part> found = lab.part(key);
        found.ifPresent(part -> part.pairs().forEach(
                pair -> origins.put(Place.of(key, Part.name(pair)), pair.getValueNode())));
        return found;
    }
}
