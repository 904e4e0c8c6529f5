package org.hybridlab.labfile;

import java.util.List;

/** The key {@code outside}. */
final class OutsideShape {
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

    private OutsideShape() {
    }
}
