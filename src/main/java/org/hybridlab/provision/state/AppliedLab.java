package org.hybridlab.provision.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.hybridlab.config.model.App;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Fingerprint;

/**
 * The lab as the last successful {@code up} left it, with what later runs changed. The first {@code up} records it
 * before it creates anything.
 *
 * @param kubernetes such as {@code 1.36.3}
 * @param upgrade version of an upgrade that has begun: the cluster has it in part
 * @param network what a cluster keeps for life, see {@link AppliedNetwork}
 * @param apps fingerprints of inputs, by name
 * @param checks fingerprints, by name
 * @param initTemplate fingerprint of the lab's own template for {@code kubeadm init}; empty: none
 * @param switches {@code untaint}, on or off, and the name of each addon that is on
 * @param outside fingerprints of keys that machines are configured with
 */
public record AppliedLab(String kubernetes, Optional<String> upgrade, Map<String, String> network,
                         List<AppliedMachine> machines, Map<String, String> apps, Map<String, String> checks,
                         String initTemplate, Map<String, Boolean> switches, Map<String, String> outside) {
    public static final String UNTAINT = "untaint";

    public AppliedLab {
        upgrade.ifPresent(KubernetesVersion::parse);
        network = new TreeMap<>(network);
        machines = List.copyOf(machines);
        apps = new TreeMap<>(apps);
        checks = new TreeMap<>(checks);
        switches = new TreeMap<>(switches);
        outside = new TreeMap<>(outside);
    }

    /**
     * The lab that an {@code up} of this file would leave.
     *
     * @param manifests fingerprints of apps
     * @param then the lab of the existing cluster, if any
     */
    public static AppliedLab of(Lab lab, Function<App, String> manifests, String initTemplate,
                                Optional<AppliedLab> then) {
        Map<String, String> apps = new TreeMap<>();
        lab.apps().forEach(app -> apps.put(app.name(), manifests.apply(app)));
        Map<String, String> checks = new TreeMap<>();
        lab.checks().forEach(check -> checks.put(check.name(), Fingerprint.of(check)));
        return new AppliedLab(lab.kubernetes().toString(), Optional.empty(), AppliedNetwork.of(lab, then),
                lab.machines().stream().map(AppliedMachine::of).toList(), apps, checks, initTemplate,
                switches(lab), outside(lab));
    }

    /** By the lab file alone: apps keep their fingerprints. */
    public AppliedLab withFile(Lab lab) {
        return of(lab, app -> apps.getOrDefault(app.name(), ""), initTemplate, Optional.of(this));
    }

    private static Map<String, Boolean> switches(Lab lab) {
        Map<String, Boolean> switches = new TreeMap<>(Map.of(UNTAINT, lab.untaint()));
        lab.addons().forEach(addon -> switches.put(addon.name(), true));
        return switches;
    }

    public boolean isOn(String key) {
        return switches.getOrDefault(key, false);
    }

    /** Without boxes, which count only at creation. */
    private static Map<String, String> outside(Lab lab) {
        return Map.of("proxy", Fingerprint.of(lab.outside().httpProxy(), lab.outside().httpsProxy(),
                        lab.outside().noProxy()),
                "mirrors", Fingerprint.of(lab.outside().registryMirror()),
                "certificates", Fingerprint.of(lab.outside().certificates()),
                "time", Fingerprint.of(lab.time()),
                "registries", Fingerprint.of(lab.registries()),
                "network.dns", Fingerprint.of(lab.network().dns()));
    }

    /** Whether an {@code up} that leaves {@code now} would apply no change of the lab file. */
    public boolean isFileOf(AppliedLab now) {
        // Whether machines are fresh, and how far an upgrade is, are not the file's.
        return new AppliedLab(kubernetes, Optional.empty(), network, machines.stream()
                .map(AppliedMachine::withoutFresh).toList(), apps, checks, initTemplate, switches, outside).equals(now);
    }

    public AppliedLab withMachines(List<AppliedMachine> changed) {
        return new AppliedLab(kubernetes, upgrade, network, changed, apps, checks, initTemplate, switches, outside);
    }

    public AppliedLab withMachine(String machine, UnaryOperator<AppliedMachine> change) {
        return withMachines(machines.stream().map(old -> old.name().equals(machine) ? change.apply(old) : old)
                .toList());
    }

    public AppliedLab withSwitchedOn(String key) {
        Map<String, Boolean> on = new TreeMap<>(switches);
        on.put(key, true);
        return new AppliedLab(kubernetes, upgrade, network, machines, apps, checks, initTemplate, on, outside);
    }

    /** The cluster has, or may have, DaemonSets for Windows machines. */
    public AppliedLab withDaemonSets() {
        return new AppliedLab(kubernetes, upgrade, AppliedNetwork.withDaemonSets(network), machines, apps, checks,
                initTemplate, switches, outside);
    }

    /** From now on the cluster may be of this version, in part or as a whole: there is no way back. */
    public AppliedLab withUpgrade(KubernetesVersion version) {
        return new AppliedLab(kubernetes, Optional.of(version.toString()), network, machines, apps, checks,
                initTemplate, switches, outside);
    }

    /** The version that the cluster may have by now. */
    public KubernetesVersion newestThere() {
        KubernetesVersion whole = KubernetesVersion.parse(kubernetes);
        return upgrade.map(KubernetesVersion::parse).filter(begun -> begun.compareTo(whole) > 0).orElse(whole);
    }

    /** Version of each machine; the new one after an upgrade has begun. */
    public Map<String, String> versions() {
        Map<String, String> all = new HashMap<>();
        machines.forEach(machine -> all.put(machine.name(), machine.kubernetes().equals(kubernetes)
                ? newestThere().toString() : machine.kubernetes()));
        return all;
    }

    public Stream<AppliedMachine> joined(Role role) {
        return machines.stream().filter(machine -> machine.role().equals(role.id()))
                .filter(AppliedMachine::joined);
    }

    /** Whether a machine of the role stays that has data to hand on; true if there was none. */
    public boolean keepsOne(Role role, Lab lab) {
        List<AppliedMachine> all = machines.stream().filter(machine -> machine.role().equals(role.id())).toList();
        List<AppliedMachine> joined = joined(role).toList();
        Predicate<AppliedMachine> stays = machine -> lab.machine(machine.name()).isPresent();
        return all.isEmpty() || (joined.isEmpty() ? all : joined).stream().anyMatch(stays);
    }

    /** Without machines that were never created. @param made names of those that were */
    public AppliedLab ofMachines(Set<String> made) {
        return withMachines(machines.stream().filter(machine -> machine.joined() || made.contains(machine.name()))
                .toList());
    }

    public Optional<AppliedMachine> machine(String name) {
        return machines.stream().filter(machine -> machine.name().equals(name)).findFirst();
    }
}
