package org.hybridlab.service.lifecycle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.StubProgram;

/**
 * Fake of virsh, vagrant halt and ssh with domains whose memory is one word. As libvirt does, it keeps the state
 * with a snapshot: what was paused when it was saved is paused again, and what was off is off, without memory. A clock
 * stands still while its domain is paused, and a snapshot has the time of its moment. A managed save stays until a
 * start takes it or somebody removes it, whatever becomes of the disk. What it does not know: how long anything takes,
 * firmware and devices that libvirt cannot save, and what a cluster makes of a clock that jumps.
 */
final class FrozenDomains extends FakePrograms {
    /** A domain; {@code behind} is its clock's. */
    record Domain(String state, String memory, Duration behind) {
    }

    final Map<String, Domain> domains = new TreeMap<>();
    /** Saves that met a domain which went on, and starts with memory of another disk. */
    final List<String> torn = new ArrayList<>();
    /** What machines were told to run. */
    final List<String> units = new ArrayList<>();
    /** Commands that fail, by what is in their words. */
    String failing = "nothing";
    /** Happens as a command begins, by what is in its words. */
    String met = "nothing";
    Runnable meeting = () -> { };
    /** Where the pool of disks is; empty if there is none. */
    String pool = "";
    /** What it says of the memory that QEMU's process of each machine has. */
    String resident = "";
    private final Map<String, Map<String, Domain>> snapshots = new TreeMap<>();
    private final Map<String, Domain> managedSaves = new TreeMap<>();
    /** Of which the disk was set back after their managed save. */
    private final Set<String> overtaken = new TreeSet<>();
    private final Path programs;
    private final UnaryOperator<String> nameInLibvirt;

    /** @param programs a folder of its own, for those that machines have */
    FrozenDomains(Path programs, UnaryOperator<String> nameInLibvirt, String... names) {
        this.programs = programs;
        writePrograms();
        this.nameInLibvirt = nameInLibvirt;
        for (String name : names) {
            domains.put(name, new Domain("running", "first", Duration.ZERO));
        }
    }

    void all(UnaryOperator<Domain> change) {
        domains.replaceAll((name, domain) -> change.apply(domain));
    }

    /** As libvirt-guests does when the host shuts down. */
    void saveAll() {
        overtaken.clear();
        managedSaves.putAll(domains);
        all(domain -> new Domain("shut off", "", domain.behind()));
    }

