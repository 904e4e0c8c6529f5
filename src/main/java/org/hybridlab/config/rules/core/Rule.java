package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * One thing that must be true of a lab before a machine is touched. Stateless.
 *
 * @param reads the parts of the lab file that decide it
 * @param look what breaks it; empty if all is well
 */
public record Rule(RuleEntry entry, Set<Section> reads, Function<LabFacts, List<Defect>> look) {
    public Rule {
        reads = Set.copyOf(reads);
    }

    /**
     * A rule.
     *
     * @param id stable, lower case with dashes
     * @param title what is true of every good lab file, in one sentence
     */
    public static Rule of(String id, String title, Set<Section> reads, Function<LabFacts, List<Defect>> look) {
        return new Rule(new RuleEntry(id, title), reads, look);
    }

    /** What breaks it; empty if all is well. */
    public List<Violation> judge(LabFacts facts) {
        return look.apply(facts).stream().map(defect -> new Violation(entry.id(), defect.severity(), defect.place(),
                defect.mark(), defect.message(), defect.advice())).toList();
    }
}
