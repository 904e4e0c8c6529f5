package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.App;

/** A NodePort leads to one Service of the whole cluster. */
final class NodePortsDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("node-port-double", "Every app has a NodePort of its own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        List<Numbered<App>> open = Numbered.of(facts.lab().apps()).stream()
                .filter(one -> one.item().nodePort().isPresent()).toList();
        return Numbered.repeated(open, one -> one.item().nodePort()).stream().map(Numbered::item)
                .map(one -> error(Place.of("apps", one.number(), "nodePort"), "another app has NodePort %d too"
                        .formatted(one.item().nodePort().get()), "Give each app its own, as its Service has it."))
                .toList();
    }
}
