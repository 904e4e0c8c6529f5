package org.hybridlab.docs;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.docs.ProofReport.Cell;
import org.hybridlab.docs.ProofReport.Part;
import org.hybridlab.docs.TestRun.Case;
import org.hybridlab.docs.TestRun.Outcome;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Which tests a rung takes, from {@code src/test/resources/ladder.yaml}: by part and rung, a list of {@code Class} (all
 * of its tests that ran) or {@code Class.method}.
 */
record Claims(Map<String, Map<String, List<String>>> parts) {
    private static final Path FILE = Path.of("src/test/resources/ladder.yaml");

    static Claims ours() {
        return unchecked(() -> parse(Files.readString(FILE)));
    }

    static Claims parse(String text) {
        Map<String, Map<String, List<String>>> parts = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        parts.values().forEach(rungs -> rungs.keySet().forEach(ProofLevel::of));
        return new Claims(parts);
    }

    /** All that is named as a proof. */
    Stream<String> tests() {
        return parts.values().stream().flatMap(rungs -> rungs.values().stream()).flatMap(List::stream).distinct();
    }

    /** What of it the runs bear out. */
    List<Part> judge(TestRun run) {
        List<Part> judged = new ArrayList<>();
        parts.forEach((name, rungs) -> {
            Map<String, Cell> cells = new LinkedHashMap<>();
            rungs.forEach((letter, tests) -> cells.put(letter, cell(tests, run)));
            judged.add(new Part(name, cells));
        });
        return judged;
    }

    /** A rung stands if each of its tests ran and passed: one that was skipped, failed, or is not there drops it. */
    private static Cell cell(List<String> tests, TestRun run) {
        List<Case> all = new ArrayList<>();
        for (String test : tests) {
            List<Case> cases = run.cases().stream().filter(one -> matches(test, one)).toList();
            if (cases.isEmpty()) {
                return new Cell(false, "%s did not run".formatted(test));
            }
            all.addAll(cases);
        }
        return all.stream().filter(one -> one.outcome() != Outcome.PASSED).findFirst()
                .map(one -> new Cell(false, told(one)))
                .orElseGet(() -> new Cell(true, "%d test%s".formatted(all.size(), all.size() == 1 ? "" : "s")));
    }

    private static String told(Case test) {
        return "%s.%s %s".formatted(test.simpleClassName(), test.name(),
                test.outcome() == Outcome.FAILED ? "failed" : "was skipped");
    }

    /** A method with parameters is reported with their types and a number. */
    private static boolean matches(String claimed, Case test) {
        String[] parts = claimed.split("\\.");
        return test.simpleClassName().equals(parts[0])
                && (parts.length == 1 || test.name().replaceFirst("[({\\[].*", "").equals(parts[1])
                || test.name().startsWith("(before"));
    }
}
