package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Outside;

/** Nobody could tell which of the two counts. */
final class OneBoxSource implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-source-double", "A box comes from a URL or from a mirror, not from both.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.OUTSIDE);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Outside outside = facts.lab().outside();
        return outside.boxUrl().isEmpty() || outside.boxMirror().isEmpty() ? List.of()
                : List.of(error(Place.of("outside", "boxMirror"),
                        "outside.boxUrl already says where the box comes from", "Keep one of the two."));
    }
}
