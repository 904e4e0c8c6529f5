package org.hybridlab.config.file.reader;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.CheckSpec;

final class CheckReader {
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final int OK = 200;

    private CheckReader() {
    }

    static List<CheckSpec> read(Part lab) {
        return lab.items("checks").stream().flatMap(item -> lab.inner(item).stream())
                .flatMap(part -> check(part).stream()).toList();
    }

    private static Optional<CheckSpec> check(Part part) {
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
