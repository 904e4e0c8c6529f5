package org.hybridlab.provision;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/**
 * How {@code up}'s course ended on stand-in Windows machines, each in an unkind world of its own.
 *
 * @param runs as {@code seeds.mjs} answers
 */
public record UnkindWorlds(JsonNode runs) {
    private static final String GREEN = "green";

    /** Runs that ended green without what a node needs, with no script that says so, or with another finding first. */
    public List<String> wrong() {
        return runs.valueStream().flatMap(UnkindWorlds::wrong).toList();
    }

    private static Stream<String> wrong(JsonNode run) {
        String seed = "seed " + run.get("seed").asInt() + ": ";
        String ending = ending(run);
        if (!run.get("red").isNull()) {
            return Stream.of(seed + run.get("red").asString());
        }
        return ending.equals(GREEN) || ending.equals(run.get("finding").asString(null)) ? Stream.empty()
                : Stream.of("%s%s ended with %s: %s".formatted(seed, kind(run), ending, run.get("evidence")));
    }

    private static String ending(JsonNode run) {
        JsonNode evidence = run.get("evidence");
        String finding = run.get("finding").asString("no finding is due");
        return evidence.isNull() ? GREEN : StandInDiagnosis.names(finding, evidence) ? finding
                : StandInDiagnosis.findings(evidence).toString();
    }

    private static String kind(JsonNode run) {
        return run.get("fault").isNull() ? "no fault"
                : run.get("fault").asString() + (run.get("passes").asBoolean() ? ", passes" : ", stays");
    }

    /** One line for each kind of fault and what came of it, with how often. */
    public String table() {
        Map<String, Long> counts = runs.valueStream().collect(Collectors.groupingBy(run -> kind(run) + " -> "
                + ending(run), TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream().map(row -> row.getKey() + ": " + row.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
