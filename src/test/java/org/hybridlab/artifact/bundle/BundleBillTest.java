package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code data/bundle/bundle.cdx.json}, the bill of materials of what machines and the host get from the bundle: each
 * file with a sum in the project, and all Go modules that they are built from.
 * {@code -Dgolden.update=true} writes it again.
 */
class BundleBillTest {
    private static final Path OURS = Path.of("data/bundle");
    private static final Pattern MODULE = Pattern.compile("(?m)^(?:require )?\\s*([a-z0-9.-]+\\.[a-z]+/\\S+) (v\\S+)");
    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Test
    void bill_ofBundle_namesPinnedFilesAndModules() throws IOException {
        ObjectNode bill = JSON.createObjectNode();
        bill.put("bomFormat", "CycloneDX").put("specVersion", "1.6").put("version", 1);
        bill.putObject("metadata").putObject("component").put("type", "application").put("name", "hybridlab-bundle")
                .put("bom-ref", "hybridlab-bundle");
        ArrayNode components = bill.putArray("components");
        BundleManifest manifest = BundleManifestReader.read(OURS);
        new TreeMap<>(files(manifest.sums(), "built")).forEach((name, sum) -> file(components, name, sum));
        new TreeMap<>(files(manifest.official(), "official")).forEach((name, sum) -> file(components, name, sum));
        modules().forEach(module -> {
            String purl = "pkg:golang/" + module;
            components.addObject().put("type", "library").put("bom-ref", purl)
                    .put("name", module.substring(0, module.indexOf('@')))
                    .put("version", module.substring(module.indexOf('@') + 1)).put("purl", purl);
        });

        GeneratedFile.assertUpToDate(OURS.resolve("bundle.cdx.json"), JSON.writeValueAsString(bill) + "\n");
    }

    private static Map<String, String> files(PinnedSums sums, String kind) {
        Map<String, String> files = new TreeMap<>();
        sums.byPath().forEach((path, sum) -> files.put(kind + "/" + path, sum));
        return files;
    }

    private static void file(ArrayNode components, String name, String sum) {
        ObjectNode file = components.addObject().put("type", "file").put("bom-ref", name).put("name", name);
        file.putArray("hashes").addObject().put("alg", "SHA-256").put("content", sum);
    }

    private static TreeSet<String> modules() throws IOException {
        TreeSet<String> modules = new TreeSet<>();
        try (Stream<Path> files = Files.walk(OURS.resolve("go"))) {
            List<Path> all = files.filter(file -> file.endsWith("go.mod")).toList();
            for (Path file : all) {
                MODULE.matcher(Files.readString(file)).results()
                        .forEach(found -> modules.add(found.group(1) + "@" + found.group(2)));
            }
        }
        return modules;
    }
}
