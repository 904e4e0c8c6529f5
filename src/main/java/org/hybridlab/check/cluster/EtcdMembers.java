package org.hybridlab.check.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.etcd.Etcd;
import org.hybridlab.cluster.etcd.EtcdMachine;
import org.hybridlab.cluster.etcd.EtcdPod;
import org.hybridlab.config.model.Machine;

/** etcd has an answering member on each of its machines, so that one of three may fail. */
public final class EtcdMembers implements Check {
    private static final Pattern ENDPOINT = Pattern.compile("^https://([0-9.]+):2379 is (?:un)?healthy");

    @Override
    public String id() {
        return "etcd";
    }

    @Override
    public String title() {
        return "etcd has all of its members, and they are healthy";
    }

    @Override
    public String how() {
        return "etcdctl endpoint health --cluster, in the etcd pod of the first control plane, or on the first machine "
                + "that is for etcd alone";
    }

    @Override
    public Set<String> dependsOn() {
        return Set.of(NodesReady.ID);
    }

    @Override
    public Verdict judge(CheckContext context) {
        return context.watch("all members of etcd are healthy", () -> look(context));
    }

    private static Observation look(CheckContext context) {
        List<Machine> members = context.lab().etcdMembers();
        ExecResult health = etcd(members.get(0), context).health();
        List<String> complaints = new ArrayList<>();
        for (Machine machine : members) {
            String endpoint = "https://%s:2379 is healthy".formatted(machine.address());
            if (health.output().lines().noneMatch(line -> line.startsWith(endpoint))) {
                complaints.add("%s has no healthy member of etcd".formatted(machine.name()));
            }
        }
        complaints.addAll(strangers(health, members));
        return Observation.of(complaints, members.size() == 1 ? "The one member of etcd is healthy."
                : "All %d members of etcd are healthy.".formatted(members.size()), health.output().lines().toList());
    }

    /** A member of a machine that is gone counts for the majority, so that the next loss may be fatal. */
    private static List<String> strangers(ExecResult health, List<Machine> members) {
        return health.output().lines().map(ENDPOINT::matcher).filter(Matcher::find).map(found -> found.group(1))
                .filter(address -> members.stream().noneMatch(one -> one.address().toString().equals(address)))
                .map("etcd has a member at %s, where the lab has no machine for it"::formatted).toList();
    }

    private static Etcd etcd(Machine first, CheckContext context) {
        return first.isEtcd() ? new EtcdMachine(context.shells().apply(first), context.cancellation())
                : new EtcdPod(first.name(), context.cluster().api());
    }
}
