package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Outside;

/** Who is on the way of plain HTTP can send another box, and a box's Vagrantfile runs on the host. */
final class BoxUrlAuthentic implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-url-plain-http", "A box that comes over plain HTTP has its sum in the lab file.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.OUTSIDE);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Outside outside = facts.lab().outside();
        boolean plain = outside.boxUrl().filter(url -> url.startsWith("http:")).isPresent();
        return !plain || outside.boxSha256().isPresent() ? List.of()
                : List.of(error(Place.of("outside", "boxUrl"),
                "anybody on the way can replace a box that comes over plain HTTP",
                        "Take https://, or add outside.boxSha256 with what `sha256sum` prints for the box."));
    }
}
