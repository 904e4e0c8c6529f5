package org.hybridlab.provision.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.StrictJson;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.provider.vagrant.VagrantNotes;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.state.LabCluster;
import tools.jackson.core.JacksonException;

/**
 * The lab as the last successful {@code up} left it; a file in the workspace. The first {@code up} writes it before it
 * creates anything.
 *
 * @param kubernetes such as {@code 1.36.3}
 * @param network what a cluster keeps for life, see {@link AppliedNetwork}
 * @param apps fingerprints of inputs, by name
 * @param checks fingerprints, by name
 * @param initTemplate fingerprint of the lab's own template for {@code kubeadm init}; empty: none
 * @param switches {@code untaint}, on or off, and the name of each addon that is on
 * @param outside fingerprints of keys that machines are configured with
 */
public record AppliedLab(String kubernetes, Map<String, String> network, List<AppliedMachine> machines,
                         Map<String, String> apps, Map<String, String> checks, String initTemplate,
                         Map<String, Boolean> switches, Map<String, String> outside) {
    static final String UNTAINT = "untaint";
    /** The lab's own, or hybridlab's. */
    static final String INIT_TEMPLATE = "kubeadm-init.yaml.ftl";
    private static final String FILE = "kubernetes/applied-lab.json";
    private static final String UPGRADE = "kubernetes/upgrade-begun";

    public AppliedLab {
        network = new TreeMap<>(network);
        machines = List.copyOf(machines);
        apps = new TreeMap<>(apps);
        checks = new TreeMap<>(checks);
        switches = new TreeMap<>(switches);
        outside = new TreeMap<>(outside);
    }

    public static AppliedLab of(LabContext labContext) {
        Lab lab = labContext.lab();
        Workspace workspace = labContext.workspace();
        return of(lab, app -> Fingerprint.of(app, labContext.files().manifest(app)), initTemplate(labContext),
                LabCluster.wasKnown(workspace.folder()) ? read(workspace) : Optional.empty());
    }

    /** What an {@code up} of this lab would leave, by its file alone: apps keep their fingerprints. */
    AppliedLab withFile(Lab lab) {
        return of(lab, app -> apps.getOrDefault(app.name(), ""), initTemplate, Optional.of(this));
    }

    private static AppliedLab of(Lab lab, Function<App, String> manifests, String initTemplate,
                                 Optional<AppliedLab> then) {
        Map<String, String> apps = new TreeMap<>();
        lab.apps().forEach(app -> apps.put(app.name(), manifests.apply(app)));
        Map<String, String> checks = new TreeMap<>();
        lab.checks().forEach(check -> checks.put(check.name(), Fingerprint.of(check)));
        return new AppliedLab(lab.kubernetes().toString(), AppliedNetwork.of(lab, then),
                lab.machines().stream().map(AppliedMachine::of).toList(), apps, checks, initTemplate,
                switches(lab), outside(lab));
    }

    private static Map<String, Boolean> switches(Lab lab) {
        Map<String, Boolean> switches = new TreeMap<>(Map.of(UNTAINT, lab.untaint()));
        lab.addons().forEach(addon -> switches.put(addon.name(), true));
        return switches;
    }

    boolean isOn(String key) {
        return switches.getOrDefault(key, false);
    }

    /** Without boxes, which count only at creation. */
    private static Map<String, String> outside(Lab lab) {
        return Map.of("proxy", Fingerprint.of(lab.outside().httpProxy(), lab.outside().httpsProxy(),
                        lab.outside().noProxy()),
                "mirrors", Fingerprint.of(lab.outside().registryMirror()),
                "time", Fingerprint.of(lab.time()),
                "registries", Fingerprint.of(lab.registries()),
                "network.dns", Fingerprint.of(lab.network().dns()));
    }

    private static String initTemplate(LabContext labContext) {
        String name = "kubernetes/" + INIT_TEMPLATE;
        Path folder = labContext.open().location().folder();
        try {
            for (Path file : List.of(folder.resolve("templates").resolve(name), folder.resolve(name))) {
                if (Files.isRegularFile(file)) {
                    return Fingerprint.of(Files.readString(file));
                }
            }
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty if the lab is not up, or the file is damaged. */
    public static Optional<AppliedLab> read(Workspace workspace) {
        return read(workspace.folder());
    }

    /** Whether {@code up} would apply no change of the lab file. @param folder of a workspace, or a saved copy */
    public static boolean isUnchanged(Path folder, LabContext labContext) {
        AppliedLab now = of(labContext);
        // Whether machines are fresh is not the file's.
        return read(folder).filter(then -> then.with(then.machines.stream().map(AppliedMachine::withoutFresh).toList(),
                then.switches).equals(now)).isPresent();
    }

    /** @param folder of a workspace, or a saved copy */
    static Optional<AppliedLab> read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            return Files.isRegularFile(file) ? Optional.ofNullable(StrictJson.MAPPER.readValue(
                    Files.readAllBytes(file), AppliedLab.class)) : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** Throws {@code applied-lab-unreadable} (exit 2): as an absent file, it would let every change pass. */
    static void mustBeReadable(Path folder, String word) {
        if (!LabCluster.wasKnown(folder)) {
            return;
        }
        if (Files.exists(folder.resolve(FILE)) && read(folder).isEmpty()) {
            throw unreadable(folder, "If the lab file has not changed since the last `up`, remove that "
                    + "file and run the command again. Else make a new cluster: hybridlab destroy %1$s, then hybridlab "
                            .formatted(word) + "up %s.".formatted(word));
        }
        if (Files.exists(folder.resolve(UPGRADE)) && begun(folder).isEmpty()) {
            throw damaged(folder.resolve(UPGRADE), "An upgrade of Kubernetes was begun. Write that version into it, "
                    + "such as 1.36.3, and run the command again.");
        }
    }

    public static LabException unreadable(Path folder, String advice) {
        return damaged(folder.resolve(FILE), advice);
    }

    private static LabException damaged(Path file, String advice) {
        return LabException.invalid("applied-lab-unreadable", "What hybridlab noted of the running lab cannot be read: "
                + file, advice);
    }

    /** After all machines were destroyed by name, the cluster constrains nothing, unless it is of others. */
    public static void forgetLost(LabContext labContext, Cancellation cancellation) {
        if (isLost(labContext, cancellation)) {
            Workspace workspace = labContext.workspace();
            workspace.remove(UPGRADE);
            workspace.remove(FILE);
            labContext.created().cluster().forget();
        }
    }

    public static boolean isLost(LabContext labContext, Cancellation cancellation) {
        Workspace workspace = labContext.workspace();
        boolean own = !labContext.lab().joinsExisting() && read(workspace).filter(AppliedNetwork::isJoined).isEmpty();
        return own && LabCluster.wasKnown(workspace.folder()) && VagrantNotes.of(workspace).names().isEmpty()
                && labContext.states(cancellation).byName().isEmpty();
    }

    /** Without a cluster, only existing machines constrain the file. */
    public static void begin(LabContext labContext) {
        Workspace workspace = labContext.workspace();
        if (!new LabCluster(workspace).wasKnown()) {
            AppliedLab wanted = of(labContext);
            Map<String, AppliedMachine> machines = new LinkedHashMap<>();
            wanted.machines().forEach(machine -> machines.put(machine.name(), machine.withJoined(false)));
            Set<String> made = VagrantNotes.of(workspace).names();
            read(workspace).ifPresent(then -> then.machines().stream().filter(old -> made.contains(old.name()))
                    .forEach(old -> machines.merge(old.name(), old, (now, same) -> same.beforeCluster(now))));
            wanted.with(List.copyOf(machines.values()), wanted.switches()).write(workspace);
        }
    }

    /** Recorded before the machine is created. An existing one keeps its record. */
    static void noteMade(LabContext labContext, Machine machine) {
        boolean made = VagrantNotes.of(labContext.workspace()).names().contains(machine.name());
        changeMachines(labContext.workspace(), then -> {
            if (then.machine(machine.name()).filter(old -> made || old.joined()).isPresent()) {
                return then.machines();
            }
            Map<String, AppliedMachine> machines = new LinkedHashMap<>();
            then.machines().forEach(old -> machines.put(old.name(), old));
            machines.put(machine.name(), AppliedMachine.of(machine).withJoined(false));
            return List.copyOf(machines.values());
        });
    }

    /** Records machines as joined at once, in case the {@code up} fails later. @param joined by id of the join step */
    public static void noteJoined(LabContext labContext, Predicate<String> joined) {
        List<Machine> all = labContext.lab().machines().stream().filter(machine -> joined.test(
                StepIds.joined(labContext.lab(), machine))).toList();
        changeMachines(labContext.workspace(), then -> {
            Map<String, AppliedMachine> machines = new LinkedHashMap<>();
            then.machines().forEach(machine -> machines.put(machine.name(), machine));
            all.stream().filter(machine -> then.machine(machine.name()).filter(AppliedMachine::joined).isEmpty())
                    .forEach(machine -> machines.put(machine.name(), then.machine(machine.name())
                            // Keeps how it was created. Docker may have moved its address.
                            .orElseGet(() -> AppliedMachine.of(machine)).joinedAt(machine.address().toString())));
            return List.copyOf(machines.values());
        });
    }

    /** Recorded at once, in case the run fails later. */
    static void noteMeasure(Workspace workspace, Machine machine) {
        change(workspace, machine.name(), old -> old.withMeasure(machine));
    }

    /** Recorded at once, in case the run fails later. */
    static void noteVersion(Workspace workspace, Machine machine) {
        change(workspace, machine.name(), old -> old.withKubernetes(machine.kubernetes().toString()));
    }

    /** Recorded before it takes effect, so that switching it off undoes it. */
    static void noteSwitchedOn(Workspace workspace, String key) {
        change(workspace, then -> {
            Map<String, Boolean> switches = new TreeMap<>(then.switches());
            switches.put(key, true);
            return then.with(then.machines(), switches);
        });
    }

    private static void change(Workspace workspace, String machine, UnaryOperator<AppliedMachine> change) {
        changeMachines(workspace, then -> then.machines().stream().map(old -> old.name().equals(machine)
                ? change.apply(old) : old).toList());
    }

    private static void changeMachines(Workspace workspace, Function<AppliedLab, List<AppliedMachine>> change) {
        change(workspace, then -> then.with(change.apply(then), then.switches()));
    }

    /** The cluster has, or may have, DaemonSets for Windows machines. */
    static void noteDaemonSets(Workspace workspace) {
        change(workspace, then -> new AppliedLab(then.kubernetes,
                AppliedNetwork.withDaemonSets(then.network), then.machines, then.apps, then.checks, then.initTemplate,
                then.switches, then.outside));
    }

    /** Steps of one run record in parallel. */
    private static synchronized void change(Workspace workspace, UnaryOperator<AppliedLab> change) {
        read(workspace).ifPresent(then -> {
            AppliedLab now = change.apply(then);
            if (!now.equals(then)) {
                now.write(workspace);
            }
        });
    }

    private AppliedLab with(List<AppliedMachine> changed, Map<String, Boolean> turned) {
        return new AppliedLab(kubernetes, network, changed, apps, checks, initTemplate, turned, outside);
    }

    public void write(Workspace workspace) {
        workspace.write(FILE, StrictJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n",
                Workspace.Kind.LASTING);
    }

    /** From now on the cluster may be of this version, in part or as a whole: there is no way back. */
    static void beginUpgrade(Workspace workspace, KubernetesVersion version) {
        workspace.write(UPGRADE, version + "\n", Workspace.Kind.LASTING);
    }

    /** Version of each machine; the new one after an upgrade has begun. @param folder a workspace, or a saved copy */
    public static Map<String, String> versions(Path folder) {
        Map<String, String> all = new TreeMap<>();
        read(folder).ifPresent(then -> then.machines().forEach(machine -> all.put(machine.name(),
                machine.kubernetes().equals(then.kubernetes()) ? then.newestThere(folder).toString()
                        : machine.kubernetes())));
        return all;
    }

    /** Control planes that left the lab file, and are still etcd members. */
    public static Set<String> leavingControlPlanes(LabContext labContext) {
        Set<String> without = labContext.lab().hasExternalEtcd() ? Set.of()
                : new Replacements(labContext.workspace()).machines();
        return read(labContext.workspace()).stream().flatMap(then -> then.joined(Role.CONTROL_PLANE))
                .map(AppliedMachine::name).filter(name -> labContext.lab().machine(name).isEmpty())
                .filter(name -> !without.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** If machines were not recorded, whether there was a cluster. */
    public static boolean hadNodes(Workspace workspace) {
        return read(workspace).map(then -> then.machines().stream().anyMatch(AppliedMachine::joined))
                .orElseGet(() -> LabCluster.wasKnown(workspace.folder()));
    }

    private Stream<AppliedMachine> joined(Role role) {
        return machines.stream().filter(machine -> machine.role().equals(role.id()))
                .filter(AppliedMachine::joined);
    }

    /** Whether a machine of the role stays that has data to hand on; true if there was none. */
    boolean keepsOne(Role role, Lab lab) {
        List<AppliedMachine> all = machines.stream().filter(machine -> machine.role().equals(role.id())).toList();
        List<AppliedMachine> joined = joined(role).toList();
        return all.isEmpty() || (joined.isEmpty() ? all : joined).stream()
                .anyMatch(machine -> lab.machine(machine.name()).isPresent());
    }

    /** The version that the cluster may have by now. */
    KubernetesVersion newestThere(Path folder) {
        KubernetesVersion whole = KubernetesVersion.parse(kubernetes);
        return begun(folder).filter(begun -> begun.compareTo(whole) > 0).orElse(whole);
    }

    private static Optional<KubernetesVersion> begun(Path folder) {
        Path file = folder.resolve(UPGRADE);
        try {
            return Files.isRegularFile(file) ? Optional.of(KubernetesVersion.parse(Files.readString(file).strip()))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Without machines that were never created. @param made names of those that were */
    AppliedLab ofMachines(Set<String> made) {
        return with(machines.stream().filter(machine -> machine.joined() || made.contains(machine.name())).toList(),
                switches);
    }

    Optional<AppliedMachine> machine(String name) {
        return machines.stream().filter(machine -> machine.name().equals(name)).findFirst();
    }
}
