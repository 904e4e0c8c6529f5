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

/** Finds manifests in a folder, and reads them as YAML. */
public final class ManifestText {
    private static final String JSON = ".json";
    private static final String TEMPLATE = ".ftl";
    private static final List<String> ENDINGS = Stream.of(".yaml", ".yml", JSON)
            .flatMap(ending -> Stream.of(ending, ending + TEMPLATE)).toList();
    /** No object is larger. */
    private static final long LARGEST = 3L << 20;
    private static final List<String> OF_OBJECTS = List.of("apiVersion", "kind");
    /** Between objects of a file, where kubectl needs no separator. In an object a comma stands there. */
    private static final Pattern NEXT = Pattern.compile("\\}\\s*\n(?=\\s*\\{)");
    /** A pair, so that the second of two backslashes begins none. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    private ManifestText() {
    }

    /** By name, with templates. JSON that names no object is data of another program. */
    public static boolean isManifest(Path file) {
        String name = file.toString();
        return ENDINGS.stream().anyMatch(name::endsWith) && !(name.endsWith(JSON) && isData(file));
    }

    /** Unreadable files are no data, so that somebody reports them. */
    private static boolean isData(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                return false;
            }
            String text = Files.readString(file);
            // JSON has no comments, which some programs accept.
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

    /** Without a byte order mark. JSON is YAML but for tabs, escaped slashes, and objects without a separator. */
    public static String yaml(String file, String text) {
        String bare = text.startsWith("\ufeff") ? text.substring(1) : text;
        if (!file.endsWith(JSON) && !file.endsWith(JSON + TEMPLATE)) {
            return bare;
        }
        String unescaped = ESCAPE.matcher(bare.replace('\t', ' ')).replaceAll(escape -> escape.group(1).equals("/")
                ? "/" : Matcher.quoteReplacement(escape.group()));
        return NEXT.matcher(unescaped).replaceAll("$0--- ");
    }
}
