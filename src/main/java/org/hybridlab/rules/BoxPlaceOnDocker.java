package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.ProviderName;

/** Docker pulls images by name, and would leave the place out without a word. */
final class BoxPlaceOnDocker implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-place-docker",
                "On docker a box is an image, which has no url.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return facts.lab().provider().filter(ProviderName.DOCKER::equals).isEmpty() ? List.of()
                : BoxUse.of(facts).stream().filter(use -> use.box().url().or(use.box()::version).isPresent())
                .map(use -> error(Place.machine(use.number(), "box"), "on docker the box %s is an image, which docker "
                        .formatted(use.box().name()) + "takes by its name",
                                "Write `box: NAME` or `box: NAME:TAG` alone."))
                .toList();
    }
}
