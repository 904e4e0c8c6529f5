package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A condition on a lab. Stateless.
 *
 * @param reads parts of the lab file that decide it
 */
public record Rule(RuleEntry entry, Set<Section> reads, Function<LabFacts, List<Defect>> look) {
    public Rule {
        reads = Set.copyOf(reads);
    }

    /**
     * @param id stable, lower case with dashes
     * @param title what is true of every valid lab file, in one sentence
     */
    public static Rule of(String id, String title, Set<Section> reads, Function<LabFacts, List<Defect>> look) {
        return new Rule(new RuleEntry(id, title), reads, look);
    }

    public List<Violation> judge(LabFacts facts) {
        return look.apply(facts).stream().map(defect -> new Violation(entry.id(), defect.severity(), defect.place(),
                defect.mark(), defect.message(), defect.advice())).toList();
    }
}
