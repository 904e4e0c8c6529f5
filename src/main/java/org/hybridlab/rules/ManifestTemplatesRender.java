package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Found out before the cluster is up, not after. */
final class ManifestTemplatesRender implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("template-broken", "Every template of an app renders.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.apps()).stream().flatMap(one -> one.item().broken().stream()
                .filter(AppFacts.Broken::template)
                .map(broken -> new Violation(entry().id(), Severity.ERROR, Place.of("apps", one.number()),
                        broken.mark(), "FreeMarker cannot render the template: " + broken.reason(),
                        "Correct the template: its tags are FreeMarker's, and [=...] writes a value."))).toList();
    }
}
