package org.hybridlab.provision.snapshot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.provider.api.MachineDisk;

/**
 * What a boot resets in a machine besides files: services and processes, addresses, routes, devices, packet filters,
 * kernel settings, mounts. Leaves out what the kubelet, kube-proxy and the pod network recreate, such as {@code cni0}.
 *
 * @param since changes on disk after it are unknown; seconds by the machine's clock
 */
record RunningState(String since, List<String> lines) {
    private static final String NOT_KNOWN = "how it runs is not known";
    private static final Duration QUICK = Duration.ofMinutes(1);

    /** In seconds by the kernel, from its clock and uptime: it follows each jump of the clock. */
    private static final String BOOT = "booted at ";
    private static final int ROUNDED = 2;
    private static final String POD = "process of a pod: ";
    private static final String NETWORK_POD = "process of the network's pod: ";
    private static final Pattern PROCESS = Pattern.compile("(%s|%s)(\\S+) \\((\\d+), started at (\\d+)\\)"
            .formatted(POD, NETWORK_POD));
    /** Network and limits of a pod, with a process id. */
    private static final String OWN = "around process ";
    private static final String QUEUE = "queue of pods: ";
    /** What the pod network creates for nodes. */
    private static final String NETWORK = "network of pods: ";
    /** With the machine's time: files that a pod wrote before it belong to the pod's start. */
    private static final String PODS = "pods are noted at ";
    /** Functions that find a process's pod. */
    static final String PODS_SCRIPT = ResourceText.of(RunningState.class, "pods.sh");
    static final String LOOK = PODS_SCRIPT + ResourceText.of(RunningState.class, "running-state.sh");
    private static final String FILES = "files that changed:";
    /** Parts of the box. {@link DiskComparison} finds changes there later. */
    private static final List<String> OF_BOX = List.of("/opt/hybridlab", "/usr/bin", "/usr/lib", "/usr/libexec",
            "/usr/sbin", "/usr/share");
    private static final String CHANGED = ResourceText.of(RunningState.class, "changed-files.sh");

    RunningState {
        lines = List.copyOf(lines);
    }

    static RunningState of(MachineDisk disk, String machine, Cancellation cancellation) {
        return of(disk.run(machine, LOOK, List.of(), List.of(), QUICK, cancellation).lines().toList());
    }

    private static RunningState of(List<String> said) {
        return said.isEmpty() ? new RunningState("", said)
                : new RunningState(said.get(0), said.subList(1, said.size()));
    }

    /**
     * A comparison with the recorded state.
     *
     * @param change what has changed, for people, with files and folders; unknown counts as changed; empty if nothing
     * has
     * @param pods that run as they did
     */
    record Look(Optional<String> change, Pods pods) {
    }

    /**
     * Pods that may run on.
     *
     * @param since they were unchanged then, by the machine's clock
     * @param processes name, id and start time of each
     */
    record Pods(String since, List<List<String>> processes) {
        static final Pods NONE = new Pods("", List.of());

        Pods {
            processes = List.copyOf(processes);
        }
    }

    /** @param compared whether the whole disk is compared later, so a quick look is enough */
    Look look(MachineDisk disk, String machine, boolean compared, Cancellation cancellation) {
        if (!hasLines()) {
            return new Look(Optional.of(NOT_KNOWN), Pods.NONE);
        }
        List<String> arguments = new ArrayList<>(List.of(noted("SUBNET"), noted("MTU"), since));
        Stream.concat(SavedPaths.LEFT_OUT.stream(), compared ? OF_BOX.stream() : Stream.of())
                .forEach(path -> arguments.addAll(List.of("-o", "-path", path)));
        List<String> said = disk.run(machine, LOOK + CHANGED, arguments, List.of(), QUICK, cancellation).lines()
                .toList();
        int files = said.lastIndexOf(FILES);
        RunningState now = of(said.subList(0, Math.max(0, files)));
        return now.hasLines() ? new Look(difference(now).or(() -> changedFiles(said.subList(files + 1, said.size()))),
                runningOn(now)) : new Look(Optional.of(NOT_KNOWN), Pods.NONE);
    }

