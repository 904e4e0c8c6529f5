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
 * What a boot would set back in a machine, besides its files: its system services and their processes, addresses,
 * routes and devices, packet filters, settings of the kernel, mounts. Left out is what the kubelet, kube-proxy and the
 * pod network make for pods and nodes, such as the bridge {@code cni0} and flannel's routes: all of them make it again.
 *
 * @param since what changed on its disk later is not known here; seconds by the machine's own clock
 */
record RunningState(String since, List<String> lines) {
    private static final String NOT_KNOWN = "how it runs is not known";
    private static final Duration QUICK = Duration.ofMinutes(1);

    /** By the kernel, in seconds, from its clock and from how long it runs: it follows each jump of the clock. */
    private static final String BOOT = "booted at ";
    private static final int ROUNDED = 2;
    private static final String POD = "process of a pod: ";
    /** It makes the pod network. */
    private static final String NETWORK_POD = "process of the network's pod: ";
    private static final Pattern PROCESS = Pattern.compile("(%s|%s)(\\S+) \\((\\d+), started at (\\d+)\\)"
            .formatted(POD, NETWORK_POD));
    /** Of the network and the limits of a pod, with the number of its process. */
    private static final String OWN = "around process ";
    private static final String QUEUE = "queue of pods: ";
    /** What the pod network makes of nodes. */
    private static final String NETWORK = "network of pods: ";
    /** And when, by the machine's own clock: what a pod made of its files until then belongs to its start. */
    private static final String PODS = "pods are noted at ";
    /** Functions that tell of which pod a process is. */
    static final String PODS_SCRIPT = ResourceText.of(RunningState.class, "pods.sh");
    static final String LOOK = PODS_SCRIPT + ResourceText.of(RunningState.class, "running-state.sh");
    private static final String FILES = "files that changed:";
    /** What the box brings: {@link DiskComparison} sees what changed there, later. */
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
     * A machine against how it ran then.
     *
     * @param change what has changed since, for people, also a file or folder of which anything did; what the machine
     *               does not say counts as changed; empty if nothing has
     * @param pods that run as they did
     */
    record Look(Optional<String> change, Pods pods) {
    }

    /**
     * Pods that may run on through a reset.
     *
     * @param since when nothing of them had changed yet, by the machine's own clock
     * @param processes of each its name, its number and when it was started
     */
    record Pods(String since, List<List<String>> processes) {
        static final Pods NONE = new Pods("", List.of());

        Pods {
            processes = List.copyOf(processes);
        }
    }

    /** @param compared whether all of the disk is compared later, so that what is quickly looked through will do */
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

    /** As the pod network had it then: what it says now may be another's, or be gone. */
    private String noted(String key) {
        Pattern line = Pattern.compile("%s[A-Z]+_%s=([0-9./]+)".formatted(NETWORK, key));
        return lines.stream().map(line::matcher).filter(Matcher::matches)
                .map(found -> found.group(1)).findFirst().orElse("");
    }

    /**
     * They are such as keep nothing in memory but what the API server tells them, which also tells them of what a reset
     * changes.
     */
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

    /** Whether the machine said anything. */
    boolean hasLines() {
        return !lines.isEmpty();
    }

    /** Whether it is so of lines that begin so. */
    private boolean isSame(String prefix, RunningState now) {
        return of(prefix).equals(now.of(prefix));
    }

    private List<String> of(String prefix) {
        return lines.stream().filter(line -> line.startsWith(prefix)).toList();
    }

    /**
     * The same after pods were stopped: what of them runs is not known, but if all did run on.
     *
     * @param running how many of those noted here did
     */
    RunningState withPods(int running) {
        return lines.stream().filter(line -> PROCESS.matcher(line).matches()).count() == running ? this
                : withoutPods();
    }

    /** The same where what of pods runs is not known. */
    RunningState withoutPods() {
        return new RunningState(since, lines.stream().filter(line -> !line.startsWith(PODS)).toList());
    }

    /** When pods were noted; empty if what of them runs is not known. */
    Optional<String> podsNoted() {
        return lines.stream().filter(line -> line.startsWith(PODS)).map(line -> line.substring(PODS.length()))
                .findFirst();
    }

    /** The same with some services started again; empty if one of them did not run, or another was started. */
    Optional<RunningState> restarted(List<String> processes) {
        List<String> names = processes.stream().map(line -> line.replaceFirst(" \\(.*", " (")).toList();
        List<String> rest = lines.stream().filter(line -> names.stream().noneMatch(line::startsWith)).toList();
        return names.isEmpty() || rest.size() + names.size() != lines.size() ? Optional.empty()
                : Optional.of(new RunningState(since, Stream.concat(processes.stream(), rest.stream()).toList()));
    }

    RunningState since(String earlier) {
        return new RunningState(earlier, lines);
    }

    /**
     * What one of them has and the other has not, for people; empty if they are the same. After the clock was set back,
     * what changed can look older than {@link #since}.
     */
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
