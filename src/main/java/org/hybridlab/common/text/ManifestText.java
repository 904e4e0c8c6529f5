package org.hybridlab.common.text;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Which files of a folder are manifests, and their text as YAML. */
public final class ManifestText {
    private static final String JSON = ".json";
    private static final String TEMPLATE = ".ftl";
    private static final List<String> ENDINGS = Stream.of(".yaml", ".yml", JSON)
            .flatMap(ending -> Stream.of(ending, ending + TEMPLATE)).toList();
    /** No object is larger; whether it is taken is for its reader to say. */
    private static final long LARGEST = 3L << 20;
    private static final List<String> OF_OBJECTS = List.of("apiVersion", "kind");
    /** A pair, so that the second of two backslashes begins none. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    private ManifestText() {
    }

    /** By its name; a template too, of which one is made. JSON that names no object is data of another program. */
    public static boolean isManifest(Path file) {
        String name = file.toString();
        return ENDINGS.stream().anyMatch(name::endsWith) && !(name.endsWith(JSON) && isData(file));
    }

    /** What cannot be read is none, so that somebody tells. */
    private static boolean isData(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                return false;
            }
            String text = Files.readString(file);
            // Comments, which some programs take, are no JSON.
            return OF_OBJECTS.stream().noneMatch(field -> text.contains('"' + field + '"')) || isOtherwise(text);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isOtherwise(String json) {
        try {
            Node root = new Yaml(new LoaderOptions()).compose(new StringReader(yaml(JSON, json)));
            return !(root instanceof MappingNode object) || object.getValue().stream().noneMatch(field ->
                    field.getKeyNode() instanceof ScalarNode key && OF_OBJECTS.contains(key.getValue()));
        } catch (YAMLException e) {
            return false;
        }
    }

    /**
     * Without the byte order mark with which some editors begin a file. JSON is YAML but for tabs, which stand in no
     * string of it, and for slashes that are escaped.
     *
     * @param file its name
     */
    public static String yaml(String file, String text) {
        String bare = text.startsWith("\ufeff") ? text.substring(1) : text;
        return file.endsWith(JSON) || file.endsWith(JSON + TEMPLATE)
                ? ESCAPE.matcher(bare.replace('\t', ' ')).replaceAll(escape -> escape.group(1).equals("/") ? "/"
                        : Matcher.quoteReplacement(escape.group())) : bare;
    }
}
