package org.hybridlab.provision.kubernetes;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.etcd.EtcdPod;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.KeysThroughMemory;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdMembership;

/**
 * What a joining control plane needs of others: the cluster's keys, and its name free in etcd.
 *
 * @param running whether a machine runs, asked at each look
 * @param within time limit for a Ready one
 */
record ControlPlanePeers(Lab lab, String labName, Machine joining, Cluster cluster, Predicate<Machine> running,
                         Function<Machine, Guest> guests, Duration within, StepContext context) {
    static final String GONE = "control-plane-gone";
    /** Files that all control planes share (kubeadm, "Manual certificate distribution"). */
    private static final String SHARED = "ca.crt ca.key sa.key sa.pub front-proxy-ca.crt front-proxy-ca.key ";
    private static final String ETCD_BESIDE = SHARED + "etcd/ca.crt etcd/ca.key";
    private static final String ETCD_ELSEWHERE = SHARED
            + "etcd/ca.crt apiserver-etcd-client.crt apiserver-etcd-client.key";

    static ControlPlanePeers of(LabContext labContext, Machine joining, StepContext context) {
        return new ControlPlanePeers(labContext.lab(), labContext.word(), joining, labContext.cluster(),
                machine -> labContext.states(context.cancellation()).isRunning(machine),
                machine -> labContext.guest(machine, context), labContext.timeouts().nodeReady(), context);
    }

    Machine ready() {
        return Wait.until("a control plane besides %s is Ready".formatted(joining.name()), within)
                .orFail(GONE,
                        ("Run `hybridlab up %s` again once another one is. If none is left, destroy the lab and bring "
                                + "it up again.").formatted(labName))
                .that(this::any, Optional::isPresent, found -> "none is", context.cancellation()).orElseThrow();
    }

    /**
     * Copies the cluster's keys in memory, never to the host's disk. Removes an earlier machine's dead etcd member of
     * this name, which would count as down.
     */
    void prepare(Guest guest) {
        Machine peer = ready();
        if (!lab.hasExternalEtcd()) {
            removeDeadMember(peer);
        }
        KeysThroughMemory.copy(guests.apply(peer), lab.hasExternalEtcd() ? ETCD_ELSEWHERE : ETCD_BESIDE, guest);
    }

    private Optional<Machine> any() {
        return lab.machines(Role.CONTROL_PLANE).stream().filter(machine -> !machine.equals(joining)).filter(running)
                .filter(machine -> cluster.node(machine.name()).filter(Node::ready).isPresent()).findFirst();
    }

    private void removeDeadMember(Machine peer) {
        EtcdMembership members = new EtcdMembership(new EtcdPod(peer.name(), cluster.api()), peer,
                "The kubelet says how etcd does: `hybridlab logs %s %s --unit kubelet`."
                        .formatted(labName, peer.name()));
        members.of(joining).ifPresent(dead -> {
            context.line("Taking the etcd member of an earlier %s out".formatted(joining.name()));
            members.remove(dead);
        });
        members.removeNeverStarted(lab, context);
    }
}
