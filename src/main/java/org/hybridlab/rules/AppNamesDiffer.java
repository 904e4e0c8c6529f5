package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.App;

/** Names of apps are names of steps and checks. */
final class AppNamesDiffer implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("app-name-double", "Every app has a name of its own.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.repeated(facts.lab().apps(), App::name).stream()
                .map(one -> error(Place.of("apps", one.number(), "name"), "a second app is called " + one.item().name(),
                        "Give it another name."))
                .toList();
    }
}
