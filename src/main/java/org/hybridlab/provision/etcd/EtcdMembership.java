package org.hybridlab.provision.etcd;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.etcd.Etcd;
import org.hybridlab.cluster.etcd.EtcdMember;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;

/**
 * etcd's members, through one of them.
 *
 * @param advice how to see its log
 */
public record EtcdMembership(Etcd etcd, Machine place, String advice) {
    /** False without a majority too. */
    public boolean answers() {
        return etcd.member("list").ok();
    }

    /** @throws LabException {@code etcd-member-failed} without a majority too */
    public List<EtcdMember> list() {
        String said = must("list");
        List<EtcdMember> members = EtcdMember.of(said);
        if (members.isEmpty()) {
            // An answering etcd has members, so this is no list.
            throw LabException.labFailed("etcd-member-failed",
                    "etcd on %s did not say who its members are.".formatted(place.name()), advice).because(said);
        }
        return members;
    }

    public Optional<EtcdMember> of(Machine machine) {
        return EtcdMember.at(machine.address().toString(), list());
    }

    /**
     * A member of a machine that left the lab file before it started: etcd does not know its name. It has no data, and
     * blocks new members.
     */
    public static Optional<EtcdMember> neverStarted(List<EtcdMember> members, Lab lab) {
        return members.stream().filter(member -> member.learner() && member.name().isEmpty())
                .filter(member -> lab.machines().stream().noneMatch(machine -> machine.address().toString()
                        .equals(member.address()))).findFirst();
    }

    public void removeNeverStarted(Lab lab, StepContext context) {
        neverStarted(list(), lab).ifPresent(learner -> {
            context.line("Taking a member at %s out of etcd, which never started".formatted(learner.address()));
            remove(learner);
        });
    }

    public void remove(EtcdMember member) {
        must("remove", member.id());
    }

    /**
     * Adds a learner, which does not count before its promotion. Returns etcd's refusal, which it gives until all
     * members have known each other for five seconds; empty on success.
     */
    String addLearner(Machine machine) {
        ExecResult result = etcd.member("add", machine.name(), "--learner",
                "--peer-urls=" + peerUrl(machine.address().toString()));
        return result.ok() ? "" : result.output();
    }

    /** False until it has caught up. */
    boolean promote(EtcdMember learner) {
        return etcd.member("promote", learner.id()).ok();
    }

    static String peerUrl(String address) {
        return "https://%s:2380".formatted(address);
    }

    private String must(String... words) {
        ExecResult result = etcd.member(words);
        if (!result.ok()) {
            throw LabException.labFailed("etcd-member-failed",
                    "etcdctl member %s failed on %s.".formatted(words[0], place.name()), advice)
                    .because(result.output());
        }
        return result.output();
    }
}