    @Override
    public synchronized Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        if (line(command).contains(met)) {
            meeting.run();
        }
        if (cancellation.isRequested()) {
            commands.add(command);
            throw LabException.interrupted("Interrupted.");
        }
        return super.run(command, lines, cancellation);
    }

    @Override
    protected Answer answer(Command command) {
        List<String> words = command.words();
        if (line(command).contains(failing)) {
            return Answer.failing("It failed.");
        }
        try {
            return Answer.printing(switch (words.get(0)) {
                case "virsh" -> virsh(words);
                case "vagrant" -> vagrant(words);
                case "ssh" -> ssh(words);
                default -> "";
            });
        } catch (Refused e) {
            return Answer.failing("error: " + e.getMessage());
        }
    }

    private String virsh(List<String> words) {
        List<String> rest = words.subList(words.indexOf("--quiet") + 1, words.size());
        String name = domains.keySet().stream().filter(one -> rest.contains(nameInLibvirt.apply(one))).findFirst()
                .orElse("");
        switch (rest.get(0)) {
            case "suspend" -> turnNow(name, "running", "paused");
            case "resume" -> turnNow(name, "paused", "running");
            case "start" -> start(name, words.contains("--paused"));
            case "managedsave-remove" -> managedSaves.remove(name);
            case "list" -> {
                boolean identities = words.contains("--uuid");
                return domains.entrySet().stream().map(one -> identities
                        ? "0a1b2c3d-0000-0000-0000-%012d %s\n".formatted(one.getKey().length(),
                                nameInLibvirt.apply(one.getKey()))
                        : " 1   %s   %s\n".formatted(nameInLibvirt.apply(one.getKey()),
                                words.contains("--managed-save") && isSaved(one.getKey()) ? "saved"
                                        : one.getValue().state()))
                        .collect(Collectors.joining());
            }
            case "pool-dumpxml" -> {
                if (pool.isEmpty()) {
                    throw new Refused("failed to get pool 'default'\nerror: Storage pool not found");
                }
                return "<pool type='dir'>\n  <name>default</name>\n  <available unit='bytes'>1</available>\n"
                        + "  <target>\n    <path>%s</path>\n  </target>\n</pool>\n".formatted(pool);
            }
            case "dommemstat" -> {
                return "actual 3072000\nlast_update 0\n" + resident + "\n";
            }
            case "snapshot-list" -> {
                return snapshots.keySet().stream().filter(one -> has(one, name)).map(one -> " " + one + "\n")
                        .collect(Collectors.joining());
            }
            default -> snapshot(rest.get(0), name, rest.get(rest.size() > 2 ? 2 : 0));
        }
        return "";
    }

    private String vagrant(List<String> words) {
        domains.keySet().stream().filter(words::contains).findFirst().filter(name -> words.get(1).equals("halt"))
                .ifPresent(name -> turn(name, "running", "shut off"));
        return "";
    }

    private void turn(String name, String from, String to) {
        domains.computeIfPresent(name, (key, domain) -> domain.state().equals(from)
                ? new Domain(to, domain.memory(), domain.behind()) : domain);
    }

    private void turnNow(String name, String from, String to) {
        if (!domains.get(name).state().equals(from)) {
            throw new Refused("Requested operation is not valid: domain is not " + from);
        }
        turn(name, from, to);
    }

    private boolean isSaved(String name) {
        return managedSaves.containsKey(name) && domains.get(name).state().equals("shut off");
    }

    private void start(String name, boolean paused) {
        if (!domains.get(name).state().equals("shut off")) {
            throw new Refused("Domain is already active");
        }
        if (overtaken.remove(name) && managedSaves.containsKey(name)) {
            torn.add("started " + name + " with memory of another disk");
        }
        Domain saved = managedSaves.containsKey(name) ? managedSaves.remove(name)
                : new Domain("running", "booted", Duration.ZERO);
        domains.put(name, paused ? new Domain("paused", saved.memory(), saved.behind()) : saved);
    }

    private void snapshot(String what, String name, String snapshot) {
        switch (what) {
            case "snapshot-create-as" -> {
                domains.values().stream().filter(one -> one.state().equals("running")).findFirst()
                        .ifPresent(one -> torn.add("saved " + name + " while another went on"));
                Domain now = domains.get(name);
                snapshots.computeIfAbsent(snapshot, key -> new TreeMap<>()).put(name, now.state().equals("shut off")
                        ? new Domain(now.state(), "", now.behind()) : now);
            }
            case "snapshot-revert" -> {
                Domain saved = snapshots.get(snapshot).get(name);
                overtaken.add(name);
                domains.put(name, new Domain(saved.state(), saved.memory(), Duration.ofDays(1)));
            }
            case "snapshot-delete" -> snapshots.get(snapshot).remove(name);
            default -> {
                // Networks: says nothing of them.
            }
        }
    }

    /** @param snapshot as libvirt calls it */
    boolean has(String snapshot, String name) {
        return snapshots.getOrDefault(snapshot, Map.of()).containsKey(name);
    }

    /** The domain is another one, of the same name. */
    void makeAgain(String name) {
        snapshots.values().forEach(saved -> saved.remove(name));
        managedSaves.remove(name);
        domains.put(name, new Domain("running", "again", Duration.ZERO));
    }

    private String ssh(List<String> words) {
        String name = domains.keySet().stream().filter(words::contains).findFirst().orElseThrow();
        if (!domains.get(name).state().equals("running")) {
            throw new AssertionError("ssh to %s, which is %s".formatted(name, domains.get(name).state()));
        }
        Domain domain = domains.get(name);
        String script = String.join(" ", words.subList(words.lastIndexOf(name) + 1, words.size()));
        if (!script.contains("date")) {
            return "";
        }
        // As the machine's own shell runs it, with its clock.
        Result result = new LocalProcesses().run(Command.of("sh", "-c", script)
                .env("BEHIND", String.valueOf(domain.behind().toSeconds()))
                .env("PATH", programs + ":" + System.getenv("PATH")), new Cancellation());
        if (result.stderr().contains("set")) {
            domains.put(name, new Domain(domain.state(), domain.memory(), Duration.ZERO));
        }
        result.stderr().lines().filter(said -> said.startsWith("systemctl"))
                .forEach(said -> units.add(name + ": " + said));
        return result.stdout();
    }

    /** A {@code date} that is behind, and a {@code systemctl} that says what it was told. */
    private void writePrograms() {
        StubProgram.write(programs.resolve("date"), """
                case $1 in
                    +*) echo $(($(PATH= command -p date +%s) - BEHIND)) ;;
                    *) echo set >&2 ;;
                esac
                """);
        StubProgram.write(programs.resolve("sudo"), "shift 2\nexec \"$@\"");
        StubProgram.write(programs.resolve("systemctl"), "echo \"systemctl $*\" >&2");
    }

    /** What virsh says of a command that does not fit the domain's state. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }
}
