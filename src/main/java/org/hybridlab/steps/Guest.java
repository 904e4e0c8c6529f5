package org.hybridlab.steps;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.failure.LabException;
import org.hybridlab.guest.GuestShell;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Result;

/** A machine as one running step sees it: everything as root, and every line of output is the step's. */
final class Guest {
    /**
     * Ends a kubeadm whose hybridlab was interrupted or killed: sshd lets it go on. Nobody waits for it, because this
     * hybridlab holds the lab's lock.
     */
    static final String END_EARLIER_KUBEADM = "while pkill -x kubeadm; do sleep 0.1; done\n";

    private static final Duration QUICK = Duration.ofMinutes(2);

    private final GuestShell shell;
    private final StepContext context;

    Guest(GuestShell shell, StepContext context) {
        this.shell = shell;
        this.context = context;
    }

    void line(String text) {
        context.line(text);
    }

    Result root(Duration within, String... words) {
        return shell.sudo(List.of(words), Optional.empty(), within, context::line, context.cancellation());
    }

    /** Runs a script of the workspace by its path. */
    Result script(Path local, Duration within, String... arguments) {
        return shell.script(local, List.of(arguments), within, context::line, context.cancellation()).orFail(
                "guest-script-failed",
                "%s failed on %s.".formatted(local.getFileName(), shell.machine()),
                "Read it: " + local + ", then run the same command again.");
    }

    /** A quick command that must work. */
    void must(String... words) {
        root(QUICK, words).orFail("guest-command-failed",
                "%s failed on %s.".formatted(words[0], shell.machine()), "Run the same command again.");
    }

    /**
     * The output of a few quick shell commands, kept out of the step's lines.
     *
     * @param what they do, the subject of a sentence
     */
    String output(String commands, String what) {
        return quietly("sh", "-c", commands).orFail("guest-command-failed",
                "%s failed on %s.".formatted(what, shell.machine()), "Run the same command again.").stdout();
    }

    /** False too where the machine does not answer: a look never fails. */
    boolean fileEquals(String path, String content) {
        try {
            Result result = quietly("cat", path);
            return result.ok() && result.stdout().strip().equals(content);
        } catch (LabException e) {
            if (e.id().equals("ssh-lost")) {
                return false;
            }
            throw e;
        }
    }

    /** Whether a unit of systemd's runs. */
    boolean isActive(String unit) {
        return quietly("systemctl", "is-active", "--quiet", unit).ok();
    }

    /** Whether one of its adapters has the address. */
    boolean holds(Ipv4 address) {
        return !quietly("ip", "-o", "address", "show", "to", address.toString()).stdout().isBlank();
    }

    boolean has(String path) {
        return quietly("test", "-e", path).ok();
    }

    private Result quietly(String... words) {
        return shell.sudo(List.of(words), Optional.empty(), QUICK, line -> { }, context.cancellation());
    }

    void write(String path, String content, String mode) {
        shell.upload(content, path, mode, context.cancellation());
    }

    /** The same with a file of this host, of any size. */
    void upload(Path local, String path, String mode, Duration within) {
        shell.upload(local, path, mode, within, context.cancellation());
    }

    void remove(String... paths) {
        String[] words = new String[paths.length + 2];
        words[0] = "rm";
        words[1] = "-f";
        System.arraycopy(paths, 0, words, 2, paths.length);
        must(words);
    }

    /** Takes back whatever kubeadm did on this machine. */
    void resetKubeadm(Duration within) {
        root(within, "kubeadm", "reset", "--force").orFail("kubeadm-reset-failed",
                "kubeadm reset failed on %s.".formatted(shell.machine()),
                "Make the machine anew: destroy it alone, then run `up` again.");
        // kubeadm leaves these after a failed init (kubernetes-from-packages.md section 4).
        must("rm", "-rf", "/var/lib/etcd", "/etc/cni/net.d/10-flannel.conflist", "/etc/kubernetes/hybridlab-joined",
                "/etc/kubernetes/hybridlab-initialised", "/run/flannel", "/var/lib/cni");
        // Nor does it know this link. The node gets another pod network when it joins again, and the bridge plugin
        // fails if cni0 has an address of the one before.
        if (has("/sys/class/net/cni0")) {
            must("ip", "link", "delete", "cni0");
        }
    }
}
