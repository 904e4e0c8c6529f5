package org.hybridlab.provision.change;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.provider.api.MachineState;

/**
 * Whether more than half of etcd's members vote. With fewer it accepts no change, not even of members.
 *
 * @param members all of them
 * @param voting those whose machines run, or will be started
 * @param unclear the provider's states of machines that neither run nor are off
 */
public record EtcdMajority(Set<String> members, Set<String> voting, Map<String, String> unclear) {
    /**
     * @param left members that stay
     * @param states from the provider; unlisted machines are gone
     * @param counts whether a member counts while its machine is off or frozen
     */
    public static EtcdMajority of(Set<String> members, Set<String> left, Map<String, MachineState> states,
                                  Predicate<String> counts) {
        Set<String> voting = new TreeSet<>();
        Map<String, String> unclear = new TreeMap<>();
        for (String name : left) {
            MachineState state = states.getOrDefault(name, MachineState.absent());
            switch (state.kind()) {
                case RUNNING -> voting.add(name);
                case STOPPED, SUSPENDED, PAUSED -> {
                    if (counts.test(name)) {
                        voting.add(name);
                    }
                }
                case CHANGING, BROKEN -> unclear.put(name, state.word());
                case ABSENT -> { }
            }
        }
        return new EtcdMajority(members, voting, unclear);
    }

    /** @throws LabException {@code etcd-not-judged} (exit 5) if it depends on machines in unclear states */
    public boolean isKept(String lab, String advice) {
        boolean kept = isMajority(voting.size());
        if (!kept && isMajority(voting.size() + unclear.size())) {
            throw LabException.notJudged("etcd-not-judged", "Whether etcd of %s keeps its majority is not known: %s."
                    .formatted(lab, unclear.entrySet().stream().map(one -> "%s is '%s'".formatted(one.getKey(),
                            one.getValue())).collect(Collectors.joining(", "))), advice);
        }
        return kept;
    }

    private boolean isMajority(int votes) {
        return votes > members.size() / 2;
    }
}
