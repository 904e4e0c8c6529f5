package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.NETWORK;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class NetworkModeRules {
    public static final Rule WINDOWS_AGENTS_MODE = Rule.of("windows-agents-mode",
            "The agents of Windows machines run in a way that the network mode has.",
            Set.of(NETWORK), NetworkModeRules::windowsAgentsMode);

    private NetworkModeRules() {
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
