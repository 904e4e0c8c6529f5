package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Registry;

/** containerd has one folder for each. */
final class RegistriesDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("registry-double", "No registry is named twice.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.REGISTRIES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.repeated(facts.lab().registries(), Registry::host).stream()
                .map(one -> error(Place.of("registries", one.number(), "host"), "%s is named a second time"
                        .formatted(one.item().host()), "Write everything about it in one place.")).toList();
    }
}
