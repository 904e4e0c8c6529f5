package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.NetworkMode;

/** Where Docker runs the containers, its own containerd is not chosen. */
final class ModeRuntime implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("mode-runtime", "With a network mode that runs on Docker, no containerd is chosen.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK, Section.VERSIONS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        return mode.traits().runtime().equals("containerd") || facts.lab().containerd().isEmpty() ? List.of()
                : List.of(error(Place.of("containerd"), "the mode %s runs on Docker".formatted(mode.word()),
                        "Leave containerd out."));
    }
}
