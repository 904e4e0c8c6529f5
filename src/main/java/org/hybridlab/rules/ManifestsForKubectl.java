package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** hybridlab applies manifests as they are; what builds manifests is the user's business. */
final class ManifestsForKubectl implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("manifest-foreign", "No app is a folder for kustomize or a Helm chart.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.apps()).stream().flatMap(one -> one.item().foreign().stream()
                .map(foreign -> error(ManifestsThere.place(facts, one.number(), foreign.manifest()),
                        "%s is %s".formatted(foreign.manifest(), isChart(foreign) ? "a Helm chart"
                                : "a folder for kustomize"),
                        "Write what `%s %s` prints into a manifest, and name that.".formatted(isChart(foreign)
                                ? "helm template" : "kubectl kustomize", foreign.manifest())))).toList();
    }

    private static boolean isChart(AppFacts.Foreign foreign) {
        return foreign.file().equals("Chart.yaml");
    }
}