    /** As the pod network was recorded: its current value may be wrong or missing. */
    private String noted(String key) {
        Pattern line = Pattern.compile("%s[A-Z]+_%s=([0-9./]+)".formatted(NETWORK, key));
        return lines.stream().map(line::matcher).filter(Matcher::matches)
                .map(found -> found.group(1)).findFirst().orElse("");
    }

    /** They keep nothing in memory but what the API server tells them. It also reports a reset's changes. */
    private Pods runningOn(RunningState now) {
        List<List<String>> processes = lines.stream().filter(now.lines::contains).map(PROCESS::matcher)
                .filter(Matcher::matches).filter(process -> isSame(QUEUE, now) && isSame(process.group(1).equals(POD)
                        ? OWN + process.group(3) + ": " : NETWORK, now))
                .map(process -> List.of(process.group(2), process.group(3), process.group(4))).toList();
        return podsNoted().map(noted -> new Pods(noted, processes)).orElse(Pods.NONE);
    }

    private static Optional<String> changedFiles(List<String> said) {
        int last = said.size() - 1;
        return last < 0 || !said.get(last).equals("end") ? Optional.of("it did not list its files")
                : said.subList(0, last).stream().findFirst();
    }

    boolean hasLines() {
        return !lines.isEmpty();
    }

    private boolean isSame(String prefix, RunningState now) {
        return of(prefix).equals(now.of(prefix));
    }

    private List<String> of(String prefix) {
        return lines.stream().filter(line -> line.startsWith(prefix)).toList();
    }

    /** After pods were stopped: unknown, unless all ran on. @param running number of recorded pods that did */
    RunningState withPods(int running) {
        return lines.stream().filter(line -> PROCESS.matcher(line).matches()).count() == running ? this
                : withoutPods();
    }

    RunningState withoutPods() {
        return new RunningState(since, lines.stream().filter(line -> !line.startsWith(PODS)).toList());
    }

    /** When pods were recorded; empty if unknown. */
    Optional<String> podsNoted() {
        return lines.stream().filter(line -> line.startsWith(PODS)).map(line -> line.substring(PODS.length()))
                .findFirst();
    }

    /** After services restarted; empty if one did not run, or another was started. */
    Optional<RunningState> restarted(List<String> processes) {
        List<String> names = processes.stream().map(line -> line.replaceFirst(" \\(.*", " (")).toList();
        List<String> rest = lines.stream().filter(line -> names.stream().noneMatch(line::startsWith)).toList();
        return names.isEmpty() || rest.size() + names.size() != lines.size() ? Optional.empty()
                : Optional.of(new RunningState(since, Stream.concat(processes.stream(), rest.stream()).toList()));
    }

    RunningState since(String earlier) {
        return new RunningState(earlier, lines);
    }

    /** A difference for people; empty if none. After the clock was set back, changes can look old. */
    Optional<String> difference(RunningState now) {
        Optional<Long> then = booted();
        if (then.isEmpty() || now.booted().filter(later -> later >= then.get() - ROUNDED).isEmpty()) {
            return Optional.of(then.isEmpty() || now.booted().isEmpty() ? "whether its clock was set back is not known"
                    : "its clock was set back");
        }
        List<String> come = now.marks();
        lines.forEach(come::remove);
        List<String> gone = marks();
        now.lines.forEach(gone::remove);
        return gone.stream().findFirst().map(line -> "no longer: " + line)
                .or(() -> come.stream().findFirst().map(line -> "new: " + line));
    }

    private Optional<Long> booted() {
        return lines.stream().filter(line -> line.matches(BOOT + "\\d+")).findFirst()
                .map(line -> Long.valueOf(line.substring(BOOT.length())));
    }

    private List<String> marks() {
        List<String> others = List.of(BOOT, POD, NETWORK_POD, NETWORK, PODS, OWN, QUEUE);
        return new ArrayList<>(lines.stream().filter(line -> others.stream().noneMatch(line::startsWith)).toList());
    }
}
