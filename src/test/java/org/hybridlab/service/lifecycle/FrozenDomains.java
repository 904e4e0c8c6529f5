package org.hybridlab.service.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/**
 * Fake of virsh, vagrant-libvirt and ssh with domains whose memory is one word. As libvirt does, it keeps the state
 * with a snapshot: what was paused when it was saved is paused again, and what was off is off. A clock stands still
 * while its domain is paused, and a snapshot has the time of its moment. What it does not know: how long anything
 * takes, firmware and devices that libvirt cannot save, and what a cluster makes of a clock that jumps.
 */
final class FrozenDomains implements Processes {
    /** A domain; {@code behind} is its clock's. */
    record Domain(String state, String memory, Duration behind) {
    }

    final Map<String, Domain> domains = new TreeMap<>();
    /** Saves and boots that met a domain which went on. */
    final List<String> torn = new ArrayList<>();
    final List<String> ran = new ArrayList<>();
    private final Map<String, Map<String, Domain>> snapshots = new TreeMap<>();
    private final UnaryOperator<String> nameInLibvirt;

    FrozenDomains(UnaryOperator<String> nameInLibvirt, String... names) {
        this.nameInLibvirt = nameInLibvirt;
        for (String name : names) {
            domains.put(name, new Domain("running", "first", Duration.ZERO));
        }
    }

    void all(UnaryOperator<Domain> change) {
        domains.replaceAll((name, domain) -> change.apply(domain));
    }

    @Override
    public synchronized Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        List<String> words = command.words();
        ran.add(String.join(" ", words));
        return new Result(command, 0, switch (words.get(0)) {
            case "virsh" -> virsh(words);
            case "vagrant" -> vagrant(words);
            case "ssh" -> ssh(words);
            default -> "";
        }, "", Duration.ZERO);
    }

    private String virsh(List<String> words) {
        boolean identities = words.contains("--uuid");
        return domains.entrySet().stream().map(one -> identities
                ? "0a1b2c3d-0000-0000-0000-%012d %s\n".formatted(one.getKey().length(),
                        nameInLibvirt.apply(one.getKey()))
                : " 1   %s   %s\n".formatted(nameInLibvirt.apply(one.getKey()), one.getValue().state()))
                .collect(Collectors.joining());
    }

    private String vagrant(List<String> words) {
        List<String> names = words.stream().filter(domains::containsKey).toList();
        String name = names.isEmpty() ? "" : names.get(0);
        switch (words.get(1)) {
            case "suspend" -> turn(name, "running", "paused");
            case "resume" -> turn(name, "paused", "running");
            case "halt" -> turn(name, "running", "shut off");
            case "snapshot" -> snapshot(words.get(2), name, words.get(words.indexOf(name) + 1));
            default -> {
                // Says only what it sees.
            }
        }
        return "";
    }

    private void turn(String name, String from, String to) {
        domains.computeIfPresent(name, (key, domain) -> domain.state().equals(from)
                ? new Domain(to, domain.memory(), domain.behind()) : domain);
    }

    private void snapshot(String what, String name, String snapshot) {
        Map<String, Domain> saved = snapshots.computeIfAbsent(snapshot, key -> new TreeMap<>());
        if (what.equals("save")) {
            domains.values().stream().filter(one -> one.state().equals("running")).findFirst()
                    .ifPresent(one -> torn.add("saved " + name + " while another went on"));
            saved.put(name, domains.get(name));
        } else if (what.equals("restore")) {
            domains.put(name, new Domain(saved.get(name).state(), saved.get(name).memory(), Duration.ofDays(1)));
        }
    }

    private String ssh(List<String> words) {
        String line = String.join(" ", words);
        String name = domains.keySet().stream().filter(words::contains).findFirst().orElseThrow();
        if (!domains.get(name).state().equals("running")) {
            throw new AssertionError("ssh to %s, which is %s".formatted(name, domains.get(name).state()));
        }
        if (line.contains("date --set")) {
            domains.computeIfPresent(name, (key, domain) -> new Domain(domain.state(), domain.memory(), Duration.ZERO));
        }
        return line.contains("date +%s") ? Instant.now().minus(domains.get(name).behind()).getEpochSecond() + "\n" : "";
    }
}
