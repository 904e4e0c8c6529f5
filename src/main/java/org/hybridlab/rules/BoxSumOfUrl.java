package org.hybridlab.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Outside;

/** A sum that nobody compares with anything would only look safe. */
final class BoxSumOfUrl implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-sum-unused", "A box's sum is that of the file at its URL.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.OUTSIDE, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Outside outside = facts.lab().outside();
        List<Violation> all = new ArrayList<>(BoxUse.of(facts).stream()
                .filter(use -> use.box().sha256().isPresent() && use.box().url().isEmpty())
                .map(use -> error(use.place("sha256"), "without a url nothing is compared with this sum",
                        "Write where that box file is: `url: URL-OR-PATH`, or take the sum out.")).toList());
        if (outside.boxSha256().isPresent() && outside.boxUrl().isEmpty()) {
            all.add(error(Place.of("outside", "boxSha256"),
                "without outside.boxUrl nothing is compared with this sum",
                        "Write the URL of that box to outside.boxUrl, or take the sum out."));
        }
        return all;
    }
}
