package org.hybridlab.provision.etcd;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.cluster.etcd.EtcdMachine;
import org.hybridlab.cluster.etcd.EtcdMember;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.GuestShell;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.KeysThroughMemory;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.ScriptNames;
import org.hybridlab.provision.render.Timeouts;

/**
 * Makes a machine a member of the lab's etcd. The first one starts the cluster, and others are added one by one, as
 * replacements are. An earlier try may have ended anywhere.
 *
 * @param clusterKnown whether the cluster has been created. Its etcd must not be initialised again
 * @param script that runs etcd on the machine
 */
record EtcdJoin(Lab lab, String labName, Machine machine, boolean clusterKnown, Function<Machine, GuestShell> shells,
                Path script, Timeouts timeouts, StepContext context) {
    static final String UNIT = "hybridlab-etcd";
    private static final String DATA = "/var/lib/etcd/member";
    private static final String AUTHORITY = "etcd/ca.crt etcd/ca.key";

    static EtcdJoin of(LabContext labContext, Machine machine, StepContext context) {
        return new EtcdJoin(labContext.lab(), labContext.word(), machine, labContext.hasCluster(), labContext::shell,
                labContext.script(machine, ScriptNames.ETCD), labContext.timeouts(), context);
    }

    static Duration longest(Timeouts timeouts) {
        return timeouts.answering().multipliedBy(4).plus(timeouts.script().multipliedBy(2));
    }

    /** @throws LabException {@code etcd-gone}, {@code etcd-not-answering} or {@code etcd-member-failed} */
    void run() {
        List<Machine> holders = new ArrayList<>(lab.etcdMembers().stream().filter(this::hasData).toList());
        boolean hasData = holders.contains(machine);
        if (hasData || holders.isEmpty()) {
            refuseToBeginAgain(holders);
            if (hasData) {
                awaitMajority(holders);
            }
            // Before any question: machines with data may lack only this member.
            start(holders.isEmpty() ? "new" : "existing", List.of(machine.address().toString()));
            holders.remove(machine);
            holders.add(0, machine);
        }
        EtcdMembership members = answering(holders);
        Optional<EtcdMember> known = members.of(machine);
        if (!holders.contains(machine) || known.isEmpty()) {
            known.ifPresent(dead -> {
                context.line("Taking the etcd member of an earlier %s out".formatted(machine.name()));
                members.remove(dead);
            });
            members.removeNeverStarted(lab, context);
            join(members);
        }
        awaitVote(members);
    }

    private boolean hasData(Machine one) {
        return guest(one).has(DATA);
    }

    private void refuseToBeginAgain(List<Machine> holders) {
        if (clusterKnown && holders.isEmpty()) {
            throw LabException.labFailed("etcd-gone",
                    "No machine of %s has etcd's data any more.".formatted(lab.name()),
                    "All that the cluster knew is gone. Run `hybridlab destroy %s`, then `hybridlab up %s`."
                            .formatted(labName, labName));
        }
    }

    /**
     * Waits until the others have a majority without this member, which may have restarted. Short for members that only
     * a later step restarts. Ignores machines that leave the lab.
     */
    private void awaitMajority(List<Machine> holders) {
        EtcdMembership own = through(machine);
        Set<String> voters = own.answers() ? own.list().stream().filter(member -> !member.learner())
                .map(EtcdMember::address).collect(Collectors.toSet()) : Set.of();
        List<Machine> others = lab.etcdMembers().stream().filter(one -> !one.equals(machine)
                && voters.contains(one.address().toString())).toList();
        if (voters.size() <= 2 || !voters.contains(machine.address().toString()) || !holders.containsAll(others)) {
            return;
        }
        try {
            Wait.until("the other members of etcd answer", timeouts.answering())
                    .that(() -> others.stream().filter(one -> !through(one).answers()).count(),
                            silent -> voters.size() - 1 - silent > voters.size() / 2,
                            silent -> silent + " of them do not", context.cancellation());
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            context.line("Starting etcd again on %s, because too few of the others answer"
                    .formatted(machine.name()));
        }
    }

    private void join(EtcdMembership members) {
        Guest guest = guest(machine);
        if (members.place().equals(machine)) {
            throw LabException.labFailed("etcd-member-failed",
                    "etcd on %s runs, and its list of members has none at %s.".formatted(machine.name(),
                            machine.address()),
                    "Its data is kept. Give the machine the address back that it had, in the lab file.");
        }
        // Data of a member that was removed from etcd is useless.
        guest.must("sh", "-c", "if [ -e %s ]; then systemctl stop %s; fi; rm -rf %s /etc/kubernetes/pki"
                .formatted(DATA, UNIT, DATA));
        KeysThroughMemory.copy(guest(members.place()), AUTHORITY, guest);
        Wait.until("etcd takes %s as a member".formatted(machine.name()), timeouts.answering())
                .orFail("etcd-member-failed", members.advice())
                .that(() -> members.addLearner(machine), String::isEmpty, refusal -> refusal, context.cancellation());
        start("existing", members.list().stream().map(EtcdMember::address).toList());
    }

    /** @param addresses of all members for the machine */
    private void start(String state, List<String> addresses) {
        guest(machine).script(script, timeouts.script(), state, addresses.stream()
                .map(address -> name(address) + "=" + EtcdMembership.peerUrl(address))
                .collect(Collectors.joining(",")));
    }

    /** etcd does not know the name of a member that never started. */
    private String name(String address) {
        return lab.etcdMembers().stream().filter(one -> one.address().toString().equals(address))
                .map(Machine::name).findFirst().orElse(address);
    }

    private EtcdMembership answering(List<Machine> any) {
        return Wait.until("etcd answers on " + any.stream().map(Machine::name).collect(Collectors.joining(" or ")),
                        timeouts.answering())
                .orFail("etcd-not-answering", ("It does while more than half of its members run. `hybridlab logs %s %s "
                        + "--unit %s` tells why one does not; if the machines of half of them are gone for good, so is "
                        + "the cluster: destroy the lab and bring it up again.")
                        .formatted(labName, any.get(0).name(), UNIT))
                .that(() -> firstThatAnswers(any), Optional::isPresent, found -> "none does", context.cancellation())
                .orElseThrow();
    }

    private Optional<EtcdMembership> firstThatAnswers(List<Machine> any) {
        return any.stream().map(this::through).filter(EtcdMembership::answers).findFirst();
    }

    private void awaitVote(EtcdMembership members) {
        EtcdMembership own = through(machine);
        Wait.until("the member of etcd on %s votes".formatted(machine.name()), timeouts.answering())
                .orFail("etcd-member-failed", own.advice())
                .that(() -> votes(members, own), votes -> votes, votes -> "it does not yet", context.cancellation());
    }

    private boolean votes(EtcdMembership members, EtcdMembership own) {
        Optional<EtcdMember> me = members.of(machine);
        return me.isPresent() && (!me.get().learner() || members.promote(me.get())) && own.answers();
    }

    private EtcdMembership through(Machine place) {
        return new EtcdMembership(new EtcdMachine(shells.apply(place), context.cancellation()), place,
                "etcd says why: `hybridlab logs %s %s --unit %s`."
                        .formatted(labName, place.name(), UNIT));
    }

    private Guest guest(Machine one) {
        return new Guest(shells.apply(one), context);
    }
}
