package org.hybridlab.provision.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.config.model.Role;

/**
 * A machine as the last {@code up} created it, or meant to.
 *
 * @param role {@code control-plane}, {@code worker} or {@code etcd}
 * @param os {@code linux} or {@code windows}
 * @param box in words; empty: the usual one
 * @param kubernetes of its kubelet
 * @param marks labels and taints, as {@code key=value} and in kubectl's form
 * @param joined false: not known to be part of the cluster
 * @param fresh whether no {@code up} has succeeded since it joined
 * @param build of Windows, such as {@code 20348}; empty: Linux
 */
public record AppliedMachine(String name, String role, String os, String arch, int cpus, int memoryMiB, String box,
                             String kubernetes, String address, boolean simulated, List<String> marks,
                             boolean joined, boolean fresh, String build) {
    public AppliedMachine {
        marks = List.copyOf(marks);
    }

    public static AppliedMachine of(Machine machine) {
        List<String> marks = new ArrayList<>();
        machine.node().labels().forEach((key, value) -> marks.add(key + "=" + value));
        machine.node().taints().stream().map(NodeTaint::text).forEach(marks::add);
        return new AppliedMachine(machine.name(), machine.role().id(), machine.os().id(), machine.arch().id(),
                machine.cpus(), machine.memoryMiB(), machine.box().map(box -> box.title()).orElse(""),
                machine.kubernetes().toString(), machine.address().toString(), machine.isSimulated(), marks, true,
                false, build(machine));
    }

    /** Empty: Linux. */
    public static String build(Machine machine) {
        return machine.windows().map(windows -> String.valueOf(windows.build().number())).orElse("");
    }

    public AppliedMachine withMeasure(Machine now) {
        return new AppliedMachine(name, role, os, arch, now.cpus(), now.memoryMiB(), box, kubernetes, address,
                simulated, marks, joined, fresh, build);
    }

    public AppliedMachine withKubernetes(String version) {
        return new AppliedMachine(name, role, os, arch, cpus, memoryMiB, box, version, address, simulated, marks,
                joined, fresh, build);
    }

    public AppliedMachine withJoined(boolean now) {
        return new AppliedMachine(name, role, os, arch, cpus, memoryMiB, box, kubernetes, address, simulated,
                marks, now, fresh, build);
    }

    public AppliedMachine joinedAt(String itsAddress) {
        return new AppliedMachine(name, role, os, arch, cpus, memoryMiB, box, kubernetes, itsAddress, simulated,
                marks, true, true, build);
    }

    /** Keeps only how it was created: scripts install Kubernetes. Etcd members may be more than created. */
    public AppliedMachine beforeCluster(AppliedMachine now) {
        return new AppliedMachine(name, now.role, os, arch, cpus, memoryMiB, box, now.kubernetes, address, simulated,
                now.marks, isEtcd() && now.isEtcd() && joined, false, build);
    }

    public AppliedMachine withoutFresh() {
        return new AppliedMachine(name, role, os, arch, cpus, memoryMiB, box, kubernetes, address, simulated, marks,
                joined, false, build);
    }

    /** Machines of etcd alone, or else the control planes. */
    public static Set<String> etcdMembers(List<AppliedMachine> machines) {
        boolean external = machines.stream().anyMatch(AppliedMachine::isEtcd);
        return joined(machines, external ? AppliedMachine::isEtcd : AppliedMachine::isControlPlane);
    }

    private static Set<String> joined(List<AppliedMachine> machines, Predicate<AppliedMachine> kind) {
        return machines.stream().filter(machine -> machine.joined && kind.test(machine))
                .map(AppliedMachine::name).collect(Collectors.toSet());
    }

    public boolean isWorker() {
        return role.equals(Role.WORKER.id());
    }

    public boolean isControlPlane() {
        return role.equals(Role.CONTROL_PLANE.id());
    }

    public boolean isEtcd() {
        return role.equals(Role.ETCD.id());
    }
}
