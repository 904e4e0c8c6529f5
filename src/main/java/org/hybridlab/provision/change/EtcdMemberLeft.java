package org.hybridlab.provision.change;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.etcd.EtcdMember;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdMembership;
import org.hybridlab.provision.state.WorkspaceState;

/**
 * etcd lacks the member of a machine that goes. Removes it only if more than half of the others answer: otherwise the
 * cluster would stop.
 */
final class EtcdMemberLeft implements Action {
    private final LabContext labContext;
    private final String machine;
    private final Optional<String> address;
    private final EtcdOthers others;

    /** @param address of the machine, if known; members have their machines' names too */
    EtcdMemberLeft(LabContext labContext, String machine, Optional<String> address) {
        this.labContext = labContext;
        this.machine = machine;
        this.address = address;
        this.others = new EtcdOthers(labContext, machine);
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
        return own(others.anyAnswering(context.cancellation()).orElseThrow(others::silent).list()).isEmpty()
                ? Probe.present("no member of etcd is on " + machine)
                : Probe.absent("etcd counts on " + machine).destroying(destruction());
    }

    @Override
    public Optional<String> destroysUnseen() {
        return Optional.of(destruction());
    }

    @Override
    public Duration longest() {
        return labContext.timeouts().kubeadm().plus(others.within().multipliedBy(2));
    }

    @Override
    public void run(StepContext context) {
        if (!labContext.hasCluster()) {
            return;
        }
        EtcdMembership staying = others.staying(context);
        List<EtcdMember> members = staying.list();
        Optional<EtcdMember> own = own(members);
        if (own.isEmpty()) {
            return;
        }
        List<EtcdMember> voters = members.stream()
                .filter(member -> !member.learner() && !member.equals(own.get())).toList();
        others.awaitMajority(voters, voters.size(), "Bring the others up first: put %s back into the lab file and run "
                .formatted(machine) + "`hybridlab up %s`.".formatted(labContext.word()), context);
        context.destroys(destruction());
        if (labContext.lab().machine(machine).isEmpty()) {
            // Without its member it must be recreated, should the lab file name it again.
            new WorkspaceState(labContext.workspace()).beginRecreating(machine);
        }
        staying.remove(own.get());
        context.line("etcd has %d members now".formatted(members.size() - 1));
    }

    /** By its address, unless that is another machine's by now. A member that never started has no name. */
    private Optional<EtcdMember> own(List<EtcdMember> members) {
        Optional<String> itsOwn = address.filter(one -> labContext.lab().machines().stream()
                .noneMatch(other -> !other.name().equals(machine) && other.address().toString().equals(one)));
        return members.stream().filter(member -> itsOwn.map(member.address()::equals)
                .orElseGet(() -> member.name().equals(machine))).findFirst()
                .or(() -> EtcdMembership.neverStarted(members, labContext.lab()));
    }

    private String destruction() {
        return "take the member of etcd on %s out, with its data".formatted(machine);
    }
}
