package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.NodePorts;

/** The API server refuses others. */
final class ManifestNodePortRange implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("manifest-node-port-range", "NodePorts in manifests are 30000 to 32767.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.apps()).stream().flatMap(one -> one.item().nodePorts().stream()
                .filter(port -> !NodePorts.contains(port.port()))
                .map(port -> error(Place.of("apps", one.number()), "NodePort %d of Service %s in %s is out of range"
                        .formatted(port.port(), port.service(), port.manifest()), "Take one from 30000 to 32767.")))
                .toList();
    }
}
