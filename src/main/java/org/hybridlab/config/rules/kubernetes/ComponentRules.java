package org.hybridlab.config.rules.kubernetes;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.COMPONENTS;
import static org.hybridlab.config.rules.core.Section.VERSIONS;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.openapi.KubernetesOptions;
import org.hybridlab.config.openapi.KubernetesOptions.Gate;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

/** A component that is given an option it does not know ends at its start. */
public final class ComponentRules {
    public static final Rule FEATURE_GATE = Rule.of("feature-gate",
            "The lab's Kubernetes knows each feature gate, and lets it have that value.",
            Set.of(VERSIONS, COMPONENTS), facts -> of(facts).stream().flatMap(options ->
                    facts.lab().components().featureGates().entrySet().stream().flatMap(gate ->
                            gate(options, facts.lab().kubernetes(), gate.getKey(), gate.getValue()).stream()))
                    .toList());

    public static final Rule RUNTIME_CONFIG = Rule.of("runtime-config",
            "The lab's Kubernetes has each API version of `runtimeConfig`.",
            Set.of(VERSIONS, COMPONENTS), facts -> of(facts).stream().flatMap(options ->
                    facts.lab().components().runtimeConfig().keySet().stream()
                            .filter(name -> !options.hasVersion(name)).map(name ->
                                    error(Place.of("runtimeConfig", name), "Kubernetes %s has no API version %s"
                                            .formatted(facts.lab().kubernetes(), name),
                                            advice(options.nearestVersion(name))))).toList());

    private ComponentRules() {
    }

    private static Optional<KubernetesOptions> of(LabFacts facts) {
        return KubernetesOptions.of(facts.lab().kubernetes());
    }

    private static Optional<Defect> gate(KubernetesOptions options, KubernetesVersion version, String name,
                                         boolean value) {
        Optional<Gate> gate = options.gate(name);
        if (gate.isEmpty()) {
            return Optional.of(error(Place.of("featureGates", name),
                    "Kubernetes %s has no feature gate %s".formatted(version, name),
                    advice(options.nearestGate(name))));
        }
        return gate.filter(one -> one.locked() && one.byDefault() != value).map(one ->
                error(Place.of("featureGates", name), "Kubernetes %s lets nobody change the feature gate %s"
                        .formatted(version, name), "Leave it out: it is always %s.".formatted(one.byDefault())));
    }

    private static String advice(Optional<String> nearest) {
        return Stream.concat(nearest.map("Did you mean %s? "::formatted).stream(),
                Stream.of("Leave it out if this release no longer has it.")).reduce("", String::concat);
    }
}
