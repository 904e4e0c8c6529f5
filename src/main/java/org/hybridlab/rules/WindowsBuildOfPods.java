package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.OverlayStyle;

/**
 * HostProcess pods find their files in C:\hpc, where containerd binds them. Windows Server 2019 cannot bind (hcsshim,
 * internal/jobcontainers): their files lie in another folder of each pod there.
 */
final class WindowsBuildOfPods implements Rule {
    /** The first long-term build that has the filter which binds. */
    private static final int BINDS = 20_348;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("windows-build-pods",
                "DaemonSets for Windows machines need Windows Server 2022 or newer.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        // The book's pods reach the machine by rancher/wins.
        if (facts.lab().network().overlays() != OverlayStyle.DAEMONSET || facts.lab().network().mode().traits()
                .legacy()) {
            return List.of();
        }
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().windows().filter(windows -> windows.build().canBeNode()
                        && windows.build().number() < BINDS).isPresent())
                .map(one -> error(Place.machine(one.number(), "build"),
                        "HostProcess pods of flannel and kube-proxy do not find their files on %s, which runs build %d"
                                .formatted(one.item().name(), one.item().windows().orElseThrow().build().number()),
                        "Take `network: {overlays: services}`, or the build 2022.")).toList();
    }
}
