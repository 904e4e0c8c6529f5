package org.hybridlab.provision;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.guest.FakeShell;
import org.hybridlab.guest.FakeShell.Answer;
import org.hybridlab.guest.GuestShell;

/**
 * A fake: machines with members of one etcd, as far as their list goes, asked by the commands that hybridlab sends. The
 * real etcd needs a quorum of running members for each change.
 */
public final class FakeEtcd {
    /** "learner", "stray" or "voter", by address; the address without its dots is the member's id. */
    public final Map<String, String> members = new LinkedHashMap<>();
    /** Names of machines that have data. */
    public final Set<String> data = new HashSet<>();
    /** Names of machines whose etcd runs. */
    public final Set<String> running = new HashSet<>();
    private final Map<String, Integer> silent = new HashMap<>();
    /** Of all machines, each with its name before it. */
    public final Queue<String> told = new ConcurrentLinkedQueue<>();

    public void has(Machine machine, String kind) {
        members.put(machine.address().toString(), kind);
        data.add(machine.name());
        running.add(machine.name());
    }

    /** It has just been started: it does not answer the next two questions. */
    public void comesBack(Machine machine) {
        silent.put(machine.name(), 2);
    }

    public GuestShell shell(Machine machine) {
        return new FakeShell(machine.name(), words -> answer(machine, words));
    }

    private Answer answer(Machine machine, List<String> words) {
        String line = String.join(" ", words);
        told.add(machine.name() + ": " + line.replaceAll("--(endpoints|cacert|cert|key)=\\S+ ", ""));
        if (line.endsWith(" has /var/lib/etcd/member")) {
            return new Answer(0, data.contains(machine.name()) ? "there\n" : "absent\n");
        }
        if (words.get(0).equals("script")) {
            return start(machine, words.get(2));
        }
        if (line.contains("rm -rf")) {
            data.remove(machine.name());
            running.remove(machine.name());
        }
        return words.get(0).equals("etcdctl") ? etcdctl(machine, words) : Answer.DONE;
    }

    private Answer start(Machine machine, String state) {
        if (state.equals("new")) {
            members.put(machine.address().toString(), "voter");
        }
        data.add(machine.name());
        running.add(machine.name());
        return Answer.DONE;
    }

    private Answer etcdctl(Machine machine, List<String> words) {
        String address = machine.address().toString();
        if (!running.contains(machine.name()) || !"voter".equals(members.get(address))) {
            return Answer.NO;
        }
        if (words.contains("add") && members.values().stream().anyMatch(kind -> !kind.equals("voter"))) {
            // Fake: etcd 3.6 takes one learner at a time.
            return new Answer(1, "etcdserver: too many learner members in cluster");
        }
        if (silent.merge(machine.name(), -1, (left, one) -> Math.max(left + one, -1)) >= 0) {
            return Answer.NO;
        }
        switch (words.get(words.indexOf("member") + 1)) {
            case "add" -> members.put(words.get(words.size() - 1).replaceAll(".*//|:2380", ""), "learner");
            case "remove" -> members.keySet().removeIf(one -> words.contains(id(one)));
            case "promote" -> members.replaceAll((one, kind) -> words.contains(id(one)) ? "voter" : kind);
            default -> { }
        }
        return new Answer(0, members.entrySet().stream().map(member -> "%s, started, %s, https://%s:2380, , %s\n"
                .formatted(id(member.getKey()), member.getValue().equals("stray") ? "" : "x", member.getKey(),
                        !member.getValue().equals("voter")))
                .collect(Collectors.joining()));
    }

    static String id(String address) {
        return address.replace(".", "");
    }
}
