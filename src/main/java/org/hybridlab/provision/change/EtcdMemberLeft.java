package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.etcd.Etcd;
import org.hybridlab.cluster.etcd.EtcdMachine;
import org.hybridlab.cluster.etcd.EtcdMember;
import org.hybridlab.cluster.etcd.EtcdPod;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.OpenSsh;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdMembership;

/**
 * etcd does not count on a machine that goes. It is taken out while the others can still decide so, and only if more
 * than half of those that stay answer: else the cluster would stand still.
 */
final class EtcdMemberLeft implements Action {
    private final LabContext labContext;
    private final String machine;
    private final Optional<String> address;

    /** @param address of the machine, if the workspace knows it; etcd calls members by their machines' names too */
    EtcdMemberLeft(LabContext labContext, String machine, Optional<String> address) {
        this.labContext = labContext;
        this.machine = machine;
        this.address = address;
    }

    @Override
    public boolean mayDestroy() {
        return true;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!labContext.hasCluster()) {
            return Probe.present("there is no cluster");
        }
        return own(anyAnswering(context).orElseThrow(this::silent).list()).isEmpty()
                ? Probe.present("no member of etcd is on " + machine)
                : Probe.absent("etcd counts on " + machine).destroying(destruction());
    }

    @Override
    public Optional<String> destroysUnseen() {
        return Optional.of(destruction());
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().kubeadm().plus(within().multipliedBy(2));
    }

    /** In which members choose another leader, and another control plane takes the API server's address over. */
    private Duration within() {
        return labContext.timeouts().nodeReady().dividedBy(10);
    }

    @Override
    public void run(StepContext context) {
        if (!labContext.hasCluster()) {
            return;
        }
        EtcdMembership staying = staying(context);
        List<EtcdMember> members = staying.list();
        Optional<EtcdMember> own = own(members);
        if (own.isEmpty()) {
            return;
        }
        List<EtcdMember> voters = members.stream()
                .filter(member -> !member.learner() && !member.equals(own.get())).toList();
        awaitQuorum(voters, context);
        context.destroys(destruction());
        if (labContext.lab().machine(machine).isEmpty()) {
            // Without its member it is of no use to the cluster any more, should the lab file name it again.
            new Replacements(labContext.workspace()).begin(machine);
        }
        staying.remove(own.get());
        context.line("etcd has %d members now".formatted(members.size() - 1));
    }

    private void awaitQuorum(List<EtcdMember> voters, StepContext context) {
        Wait.until("more than half of etcd's %d members answer without %s".formatted(voters.size(), machine), within())
                .orFail("etcd-quorum-at-risk", "Bring the others up first: put %s back into the lab file and run "
                        .formatted(machine) + "`hybridlab up %s`.".formatted(labContext.word()))
                .that(() -> voters.stream().filter(member -> answers(etcd(member.name(), context))).count(),
                        answering -> answering > voters.size() / 2, answering -> answering + " of them answer",
                        context.cancellation());
    }

    /**
     * By its address, which a machine that the lab file names may have by now: that one's member stays. One that never
     * started has no name.
     */
    private Optional<EtcdMember> own(List<EtcdMember> members) {
        Optional<String> itsOwn = address.filter(one -> labContext.lab().machines().stream()
                .noneMatch(other -> !other.name().equals(machine) && other.address().toString().equals(one)));
        return members.stream().filter(member -> itsOwn.map(member.address()::equals)
                .orElseGet(() -> member.name().equals(machine))).findFirst()
                .or(() -> EtcdMembership.neverStarted(members, labContext.lab()));
    }

    /** A member that stays, and answers: the machine before this one may have had the leader, or the API's address. */
    private EtcdMembership staying(StepContext context) {
        LabException silent = silent();
        return Wait.until("a member of etcd answers that stays in the lab", within())
                .orFail(silent.id(), silent.advice())
                .that(() -> anyAnswering(context), Optional::isPresent, found -> silent.what(), context.cancellation())
                .orElseThrow();
    }

    private Optional<EtcdMembership> anyAnswering(StepContext context) {
        return labContext.lab().etcdMembers().stream().filter(one -> !one.name().equals(machine))
                .map(one -> new EtcdMembership(etcd(one.name(), context), one,
                        "See what etcd on %s writes: `hybridlab logs %s %s`.".formatted(one.name(),
                                labContext.word(), one.name())))
                .filter(membership -> answers(membership.etcd())).findFirst();
    }

    private LabException silent() {
        return LabException.labFailed("etcd-not-answering", "No member of etcd that stays in the lab answers.",
                "It does while more than half of its members run: `hybridlab status %s`."
                        .formatted(labContext.word()));
    }

    /** A machine that has not joined yet has nothing to ask. */
    private static boolean answers(Etcd etcd) {
        try {
            return etcd.member("list").ok();
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return false;
        }
    }

    /** Members are called as their machines are; also those that the lab file does not name any more. */
    private Etcd etcd(String name, StepContext context) {
        return labContext.lab().hasExternalEtcd()
                ? new EtcdMachine(new OpenSsh(labContext.processes(), labContext.workspace(), name),
                        context.cancellation())
                : new EtcdPod(name, labContext.cluster().api());
    }

    private String destruction() {
        return "take the member of etcd on %s out, with its data".formatted(machine);
    }
}
