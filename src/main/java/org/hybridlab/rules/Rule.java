package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** One thing that must be true of a lab before a machine is touched. Stateless. */
public interface Rule {
    RuleEntry entry();

    /** The parts of the lab file that decide it. */
    Set<Section> reads();

    /** What breaks it; empty if all is well. */
    List<Violation> judge(LabFacts facts);

    default Violation error(Place place, String message, String advice) {
        return new Violation(entry().id(), Severity.ERROR, place, message, advice);
    }

    default Violation warning(Place place, String message, String advice) {
        return new Violation(entry().id(), Severity.WARNING, place, message, advice);
    }
}
