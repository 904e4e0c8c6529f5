package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** Found out before the cluster is up, not after. */
final class ManifestsThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("manifest-missing", "Every manifest of an app exists.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.apps()).stream().flatMap(one -> one.item().missing().stream()
                .map(missing -> error(place(facts, one.number(), missing), "%s of the app %s does not exist"
                        .formatted(missing, facts.lab().apps().get(one.number()).name()),
                        "Write it below the lab's folder, or name another with `manifests`."))).toList();
    }

    static Place place(LabFacts facts, int app, String manifest) {
        return Place.of("apps", app, "manifests", facts.lab().apps().get(app).manifests().indexOf(manifest));
    }
}
