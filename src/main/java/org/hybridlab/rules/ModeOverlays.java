package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Network;
import org.hybridlab.lab.OverlayStyle;

/** Some modes have their parts run in one way only. */
final class ModeOverlays implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("overlays-mode", "Overlays run in a way that the network mode has.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Network network = facts.lab().network();
        List<OverlayStyle> styles = network.mode().traits().overlays();
        return styles.contains(network.overlays()) ? List.of() : List.of(error(Place.network("overlays"),
                "the mode %s does not run its parts as a %s"
                        .formatted(network.mode().word(), network.overlays().word()),
                "Leave `overlays` out: it is %s.".formatted(styles.get(0).word())));
    }
}
