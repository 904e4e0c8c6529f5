package org.hybridlab.common.text;

import java.util.List;
import java.util.stream.Stream;

/** Which files of a folder are manifests, as kubectl takes them, and their text as YAML. */
public final class ManifestText {
    private static final String JSON = ".json";
    private static final String TEMPLATE = ".ftl";
    private static final List<String> ENDINGS = Stream.of(".yaml", ".yml", JSON)
            .flatMap(ending -> Stream.of(ending, ending + TEMPLATE)).toList();

    private ManifestText() {
    }

    /** By its name; a template too, of which one is made. */
    public static boolean isManifest(String file) {
        return ENDINGS.stream().anyMatch(file::endsWith);
    }

    /**
     * Without the byte order mark with which some editors begin a file. JSON is YAML but for tabs, which stand in no
     * string of it.
     *
     * @param file its name
     */
    public static String yaml(String file, String text) {
        String bare = text.startsWith("\ufeff") ? text.substring(1) : text;
        return file.endsWith(JSON) || file.endsWith(JSON + TEMPLATE) ? bare.replace('\t', ' ') : bare;
    }
}
