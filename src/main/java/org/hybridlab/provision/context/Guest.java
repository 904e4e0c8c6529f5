package org.hybridlab.provision.context;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.GuestShell;

/** A machine in a running step: all commands run as root, and output goes to the step's lines. */
public final class Guest {
    /** Ends a kubeadm of a killed hybridlab, which sshd lets run on. The lab's lock excludes other users. */
    public static final String END_EARLIER_KUBEADM = "while pkill -x kubeadm; do sleep 0.1; done\n";

    private static final Duration QUICK = Duration.ofMinutes(2);
    /** Shorter than the engine's grace period for a step. */
    private static final Duration CLEANUP = Duration.ofSeconds(20);
    // Both answers are words: empty output is neither.
    private static final String THERE = "there\n";
    private static final String ABSENT = "absent\n";
    private static final String HAS = "if [ -e \"$1\" ]; then echo there; else echo absent; fi";
    private static final String READ = "if [ -e \"$1\" ]; then echo there; cat -- \"$1\"; else echo absent; fi";
    /** Of {@code systemctl is-active}. */
    private static final int NOT_RUNNING = 3;
    private static final int NO_SUCH_UNIT = 4;

    private final GuestShell shell;
    private final StepContext context;

    public Guest(GuestShell shell, StepContext context) {
        this.shell = shell;
        this.context = context;
    }

    public void line(String text) {
        context.line(text);
    }

    public Result root(Duration within, String... words) {
        return shell.sudo(List.of(words), Optional.empty(), within, context::line, context.cancellation());
    }

    /** @param files of this host: standard input, after the text */
    public Result feed(Duration within, String text, List<Path> files, String... words) {
        return shell.feed(List.of(words), text, files, within, context::line, context.cancellation());
    }

    public Result script(Path local, Duration within, String... arguments) {
        return shell.script(local, List.of(arguments), within, context::line, context.cancellation()).orFail(
                "guest-script-failed",
                "%s failed on %s.".formatted(local.getFileName(), shell.machine()),
                "Read it: " + local + ", then run the same command again.");
    }

    public void must(String... words) {
        root(QUICK, words).orFail("guest-command-failed",
                "%s failed on %s.".formatted(words[0], shell.machine()), "Run the same command again.");
    }

    /** Output of quick commands, not shown. @param what they do, the subject of a sentence */
    public String output(String commands, String what, String... arguments) {
        return quietly(Stream.concat(Stream.of("sh", "-c", commands, "sh"), Stream.of(arguments))
                .toArray(String[]::new)).orFail("guest-command-failed",
                "%s failed on %s.".formatted(what, shell.machine()), "Run the same command again.").stdout();
    }

    /** @throws LabException if the machine's answer is unclear */
    public boolean fileEquals(String path, String content) {
        return text(path).filter(content::equals).isPresent();
    }

    /** Trimmed; empty if there is no such file. @throws LabException if the answer is unclear */
    public Optional<String> text(String path) {
        String answer = quietly("sh", "-c", READ, "read", path).orFail("guest-command-failed",
                "Reading %s failed on %s.".formatted(path, shell.machine()), "Run the same command again.").stdout();
        if (answer.startsWith(THERE)) {
            return Optional.of(answer.substring(THERE.length()).strip());
        }
        mustSayAbsent(answer, path);
        return Optional.empty();
    }

    public boolean isActive(String unit) {
        Result result = quietly("systemctl", "is-active", unit);
        String state = result.stdout().strip();
        if (result.ok() && state.equals("active")) {
            return true;
        }
        if (result.exitCode() == NOT_RUNNING || result.exitCode() == NO_SUCH_UNIT) {
            return false;
        }
        throw unclear(unit, result.stdout());
    }

    public boolean holds(Ipv4 address) {
        return !quietly("ip", "-o", "address", "show", "to", address.toString()).orFail("guest-command-failed",
                "The look for %s failed on %s.".formatted(address, shell.machine()), "Run the same command again.")
                .stdout().isBlank();
    }

    /** @throws LabException if the machine's answer is unclear */
    public boolean has(String path) {
        String answer = quietly("sh", "-c", HAS, "has", path).orFail("guest-command-failed",
                "The look for %s failed on %s.".formatted(path, shell.machine()), "Run the same command again.")
                .stdout();
        if (answer.equals(THERE)) {
            return true;
        }
        mustSayAbsent(answer, path);
        return false;
    }

    private void mustSayAbsent(String answer, String path) {
        if (!answer.equals(ABSENT)) {
            throw unclear(path, answer);
        }
    }

    /** Unknown is not absent: nothing may be done about it. */
    public LabException unclear(String what, String answer) {
        return LabException.labFailed("guest-answer-unclear",
                "%s did not say how it is about %s.".formatted(shell.machine(), what),
                "Run the same command again; if it stays so, see what a login there prints.")
                .because("It said: " + answer.strip());
    }

    private Result quietly(String... words) {
        return shell.sudo(List.of(words), Optional.empty(), QUICK, line -> { }, context.cancellation());
    }

    public void write(String path, String content, String mode) {
        shell.upload(content, path, mode, context.cancellation());
    }

    /** A file of this host, of any size. */
    public void upload(Path local, String path, String mode, Duration within) {
        shell.upload(local, path, mode, within, context.cancellation());
    }

    public void remove(String... paths) {
        must(removing(paths));
    }

    /** Runs even after Ctrl-C. */
    public void removeSecrets(String... paths) {
        Duration within = cleanup(context);
        shell.sudo(List.of(removing(paths)), Optional.empty(), within, context::line,
                Cancellation.ofCleanup(within)).orFail("guest-command-failed",
                "rm failed on %s.".formatted(shell.machine()), "Run the same command again.");
    }

    static Duration cleanup(StepContext context) {
        return context.cancellation().isRequested() ? CLEANUP : QUICK;
    }

    private static String[] removing(String... paths) {
        return Stream.concat(Stream.of("rm", "-f"), Stream.of(paths)).toArray(String[]::new);
    }

    /** Undoes all that kubeadm did on this machine. */
    public void resetKubeadm(Duration within) {
        root(within, "kubeadm", "reset", "--force").orFail("kubeadm-reset-failed",
                "kubeadm reset failed on %s.".formatted(shell.machine()),
                "Make the machine again: destroy it alone, then run `up` again.");
        // kubeadm leaves these after a failed init.
        List<String> left = new ArrayList<>(List.of("rm", "-rf", "/var/lib/etcd"));
        PodNetworkPlugin.all().forEach(plugin -> left.add(plugin.files().cniSettings()));
        left.addAll(List.of("/etc/kubernetes/hybridlab-joined", "/etc/kubernetes/hybridlab-initialised"));
        PodNetworkPlugin.all().forEach(plugin -> left.add(plugin.files().state()));
        left.add("/var/lib/cni");
        must(left.toArray(String[]::new));
        // It also leaves these links. The node gets another pod network at its next join, and the bridge plugin fails
        // on an old address.
        for (PodNetworkPlugin plugin : PodNetworkPlugin.all()) {
            if (has("/sys/class/net/" + plugin.files().bridge())) {
                must("ip", "link", "delete", plugin.files().bridge());
            }
        }
    }
}
