package org.hybridlab.service.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.artifact.image.HostImages;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.host.DiskRoom;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.Requirement;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ProviderTool;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.HostService;

/** Evidence of daemons, disk space, workspace files and the provider. Reads no logs. Changes nothing. */
final class HostEvidence {
    /** Below this, the next write or start fails. */
    private static final long LEAST_DISK_MIB = 500;
    private static final long LEAST_MEMORY_MIB = 200;
    private static final String FACTS = "facts";
    private static final Pattern LACKS = Pattern.compile(
            "^(\\S+): .* waiting (?:ErrImage|ImagePull)\\w+: .*?image \"(\\w[\\w./@:-]*)\"");

    private final ServiceContext context;
    private final LabContext labContext;
    private final Consumer<String> gaps;

    HostEvidence(ServiceContext context, LabContext labContext, Consumer<String> gaps) {
        this.context = context;
        this.labContext = labContext;
        this.gaps = gaps;
    }

    List<Evidence> collect(ExpectedParts expected, Duration within) {
        HostService host = new HostService(context);
        ProviderName provider = labContext.provider().name();
        List<Evidence> evidence = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        // Only two at a time, since each waits for the same daemon.
        try (Parallel looks = new Parallel(2, context.cancellation())) {
            CompletableFuture<DiskRoom> room = looks.begin(() -> host.room(provider, within));
            CompletableFuture<List<Requirement>> doctor = looks.begin(() ->
                    host.doctor(false).within(within).examine(provider));
            machines(expected, within, evidence).ifPresent(unknown -> {
                gaps.accept("machines' states: " + unknown.what());
                Parallel.join(doctor).stream().filter(Requirement::isMissing)
                        .forEach(missing -> lines.add("%s: %s".formatted(missing.id(), missing.found())));
            });
            lines.addAll(0, room(host.facts(), Parallel.join(room)));
        }
        lines.addAll(files(expected));
        evidence.add(Evidence.of(EvidenceKind.HOST, Evidence.HOST, FACTS, lines));
        return evidence;
    }

    /** @return why the provider gave no states */
    private Optional<LabException> machines(ExpectedParts expected, Duration within, List<Evidence> evidence) {
        Provider provider = labContext.provider();
        try {
            Map<String, MachineState> states = context.cancellation()
                    .within(within, own -> provider.states(labContext.id(), own))
                    .orElseThrow(() -> ProviderTool.silent(provider.name(), within));
            labContext.lab().machines().stream().filter(machine -> !machine.isSimulated()).forEach(machine ->
                    evidence.add(new Evidence(EvidenceKind.HOST, machine.name(), "the provider's word",
                            Optional.of(machine.os()), machine(machine, states,
                                    expected.machines().contains(machine.name())))));
            return Optional.empty();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    /** Locally built images that are missing on pods' machines. */
    List<Evidence> images(List<Evidence> cluster) {
        Map<String, Optional<String>> here = new HashMap<>();
        HostImages host = new HostImages(context.processes(), context.cancellation());
        return cluster.stream().filter(one -> one.kind() == EvidenceKind.POD).map(one -> new Evidence(EvidenceKind.HOST,
                one.place(), "images of the host", one.os(), one.lines().stream().map(LACKS::matcher)
                        .filter(Matcher::find).flatMap(lacks -> here.computeIfAbsent(lacks.group(2), host::holder)
                        .stream().map(program -> "%s: the image %s is in %s of this host".formatted(lacks.group(1),
                                lacks.group(2), program))).toList()))
                .filter(one -> !one.lines().isEmpty()).toList();
    }

    private static List<String> room(HostFacts facts, DiskRoom disk) {
        List<String> lines = new ArrayList<>();
        if (disk.freeMiB() < LEAST_DISK_MIB) {
            lines.add("disk short: %d MiB free in %s".formatted(disk.freeMiB(), disk.place()));
        }
        if (facts.availableMiB() < LEAST_MEMORY_MIB) {
            lines.add("memory short: %d of %d MiB available".formatted(facts.availableMiB(), facts.memoryMiB()));
        }
        return lines;
    }

    private List<String> machine(Machine machine, Map<String, MachineState> states, boolean expected) {
        MachineState state = states.getOrDefault(machine.name(), MachineState.absent());
        if (!state.isRunning()) {
            return complaint(state, expected).stream().toList();
        }
        return expected && !Files.isRegularFile(labContext.workspace().sshConfig(machine.name()))
                ? List.of("ssh settings missing") : List.of();
    }

    /** Of a machine that does not run, unless its state is changing. */
    static Optional<String> complaint(MachineState state, boolean expected) {
        return state.isAbsent() && !expected || !state.isStill() ? Optional.empty()
                : Optional.of("machine %s: %s".formatted(state.kind().name().toLowerCase(Locale.ROOT), state.word()));
    }

    private List<String> files(ExpectedParts expected) {
        Workspace workspace = labContext.workspace();
        List<String> lines = new ArrayList<>();
        Path key = workspace.sshKey();
        if (!expected.machines().isEmpty() && !Files.exists(key)) {
            lines.add("lab's key missing: " + key);
        } else if (Files.exists(key) && isReadableByOthers(key)) {
            lines.add("lab's key readable by others: " + key);
        }
        kubeconfig(workspace, expected.kubeconfig()).ifPresent(lines::add);
        return lines;
    }

    /** @param expected whether the lab has had one */
    static Optional<String> kubeconfig(Workspace workspace, boolean expected) {
        if (!Files.exists(workspace.kubeconfig())) {
            return Optional.of("kubeconfig missing: " + workspace.kubeconfig()).filter(line -> expected);
        }
        if (new LabCluster(workspace).isAnother()) {
            return Optional.of("kubeconfig of another cluster: " + workspace.kubeconfig());
        }
        try {
            Cluster.at(workspace.kubeconfig());
            return Optional.empty();
        } catch (LabException e) {
            return Optional.of("kubeconfig damaged: " + workspace.kubeconfig());
        }
    }

    private static boolean isReadableByOthers(Path key) {
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(key);
            return mode.contains(PosixFilePermission.GROUP_READ) || mode.contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException e) {
            // File systems without modes satisfy OpenSSH.
            return false;
        }
    }
}
