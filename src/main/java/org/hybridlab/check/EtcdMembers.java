package org.hybridlab.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.kubernetes.Etcd;
import org.hybridlab.kubernetes.ExecResult;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Role;

/** Every control plane has a member of etcd that answers, so that the cluster survives the loss of any one of three. */
final class EtcdMembers implements Check {
    @Override
    public String id() {
        return "etcd";
    }

    @Override
    public String title() {
        return "Every control plane has a healthy member of etcd";
    }

    @Override
    public String how() {
        return "etcdctl endpoint health --cluster, in the etcd pod of the first control plane";
    }

    @Override
    public Set<String> standsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watch("all members of etcd are healthy", () -> look(context));
    }

    private static Look look(CheckContext context) {
        ExecResult health = Etcd.on(context.lab().firstControlPlane().name(), context.cluster().api()).health();
        List<String> complaints = new ArrayList<>();
        List<Machine> members = context.lab().machines(Role.CONTROL_PLANE);
        for (Machine machine : members) {
            String endpoint = "https://%s:2379 is healthy".formatted(machine.address());
            if (health.output().lines().noneMatch(line -> line.startsWith(endpoint))) {
                complaints.add("%s has no healthy member of etcd".formatted(machine.name()));
            }
        }
        return Look.of(complaints, "All %d members of etcd are healthy.".formatted(members.size()),
                health.output().lines().toList());
    }
}
