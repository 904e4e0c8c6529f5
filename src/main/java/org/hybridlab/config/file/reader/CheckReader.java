package org.hybridlab.config.file.reader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.nodes.Node;

final class CheckReader {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int OK = 200;

    private final Part lab;
    private final Origins origins;

    CheckReader(Part lab, Origins origins) {
        this.lab = lab;
        this.origins = origins;
    }

    List<CheckSpec> read() {
        List<CheckSpec> checks = new ArrayList<>();
        for (Node item : lab.items("checks")) {
            lab.inner(item).flatMap(part -> check(part, checks.size())).ifPresent(checks::add);
        }
        return checks;
    }

    private Optional<CheckSpec> check(Part part, int number) {
        origins.put(Place.of("checks", number), part.node());
        part.pairs().forEach(pair -> origins.put(Place.of("checks", number, Part.name(pair)), pair.getValueNode()));
        for (String kind : List.of("http", "exec", "execInPod", "kubectl")) {
            part.part(kind).ifPresent(probe -> probe.pairs().forEach(
                    pair -> origins.put(Place.of("checks", number, kind, Part.name(pair)), pair.getValueNode())));
        }
        return probe(part).map(probe -> new CheckSpec(part.text("name").orElse(""), probe,
                part.text("within").map(CheckReader::duration).orElse(WITHIN), part.text("pass"), part.text("fail")));
    }

    private static Optional<CheckSpec.Probe> probe(Part part) {
        return part.part("http").map(CheckReader::http)
                .or(() -> part.part("exec").map(CheckReader::exec))
                .or(() -> part.part("execInPod").map(CheckReader::execInPod))
                .or(() -> part.part("kubectl").map(CheckReader::jsonPath));
    }

    private static CheckSpec.Probe http(Part part) {
        return new CheckSpec.Http(part.text("machine"), part.number("port").orElse(0), part.text("path").orElse("/"),
                part.number("status").orElse(OK), part.text("contains"));
    }

    private static CheckSpec.Probe exec(Part part) {
        return new CheckSpec.Exec(part.text("machine").orElse(""), part.texts("command"), part.text("contains"));
    }

    private static CheckSpec.Probe execInPod(Part part) {
        return new CheckSpec.ExecInPod(part.text("namespace").orElse("default"), part.text("workload").orElse(""),
                part.text("container"), part.texts("command"), part.text("contains"));
    }

    private static CheckSpec.Probe jsonPath(Part part) {
        return new CheckSpec.JsonPath(part.text("namespace").orElse("default"), part.text("object").orElse(""),
                part.text("jsonpath").orElse(""), part.text("equals"), part.number("atLeast").orElse(0));
    }

    private static Duration duration(String text) {
        int number = Integer.parseInt(text.substring(0, text.length() - 1));
        return text.endsWith("m") ? Duration.ofMinutes(number) : Duration.ofSeconds(number);
    }
}
