package org.hybridlab.service.estimate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.DownloadEstimate;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderTraits;
import org.hybridlab.host.Software;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.ServiceContext;

/**
 * What {@code up} will download and how long it takes, before it starts.
 *
 * @param software needed on this host for the downloads
 */
public record UpEstimate(List<String> lines, Set<Software> software) {
    /** In seconds, before nodes are upgraded one by one. */
    private static final int UPGRADE_IMAGES = 30;
    private static final int CONTROL_PLANE_UPGRADE = 90;
    private static final int NODE_UPGRADE = 30;

    /** Also before {@code setup}, when the provider cannot list its boxes. */
    public static UpEstimate asFarAsKnown(ComingMachines coming, ServiceContext context) {
        try {
            return of(coming, context);
        } catch (LabException e) {
            Lab lab = coming.labContext().lab();
            return new UpEstimate(Stream.of(Optional.of("What the first run gets is not known yet: " + e.what()),
                    SimulatedWords.of(lab), ProofWords.of(lab))
                    .flatMap(Optional::stream).toList(), Set.of());
        }
    }

    public static UpEstimate of(ComingMachines coming, ServiceContext context) {
        LabContext labContext = coming.labContext();
        Bundles bundles = context.bundles();
        Lab lab = labContext.lab();
        boolean box = coming.haveBox(context.cancellation());
        DownloadEstimate bundle = bundles.estimate(lab.kubernetes(), Group.LINUX, lab.firstNode().arch());
        List<String> lines = new ArrayList<>();
        Set<Software> software = new LinkedHashSet<>();
        boolean kit = labContext.hasNodePayload() && (upgrade(labContext).isEmpty()
                || labContext.boxes().payload().exists());
        if (!(box && kit) && !bundle.isComplete()) {
            lines.add("Getting Kubernetes %s and what goes with it: %d MB, at most %s the first time on this host."
                    .formatted(lab.kubernetes(), bundle.megabytes(), minutes(bundle.building().toSeconds())));
            // Some parts exist only as Go modules.
            software.add(Software.GO);
        }
        lab.nodesOfOtherVersions().stream().map(Machine::kubernetes).distinct().forEach(version -> {
            DownloadEstimate other = bundles.estimate(version, Group.LINUX, lab.firstNode().arch());
            if (!other.isComplete()) {
                lines.add("Getting Kubernetes %s for its kubelet: %d MB, at most %s the first time on this host."
                        .formatted(version, other.megabytes(), minutes(other.building().toSeconds())));
                software.add(Software.GO);
            }
        });
        if (!box) {
            lines.add("Making the machines' box: 1.3 GB, about 3 min the first time.");
            software.add(Software.MMDEBSTRAP);
        }
        if (!kit) {
            lines.add("Putting together what %s: 0.8 GB, about 1 min the first time.".formatted(
                    labContext.hasNodePayload() ? "machines that are there lack" : "stock boxes lack"));
            software.add(Software.MMDEBSTRAP);
        }
        if (!lab.simulatedMachines().isEmpty()) {
            extra(bundles.estimate(lab.kubernetes(), Group.SIMULATION, lab.firstNode().arch()),
                    "kwok, which simulates nodes",
                    lines, software);
        }
        lab.addons().stream().filter(addon -> !addon.programs().isEmpty()).forEach(addon -> extra(
                bundles.estimate(lab.kubernetes(), Group.of(addon), lab.firstNode().arch()), "the " + addon.title(),
                lines, software));
        lab.madeWindowsMachines().stream().findFirst().ifPresent(machine -> extra(
                bundles.estimate(lab.kubernetes(), Group.WINDOWS, machine.arch()), "the programs of Windows machines",
                lines, software));
        images(labContext, bundles, context, lines);
        lines.add(machines(labContext));
        PlannedBox.of(labContext).forEach(planned -> lines.addAll(planned.lines()));
        SimulatedWords.of(lab).ifPresent(lines::add);
        ProofWords.of(lab).ifPresent(lines::add);
        return new UpEstimate(lines, software);
    }

    private static void extra(DownloadEstimate estimate, String what, List<String> lines, Set<Software> software) {
        if (!estimate.isComplete()) {
            lines.add("Getting %s: %d MB, at most %s the first time on this host.".formatted(what,
                    estimate.megabytes(), minutes(estimate.building().toSeconds())));
            software.add(Software.GO);
        }
    }

    /** Missing images of Windows machines, and their client. Without Go, machines pull by themselves. */
    private static void images(LabContext labContext, Bundles bundles, ServiceContext context, List<String> lines) {
        PlannedImages images = PlannedImages.of(labContext, context.home());
        if (images.onHost() && !images.missing().isEmpty()) {
            extra(bundles.estimate(labContext.lab().kubernetes(), Group.TOOLS, Arch.ofThisHost()),
                    "crane, which fetches images", lines,
                    new LinkedHashSet<>());
        }
        images.estimate().ifPresent(lines::add);
    }

    private static String machines(LabContext labContext) {
        List<Machine> machines = labContext.lab().madeMachines();
        int memory = machines.stream().mapToInt(Machine::memoryMiB).sum();
        ProviderTraits traits = labContext.provider().name().traits();
        return "%d machine%s with %.1f GiB in all on %s%s; %s.".formatted(machines.size(),
                machines.size() == 1 ? "" : "s", memory / 1024.0, traits.title(),
                traits.sharesHostMemory() ? ", which they take as they need it" : "",
                upgrade(labContext).filter(words -> !labContext.isEmulated()).orElseGet(() -> usual(labContext)));
    }

    private static String usual(LabContext labContext) {
        if (labContext.lab().madeWindowsMachines().isEmpty()) {
            return labContext.isEmulated() ? "under emulation about 12 min" : "about a minute once the box is there";
        }
        return PlannedBox.WINDOWS_TIME + " for each Windows machine once its box is there"
                + (labContext.isEmulated() ? ", and longer under emulation" : "");
    }

    /** Time of a node by node upgrade; empty without one. */
    private static Optional<String> upgrade(LabContext labContext) {
        Map<String, String> then = new WorkspaceState(labContext.workspace()).lab().map(AppliedLab::versions)
                .orElse(Map.of());
        long seconds = labContext.lab().madeMachines().stream().filter(machine -> !machine.kubernetes().toString()
                .equals(then.getOrDefault(machine.name(), machine.kubernetes().toString())))
                .mapToLong(machine -> machine.isControlPlane() ? CONTROL_PLANE_UPGRADE : NODE_UPGRADE).sum();
        return seconds == 0 || !labContext.hasCluster() ? Optional.empty()
                : Optional.of("the upgrade of Kubernetes takes about " + minutes(UPGRADE_IMAGES + seconds));
    }

    private static String minutes(long seconds) {
        return (seconds + 59) / 60 + " min";
    }

    public static final class SimulatedWords {
        private SimulatedWords() {
        }

        public static Optional<String> of(Lab lab) {
            String names = lab.simulatedMachines().stream().map(Machine::name).collect(Collectors.joining(", "));
            return names.isEmpty() ? Optional.empty() : Optional.of("Simulated, as you asked: %s. ".formatted(names)
                    + "Kubernetes sees a node, nothing runs there, and what needs Windows cannot be judged.");
        }
    }
}
