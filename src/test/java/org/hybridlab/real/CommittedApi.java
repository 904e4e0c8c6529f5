package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import org.hybridlab.docs.OptionsFile;
import org.hybridlab.docs.PrunedOpenApi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The committed API and feature gates of a Kubernetes branch beside those of a lab's API server. */
final class CommittedApi {
    private CommittedApi() {
    }

    /** {@code -Dgolden.update=true} writes it. */
    static void assertServedBy(RealLab lab, String branch) throws IOException {
        Path committed = Path.of("src/main/resources/org/hybridlab/config/openapi/kubernetes-%s.txt".formatted(branch));
        String pruned = PrunedOpenApi.of(raw(lab, "").get("paths").propertyNames().stream()
                .filter(path -> path.matches("(api|apis/[^/]+)/v[0-9a-z]+")).sorted()
                .map(path -> raw(lab, "/" + path)).toList());
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(committed, pruned);
        }

        assertThat(committed).hasContent(pruned);
        Map<String, Boolean> gates = new TreeMap<>();
        Files.readString(committed.resolveSibling("kubernetes-%s-options.txt".formatted(branch))).lines()
                .filter(line -> line.startsWith("gate ")).map(line -> line.split(" "))
                .forEach(words -> gates.put(words[1], Boolean.valueOf(words[2])));
        assertThat(gates).isEqualTo(OptionsFile.gates(lab.must("kubectl", "get", "--raw", "/metrics").stdout()));
    }

    private static JsonNode raw(RealLab lab, String path) {
        return JsonMapper.shared().readTree(lab.must("kubectl", "get", "--raw", "/openapi/v3" + path).stdout());
    }
}
