package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.OverlayStyle;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.ProviderTraits;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class WindowsBuildRules {
    /** The first long-term build with the bind filter. */
    private static final int BINDS = 20_348;

    /** Containers share the kernel of a Linux host. */
    public static final Rule WINDOWS_PROVIDER = Rule.of("windows-provider",
            "The provider can run every machine's operating system.",
            Set.of(MACHINES, PROVIDER), WindowsBuildRules::windowsProvider);

    /** Today's images, such as pause, exist for other builds only. */
    public static final Rule WINDOWS_BUILD_SUPPORT = Rule.of("windows-build-support",
            "A Windows machine has a build that Kubernetes runs on.",
            Set.of(MACHINES, NETWORK), facts ->
                Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().windows().stream()
                .map(windows -> windows.build()).filter(build -> !build.canBeNode())
                .map(build -> unsupported(one, build))).toList());

    /**
     * HostProcess pods expect their files in C:\hpc, where containerd binds them. Windows Server 2019 cannot bind
     * (hcsshim, internal/jobcontainers), and puts them into a folder of each pod.
     */
    public static final Rule WINDOWS_BUILD_PODS = Rule.of("windows-build-pods",
            "DaemonSets for Windows machines need Windows Server 2022 or newer.",
            Set.of(MACHINES, NETWORK), WindowsBuildRules::windowsBuildPods);

    private WindowsBuildRules() {
    }

    private static List<Defect> windowsProvider(LabFacts facts) {
        if (facts.lab().provider().filter(provider -> !provider.traits().windowsGuests()).isEmpty()) {
            return List.of();
        }
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && !one.item().isSimulated())
                .map(one -> facts.host().standIns() ? standIn(one) : refusal(one, facts.lab().provider().get()))
                .toList();
    }

    private static Defect refusal(Numbered<Machine> one, ProviderName provider) {
        return error(Place.machine(one.number(), "os"), "%s cannot run the Windows machine %s"
                .formatted(provider.traits().title(), one.item().name()),
                "Add --simulate-windows: Kubernetes then sees a simulated node in its place. Or take "
                        + ProviderName.idsOf(ProviderTraits::windowsGuests) + ".");
    }

    private static Defect standIn(Numbered<Machine> one) {
        return warning(Place.machine(one.number(), "os"), "%s is a stand-in, a container that plays a Windows machine"
                .formatted(one.item().name()), "For hybridlab's own tests; it proves nothing of Windows.");
    }

    private static Defect unsupported(Numbered<Machine> one, WindowsBuild build) {
        String why = build.support() == WindowsBuild.Support.NEVER ? "is older than Kubernetes' support of Windows"
                : "got its last images years ago";
        return error(Place.machine(one.number(), "build"), "%s of %s %s".formatted(build.title(), one.item().name(),
                why), "Take 2022, 2025, or, for images of 1809, 2019.");
    }

    private static List<Defect> windowsBuildPods(LabFacts facts) {
        if (facts.lab().network().overlays() != OverlayStyle.DAEMONSET) {
            return List.of();
        }
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().windows().filter(windows -> windows.build().canBeNode()
                        && windows.build().number() < BINDS).isPresent())
                .map(one -> error(Place.machine(one.number(), "build"),
                        "HostProcess pods of flannel and kube-proxy do not find their files on %s, which runs build %d"
                                .formatted(one.item().name(), one.item().windows().orElseThrow().build().number()),
                        "Take `network: {windowsAgents: services}`, or the build 2022.")).toList();
    }
}
