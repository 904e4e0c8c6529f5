package org.hybridlab.rules;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.lab.BoxChoice;

/** A box is made for one os and arch. */
final class OneBoxUrl implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-url-several",
                "One box URL serves machines of one kind; others have a `box.url` of their own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.OUTSIDE, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Set<List<Object>> kinds = facts.lab().machines().stream()
                .filter(machine -> machine.box().flatMap(BoxChoice::url).isEmpty())
                .map(machine -> List.<Object>of(machine.os(), machine.arch(), machine.box().map(BoxChoice::name)))
                .collect(Collectors.toSet());
        boolean fits = kinds.size() <= 1 || facts.lab().outside().boxUrl().isEmpty();
        return fits ? List.of() : List.of(error(Place.of("outside", "boxUrl"),
                "one box cannot serve %d kinds of machines".formatted(kinds.size()),
                "Give some of them a place of their own, `box: {name: NAME, url: URL}`, or take outside.boxMirror."));
    }
}
