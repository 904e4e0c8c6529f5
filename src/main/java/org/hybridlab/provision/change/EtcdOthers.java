package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.etcd.Etcd;
import org.hybridlab.cluster.etcd.EtcdMachine;
import org.hybridlab.cluster.etcd.EtcdMember;
import org.hybridlab.cluster.etcd.EtcdPod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Wait;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.OpenSsh;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdMembership;

/** The etcd members without one machine, which leaves or restarts. @param machine the one to do without */
record EtcdOthers(LabContext labContext, String machine) {
    /** Enough for a leader election, and for another control plane to take the API server's address. */
    Duration within() {
        return labContext.timeouts().nodeReady().dividedBy(10);
    }

    /**
     * Waits until a majority of the members answers.
     *
     * @param others the members that can answer
     * @param counting how many count
     * @throws LabException {@code etcd-quorum-at-risk}
     */
    void awaitMajority(List<EtcdMember> others, int counting, String advice, StepContext context) {
        Wait.until("more than half of etcd's %d members answer without %s".formatted(counting, machine), within())
                .orFail("etcd-quorum-at-risk", advice)
                .that(() -> others.stream().map(member -> etcd(member.name(), context.cancellation()))
                                .filter(EtcdOthers::answers).count(),
                        answering -> answering > counting / 2, answering -> answering + " of them answer",
                        context.cancellation());
    }

    /** A member that stays and answers: a machine before may have had the leader, or the API's address. */
    EtcdMembership staying(StepContext context) {
        LabException silent = silent();
        return Wait.until("a member of etcd answers that stays in the lab", within())
                .orFail(silent.id(), silent.advice())
                .that(() -> anyAnswering(context.cancellation()), Optional::isPresent, found -> silent.what(),
                        context.cancellation())
                .orElseThrow();
    }

    Optional<EtcdMembership> anyAnswering(Cancellation cancellation) {
        return labContext.lab().etcdMembers().stream().filter(one -> !one.name().equals(machine))
                .map(one -> new EtcdMembership(etcd(one.name(), cancellation), one,
                        "See what etcd on %s writes: `hybridlab logs %s %s`.".formatted(one.name(),
                                labContext.word(), one.name())))
                .filter(membership -> answers(membership.etcd())).findFirst();
    }

    LabException silent() {
        return LabException.labFailed("etcd-not-answering", "No member of etcd that stays in the lab answers.",
                "It does while more than half of its members run: `hybridlab status %s`."
                        .formatted(labContext.word()));
    }

    /** A machine that has not joined cannot be asked. */
    private static boolean answers(Etcd etcd) {
        try {
            return etcd.member("list").ok();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return false;
        }
    }

    /** Members have their machines' names. Includes machines that left the lab file. */
    private Etcd etcd(String name, Cancellation cancellation) {
        return labContext.lab().hasExternalEtcd()
                ? new EtcdMachine(new OpenSsh(labContext.processes(), labContext.workspace(), name),
                        cancellation)
                : new EtcdPod(name, labContext.cluster().api());
    }
}
