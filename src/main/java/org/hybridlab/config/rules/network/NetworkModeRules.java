package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.VERSIONS;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

/** What goes with a network mode. */
public final class NetworkModeRules {
    /** The programs of a legacy mode are of its time, and those of today do not run it. */
    public static final Rule MODE_KUBERNETES = Rule.of("mode-kubernetes",
            "A network mode that belongs to one branch of Kubernetes is used with that branch.",
            Set.of(NETWORK, VERSIONS), NetworkModeRules::modeKubernetes);

    /** Where Docker runs the containers, its own containerd is not chosen. */
    public static final Rule MODE_RUNTIME = Rule.of("mode-runtime",
            "With a network mode that runs on Docker, no containerd is chosen.",
            Set.of(NETWORK, VERSIONS), NetworkModeRules::modeRuntime);

    /** Some modes have their parts run in one way only. */
    public static final Rule WINDOWS_AGENTS_MODE = Rule.of("windows-agents-mode",
            "The agents of Windows machines run in a way that the network mode has.",
            Set.of(NETWORK), NetworkModeRules::windowsAgentsMode);

    private NetworkModeRules() {
    }

    private static List<Defect> modeKubernetes(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        Optional<String> branch = mode.traits().branch();
        return branch.filter(only -> !only.equals(facts.lab().kubernetes().branch())).stream()
                .map(only -> error(Place.network("mode"), "the mode %s goes with Kubernetes %s, not with %s".formatted(
                        mode.id(), only, facts.lab().kubernetes()),
                        "Write `kubernetes: %s.5`, or take flannel-vxlan.".formatted(only))).toList();
    }

    private static List<Defect> modeRuntime(LabFacts facts) {
        NetworkMode mode = facts.lab().network().mode();
        return mode.traits().runtime().equals("containerd") || facts.lab().containerd().isEmpty() ? List.of()
                : List.of(error(Place.of("containerd"), "the mode %s runs on Docker".formatted(mode.id()),
                        "Leave containerd out."));
    }

    private static List<Defect> windowsAgentsMode(LabFacts facts) {
        Network network = facts.lab().network();
        List<OverlayStyle> styles = network.mode().traits().overlays();
        return styles.contains(network.overlays()) ? List.of() : List.of(error(Place.network("windowsAgents"),
                "the mode %s does not run its parts as a %s"
                        .formatted(network.mode().id(), network.overlays().id()),
                "Leave `windowsAgents` out: it is %s.".formatted(styles.get(0).id())));
    }
}
