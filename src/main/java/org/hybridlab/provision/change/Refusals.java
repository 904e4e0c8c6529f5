package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.file.RenderedManifests;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * What commands refuse before they change anything, because half of such a lab would come up, or a running lab could
 * not take the change. All exit with 2; docs/reference/failures.md explains the ids.
 *
 * @param earlier this host's record of a lab that is up
 * @param bundled releases in the bundle
 * @param labContext created only for refusals that look beyond the file
 */
public record Refusals(OpenLab open, Optional<KnownLab> earlier, List<Release> bundled,
                       Supplier<LabContext> labContext, Cancellation cancellation) {
    /** In the order of evaluation. */
    private static final List<Refusal> ALL = List.of(
            new Refusal("provider-differs", LooksAt.PROVIDER, Refusals::provider),
            new Refusal("up-limits", LooksAt.LAB_FILE, Refusals::limits),
            new Refusal("network-mode-changed", LooksAt.LAB_FILE, Refusals::networkMode),
            new Refusal("change-refused", LooksAt.KUBECONFIG, Refusals::kubeconfig),
            new Refusal("change-refused", LooksAt.APPLIED, Refusals::changes),
            new Refusal("change-refused", LooksAt.MACHINES, Refusals::etcd));

    /** What a refusal reads. A command names what it may read by then. */
    public enum LooksAt {
        /** The lab file's provider, and the machines'. */
        PROVIDER,
        /** The lab file, the bundle, and this host's record of the lab. */
        LAB_FILE,
        KUBECONFIG,
        APPLIED,
        MACHINES
    }

    private record Refusal(String id, LooksAt looksAt, Function<Refusals, Optional<Violation>> look) {
    }

    /**
     * @param what one sentence, or one with a list of reasons
     * @param why a reason on each line; empty: the sentence says it
     */
    private record Violation(String what, List<String> why, String advice) {
        LabException refused(String id) {
            LabException refused = LabException.invalid(id, what, advice);
            return why.isEmpty() ? refused : refused.because(String.join("\n", why));
        }
    }

    /**
     * @throws LabException the first refusal (exit 2); {@code applied-lab-unreadable} (exit 2) or {@code
     * etcd-not-judged} (exit 5) if it is unknown
     */
    public void check(LooksAt... looks) {
        Set<LooksAt> wanted = Set.of(looks);
        ALL.stream().filter(refusal -> wanted.contains(refusal.looksAt())).forEach(refusal ->
                refusal.look().apply(this).ifPresent(violation -> {
                    throw violation.refused(refusal.id());
                }));
    }

    private Optional<Violation> provider() {
        return earlier.flatMap(lab -> otherProvider(lab, open.written()));
    }

    /** Throws {@code provider-differs} (exit 2), before rules judge another provider. @param written in the file now */
    public static void checkProvider(KnownLab earlier, Optional<ProviderName> written) {
        otherProvider(earlier, written).ifPresent(violation -> {
            throw violation.refused("provider-differs");
        });
    }

    /** What a flag once overrode is no change. */
    private static Optional<Violation> otherProvider(KnownLab earlier, Optional<ProviderName> written) {
        String then = earlier.provider().id();
        return written.filter(now -> !earlier.written().equals(written) && now != earlier.provider())
                .map(now -> new Violation("The lab %s is up on %s, and its file says %s."
                        .formatted(earlier.name(), then, now.id()), List.of(),
                        "Write provider: %1$s into the file, call `up` with --provider %1$s, or destroy the lab first."
                                .formatted(then)));
    }

    private Optional<Violation> limits() {
        return Optional.of(limits(open.lab(), bundled)).filter(limits -> !limits.isEmpty())
                .map(limits -> new Violation("`up` cannot bring up all of " + open.lab().name() + ".", limits,
                        "Take these out of the lab file; the rest comes up."));
    }

    /** What the lab file says and {@code up} does not support, a sentence each. */
    public static List<String> limits(Lab lab, List<Release> bundled) {
        List<String> limits = new ArrayList<>(lab.joinsExisting() ? joining(lab) : List.of());
        lab.machines().stream()
                .filter(machine -> machine.isWindows() && machine.arch() != Arch.AMD64 && !machine.isSimulated())
                .forEach(machine -> limits.add(machine.name() + " is a Windows machine that is not amd64, and the "
                        + "bundle has nothing for it"));
        lab.nodesOfOtherVersions().stream().filter(Machine::isWindows).forEach(machine -> limits.add(machine.name()
                + " has a Kubernetes of its own, and Windows machines get the lab's"));
        lab.nodesOfOtherVersions().stream().filter(machine -> !machine.isWindows())
                .filter(machine -> bundled.stream().noneMatch(one -> one.kubernetes().equals(machine.kubernetes())))
                .forEach(machine -> limits.add("%s has Kubernetes %s, which is not in the bundle".formatted(
                        machine.name(), machine.kubernetes())));
        String containerd = bundled.stream().filter(release -> release.kubernetes().equals(lab.kubernetes()))
                .map(release -> release.versions().get("containerd")).filter(Objects::nonNull).findFirst().orElse("");
        lab.containerd().stream().map(Object::toString).filter(wanted -> !wanted.equals(containerd))
                .forEach(wanted -> limits.add("containerd %s is not in the bundle, which has %s".formatted(wanted,
                        containerd)));
        return limits;
    }

    private static List<String> joining(Lab lab) {
        Stream<String> provider = lab.provider().filter(name -> !name.traits().joinsNetworks()).stream()
                .map(name -> "machines of %s cannot be put into a network that a cluster of others has".formatted(
                        name.traits().title()));
        Stream<String> simulated = lab.simulatedMachines().stream().map(machine -> machine.name()
                + " is simulated, by a program on the lab's own control plane, and a cluster of others has its own");
        Stream<String> charts = lab.apps().stream().filter(app -> app.chart().isPresent()).map(app -> app.name()
                + " is a chart, and Helm does not keep to the lab's own objects in a cluster of others");
        return Stream.of(provider, simulated, charts).flatMap(all -> all).toList();
    }

    /** With the plugin, Windows machines have another service and network. Linux machines may be gateways. */
    private Optional<Violation> networkMode() {
        Lab lab = open.lab();
        NetworkMode now = lab.network().mode();
        return earlier.map(KnownLab::mode)
                .filter(then -> lab.machines().stream().anyMatch(Machine::isWindows)
                        && then.traits().pluginOnWindows() != now.traits().pluginOnWindows()
                        && !VagrantNotes.of(open.workspace()).names().isEmpty())
                .map(then -> new Violation(("%s is up with the network mode %s, and its file says %s now: the one's "
                        + "services would stay beside the other's.").formatted(lab.name(), then.id(), now.id()),
                        List.of(), "Destroy it first: hybridlab destroy %s. Or set network.mode back."
                                .formatted(open.word())));
    }

    /**
     * Judges the rendered manifests of apps.
     *
     * @param known problems of the lab's files, which are left out
     * @return warnings
     * @throws LabException {@code manifests-wrong} (exit 2)
     */
    public List<Problem> checkManifests(List<Problem> known) {
        // The same object has another place in the rendered text.
        Map<Boolean, List<Problem>> byKind = RenderedManifests.judge(open.lab(), labContext.get().files().manifests())
                .stream().filter(problem -> known.stream().noneMatch(other -> other.ruleId().equals(problem.ruleId())
                        && other.message().equals(problem.message())))
                .collect(Collectors.partitioningBy(Problem::isError));
        if (!byKind.get(true).isEmpty()) {
            throw new Violation("The manifests of %s cannot work in it.".formatted(open.lab().name()),
                    byKind.get(true).stream().map(Problem::text).toList(),
                    "Fix the apps' templates; docs/reference/rules.md explains the ids.").refused("manifests-wrong");
        }
        return byKind.get(false);
    }

    /** Without a kubeconfig, a change would be recorded as applied that is not. */
    private Optional<Violation> kubeconfig() {
        LabCluster cluster = new LabCluster(open.workspace());
        return Optional.of(cluster).filter(one -> one.wasKnown() && !one.isKnown())
                .flatMap(lost -> LabChanges.of(labContext.get())).filter(changes -> !changes.isEmpty())
                .map(changes -> new Violation("The kubeconfig of the lab %s %s, and its file has changed.".formatted(
                        open.lab().name(), cluster.isAnother() ? "leads to another cluster" : "is gone"),
                        changes.stream().map(LabChange::line).toList(),
                        "Set the file back and run `hybridlab up %s`, ".formatted(open.word())
                                + "which gets the kubeconfig again. Then change the file."));
    }

    private Optional<Violation> changes() {
        new WorkspaceState(open.workspace()).mustBeReadable(open.word());
        return Optional.of(ChangeRefusals.reasons(open)).filter(reasons -> !reasons.isEmpty())
                .map(reasons -> new Violation(ChangeRefusals.message("The running lab " + open.lab().name(), reasons),
                        List.of(), ("Set them back. Or make a new cluster: hybridlab destroy %1$s, then hybridlab up "
                                + "%1$s.").formatted(open.word())));
    }

    /** {@code up} starts only the file's machines. If others are off, etcd may lack the majority to remove them. */
    private Optional<Violation> etcd() {
        Lab lab = open.lab();
        LabContext context = labContext.get();
        Set<String> members = new TreeSet<>(new WorkspaceState(open.workspace()).lab().map(AppliedLab::machines)
                .map(AppliedMachine::etcdMembers).orElse(Set.of()));
        // An interrupted run took their members out of etcd already.
        new WorkspaceState(open.workspace()).recreating().stream().filter(name -> lab.machine(name).isEmpty())
                .forEach(members::remove);
        if (lab.joinsExisting() || !context.created().cluster().wasKnown()
                || members.stream().allMatch(name -> lab.machine(name).isPresent())) {
            return Optional.empty();
        }
        Map<String, MachineState> states = context.created().states(cancellation).byName();
        Set<String> off = members.stream().filter(name -> lab.machine(name).isEmpty() && states.containsKey(name)
                && !states.get(name).isRunning()).collect(Collectors.toCollection(TreeSet::new));
        boolean kept = off.isEmpty() || EtcdMajority.of(members, members, states,
                name -> lab.machine(name).isPresent()).isKept(lab.name(),
                        "Nothing was touched. See `hybridlab status %s`.".formatted(open.word()));
        return kept ? Optional.empty() : Optional.of(new Violation(
                "%s left the lab file of %s and cannot leave etcd: too few members run without what is off.".formatted(
                        String.join(", ", off), lab.name()), List.of(),
                "Put them back into the file and run `hybridlab up %s`. Take them out while the lab runs.".formatted(
                        open.word())));
    }
}
