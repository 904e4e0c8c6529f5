package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Outside;

/** A sum that nobody compares with anything would only look safe. */
final class BoxSumOfUrl implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-sum-unused", "A box's sum is that of `boxUrl`.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.OUTSIDE);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Outside outside = facts.lab().outside();
        return outside.boxSha256().isEmpty() || outside.boxUrl().isPresent() ? List.of()
                : List.of(error(Place.of("outside", "boxSha256"),
                "without outside.boxUrl nothing is compared with this sum",
                        "Write the URL of that box to outside.boxUrl, or take the sum out."));
    }
}
