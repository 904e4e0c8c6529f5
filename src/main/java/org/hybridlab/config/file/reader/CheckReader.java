package org.hybridlab.config.file.reader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.schema.NumberShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.nodes.Node;

final class CheckReader {
    private static final MappingShape HTTP = MappingShape.of("an http check",
            Field.required("port", NumberShape.of("http-port-range", "A TCP port is 1 to 65535.", 1, 65_535,
                    "a TCP port"), "Port", "The port that is asked, from the host.").examples(30001),
            Field.optional("path", Forms.URL_PATH, "Path", "The path that is asked for.").absent("/"),
            Field.optional("machine", Forms.MACHINE_NAME, "Machine",
                    "Whose address is asked. Without it, every machine's, and all must answer."),
            Field.optional("status", NumberShape.of("status-range", "An HTTP status is 100 to 599.", 100, 599,
                    "an HTTP status"), "Status", "The status that must come.").absent(200),
            Field.optional("contains", Forms.EXPECTED, "Contains", "Text that must be in the answer."));

    private static final MappingShape EXEC = MappingShape.of("an exec check",
            Field.required("machine", Forms.MACHINE_NAME, "Machine", "Where the command runs."),
            Field.required("command", ListShape.of(Forms.COMMAND_WORD, 100)
                            .notEmpty("command-empty", "A command has at least one word."), "Command",
                    "A program and its arguments, run without a shell; it must exit with 0.")
                    .examples(List.of("systemctl", "is-active", "kubelet")),
            Field.optional("contains", Forms.EXPECTED, "Contains", "Text that must be in its output."));

    private static final MappingShape EXEC_IN_POD = MappingShape.of("an execInPod check",
            Field.required("workload", Forms.WORKLOAD, "Workload",
                    "In whose pods the command runs, as kind/name. It must be true in every one of them.")
                    .examples("deployment/web"),
            Field.optional("namespace", Forms.NAMESPACE, "Namespace", "Where it is.").absent("default"),
            Field.optional("container", Forms.CONTAINER, "Container",
                    "In which container. Needed where a pod has several."),
            Field.required("command", ListShape.of(Forms.COMMAND_WORD, 100)
                            .notEmpty("command-empty", "A command has at least one word."), "Command",
                    "A program of the image and its arguments, run without a shell; it must exit with 0.")
                    .examples(List.of("cat", "/configuration/greeting")),
            Field.optional("contains", Forms.EXPECTED, "Contains", "Text that must be in its standard output."));

    private static final MappingShape KUBECTL = MappingShape.of("a kubectl check",
            Field.required("object", Forms.OBJECT, "Object", "What is looked at, as kind/name.")
                    .examples("deployment/web"),
            Field.optional("namespace", Forms.NAMESPACE, "Namespace", "Where it is.").absent("default"),
            Field.required("jsonpath", Forms.JSONPATH, "JSONPath", "What of it is looked at, as kubectl writes it.")
                    .examples("{.status.readyReplicas}"),
            Field.optional("equals", Forms.EXPECTED, "Equals", "What it must be, as text: quote numbers.")
                    .examples("3"),
            Field.optional("atLeast", NumberShape.of("at-least-range", "A number to reach is 0 to 1000000.", 0,
                    1_000_000, "a number"), "At least", "A number that it must reach.").examples(2))
            .withOneOf("check-expectation", "A kubectl check has exactly one of equals and atLeast.", "equals",
                    "atLeast");

    private static final MappingShape CHECK = MappingShape.of("a check",
            Field.required("name", Forms.CHECK_NAME, "Name", "What must be true, in the author's words.")
                    .examples("the numbers page answers"),
            Field.optional("http", HTTP, "HTTP", "Asks a port of the machines for a page."),
            Field.optional("exec", EXEC, "Exec", "Runs a command in a machine."),
            Field.optional("execInPod", EXEC_IN_POD, "Exec in pod", "Runs a command in an app's pods."),
            Field.optional("kubectl", KUBECTL, "kubectl", "Looks at a Kubernetes object."),
            Field.optional("within", Forms.DURATION, "Within", "How long it may take to become true.").absent("60s"),
            Field.optional("pass", Forms.WORDS, "Pass", "What to say if it is true."),
            Field.optional("fail", Forms.WORDS, "Fail", "What to say if it is not."))
            .withOneOf("check-kind", "A check has exactly one of http, exec, execInPod and kubectl.", "http", "exec",
                    "execInPod", "kubectl");

    static final ListShape CHECKS = ListShape.of(CHECK, 200);

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
