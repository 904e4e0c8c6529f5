package org.hybridlab.labfile;

/** The key {@code box} of a machine and of {@code defaults}. */
final class BoxShape {
    private static final MappingShape KEYS = MappingShape.of("a box",
            Field.required("name", Forms.BOX, "Name", "As Vagrant calls it on this host. Of a box from a file or URL "
                    + "you choose the name.").examples("classroom/win-2022"),
            Field.optional("version", Forms.BOX_VERSION, "Version", "The version that Vagrant takes. Without it, the "
                    + "newest, or the one that this host has.").examples("2601.0.0"),
            Field.optional("url", Forms.BOX_PLACE, "URL", "Where the box file is: a URL, or a path on this host, "
                    + "absolute, from `~/` on, or from the lab's folder on. Without it, Vagrant asks its registry, or "
                    + "what `outside` names.").examples("https://boxes.example/win-2022.box"),
            Field.optional("sha256", Forms.SHA256, "SHA-256", "The sum of the box file at `url`. Vagrant takes no "
                    + "other content. Needed where the URL begins with `http://` and for a path in the lab's folder.")
                    .examples("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"));

    static final TextOrMappingShape BOX = new TextOrMappingShape(Forms.BOX, KEYS);

    private BoxShape() {
    }
}
