package org.hybridlab.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        return Set.of(Section.OUTSIDE, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Outside outside = facts.lab().outside();
        List<Violation> all = new ArrayList<>(BoxUse.of(facts).stream()
                .filter(use -> isPlain(use.box().url()) && use.box().sha256().isEmpty())
                .map(use -> error(use.place("url"), "anybody on the way can replace a box that comes over plain HTTP",
                        "Take https://, or add `sha256` with what `sha256sum` prints for the box.")).toList());
        if (isPlain(outside.boxUrl()) && outside.boxSha256().isEmpty()) {
            all.add(error(Place.of("outside", "boxUrl"),
                "anybody on the way can replace a box that comes over plain HTTP",
                        "Take https://, or add outside.boxSha256 with what `sha256sum` prints for the box."));
        }
        return all;
    }

    private static boolean isPlain(Optional<String> url) {
        return url.filter(text -> text.startsWith("http:")).isPresent();
    }
}
