package org.hybridlab.diagnose;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A line as somebody saw it.
 *
 * @param from who printed or reported it
 */
record Sample(String id, EvidenceKind in, String from, String line) {
    static Stream<Sample> all() {
        return unchecked(() -> {
            LoaderOptions options = new LoaderOptions();
            options.setAllowDuplicateKeys(false);
            Map<String, List<Map<String, String>>> byId = new Yaml(new SafeConstructor(options))
                    .load(Files.readString(Path.of("src/test/resources/diagnose/samples.yaml")));
            return byId.entrySet().stream().flatMap(entry -> entry.getValue().stream().map(sample -> new Sample(
                    entry.getKey(), EvidenceKind.of(sample.get("in")), sample.get("from"), sample.get("line"))));
        });
    }
}
