package org.hybridlab.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.host.StartedDaemons.Started;

/** Starts daemons, by systemd if it runs, and records them. Stops nothing else. */
public final class DaemonControl {
    private static final Path SYSTEMD = Path.of("/run/systemd/system");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final HostFacts facts;
    private final HostFiles files;
    private final Elevation elevation;
    private final Processes processes;
    private final Cancellation cancellation;
    private final UserFolders folders;
    private final StartedDaemons started;

    public DaemonControl(HostFacts facts, HostFiles files, Elevation elevation, Processes processes,
                         Cancellation cancellation, UserFolders folders) {
        this.facts = facts;
        this.files = files;
        this.elevation = elevation;
        this.processes = processes;
        this.cancellation = cancellation;
        this.folders = folders;
        this.started = new StartedDaemons(folders);
    }

    /**
     * Starts and records the daemon, and waits for its answer. Waits only if it runs already.
     *
     * @throws LabException {@code daemon-not-started} with the end of its log
     */
    void start(Daemon daemon) {
        if (isRunning(daemon.program(), daemon.pidFile())) {
            awaitAnswer(daemon, "It runs, and was not started by this call. See where your client asks (DOCKER_HOST, "
                    + "docker context ls), or restart it.");
            return;
        }
        if (startsBySystemd()) {
            asRoot("systemctl", "start", lastOf(daemon.units()));
            awaitAnswer(daemon, "Look at its log: journalctl -u " + lastOf(daemon.units()));
            record(daemon.program(), daemon.units(), daemon.pidFile());
            return;
        }
        for (String helper : daemon.helpers()) {
            Path pidFile = Path.of("/run", helper + ".pid");
            if (!isRunning(helper, pidFile)) {
                startByHand(helper, "", List.of());
                record(helper, List.of(), pidFile);
            }
        }
        Path log = daemon == Daemon.LIBVIRT ? startLibvirtd() : startByHand(daemon.program(), "", List.of());
        try {
            awaitAnswer(daemon, "Look at its log: " + log);
        } catch (LabException e) {
            // It may still run, and is then ours to stop.
            if (!files.read(daemon.pidFile()).isBlank()) {
                record(daemon.program(), List.of(), daemon.pidFile());
            }
            throw e;
        }
        record(daemon.program(), List.of(), daemon.pidFile());
    }

    /**
     * Waits for a daemon that did not answer in time.
     *
     * @throws LabException {@code daemon-not-started}
     */
    void await(Daemon daemon) {
        awaitAnswer(daemon, restart(daemon));
    }

    private String restart(Daemon daemon) {
        String how = startsBySystemd() ? ": %ssystemctl restart %s".formatted(elevation.root() ? "" : "sudo ",
                lastOf(daemon.units())) : ".";
        return "%s may be busy: wait until `%s` answers. If it hangs, restart it%s".formatted(daemon.program(),
                daemon.question().pasteable(), how);
    }

    private Path startLibvirtd() {
        List<String> arguments = List.of();
        if (LibvirtdSettings.areNeeded(files)) {
            asRoot(LibvirtdSettings.write());
            arguments = LibvirtdSettings.arguments();
        }
        return startByHand(Daemon.LIBVIRT.program(), hidesKvm() ? hidingKvm() : "", arguments);
    }

    /** Adds the user to the group, which counts from the next login, and to the socket's access list for now. */
    void letIn(Daemon daemon) {
        asRoot("usermod", "-aG", daemon.group(), facts.user());
        asRoot("setfacl", "-m", "u:" + facts.user() + ":rw", daemon.socket().toString());
    }

    void raise(KernelLimit limit) {
        asRoot(limit.raise().words().toArray(String[]::new));
    }

    void load(KernelModule module) {
        asRoot(module.load());
    }

    List<String> byHand(Remedy remedy) {
        String sudo = elevation.root() ? "" : "sudo ";
        if (remedy instanceof Remedy.Start start) {
            return List.of(startsBySystemd() ? sudo + "systemctl start " + lastOf(start.daemon().units())
                    : sudo + start.daemon().program() + " &");
        }
        if (remedy instanceof Remedy.Await wait) {
            return List.of(restart(wait.daemon()));
        }
        if (remedy instanceof Remedy.Raise raise) {
            return List.of(sudo + raise.limit().byHand());
        }
        if (remedy instanceof Remedy.Load load) {
            return List.of(sudo + load.module().byHand());
        }
        if (remedy instanceof Remedy.LetIn letIn) {
            return List.of(sudo + "usermod -aG " + letIn.daemon().group() + " " + facts.user()
                    + "   # then log out and in again");
        }
        return List.of();
    }

    /** Stops what hybridlab started, in reverse order. */
    public List<Started> stopOurs() {
        List<Started> running = new ArrayList<>(started.running());
        Collections.reverse(running);
        running.forEach(this::stop);
        return running;
    }

    private void stop(Started daemon) {
        if (daemon.units().isEmpty()) {
            asRoot("kill", "-TERM", Long.toString(daemon.pid()));
        } else {
            asRoot(Stream.concat(Stream.of("systemctl", "stop"), daemon.units().stream()).toArray(String[]::new));
        }
        Wait.until(daemon.program() + " has ended", PATIENCE).orHostFails("daemon-not-stopped", "Stop it by hand: kill "
                + daemon.pid()).that(daemon::process, Optional::isEmpty, process -> "it runs", cancellation);
        started.forget(daemon);
    }

    /** In its own session, so that Ctrl-C does not reach it. */
    private Path startByHand(String program, String before, List<String> arguments) {
        Path file = files.program(program).orElseThrow(() -> LabException.hostNotReady("program-missing",
                program + " is not installed on this host.", "Run `hybridlab setup`."));
        Path log = emptyLog(program);
        List<String> words = new ArrayList<>(List.of("setsid", "sh", "-c",
                "log=$1; shift; " + before + "\"$0\" \"$@\" >> \"$log\" 2>&1 < /dev/null &", file.toString(),
                log.toString()));
        words.addAll(arguments);
        asRoot(Command.of(words));
        return log;
    }

    /**
     * If the processor does not support KVM, an existing /dev/kvm makes libvirtd hang for minutes per machine
     * (measured). libvirtd therefore runs in a mount namespace where /dev/kvm cannot be opened. If the node could be
     * opened, as /dev/null can, libvirtd would probe QEMU at every call for three seconds (virQEMUCapsIsValid).
     * libvirtd would mount a plain file into each machine's namespace, so it is a device. The node is in its own file
     * system to keep its name: the kernel does not move mounts of removed files.
     */
    private static String hidingKvm() {
        return "unshare --mount sh -c 'mount -t tmpfs closed /mnt && mknod -m 0 /mnt/kvm c 1 3"
                + " && mount --bind /mnt/kvm /dev/kvm && umount /mnt && exec \"$0\" \"$@\"' ";
    }

    private boolean hidesKvm() {
        return !facts.hardwareVirtualisation() && files.exists(HostFacts.KVM);
    }

    private boolean startsBySystemd() {
        return files.isDirectory(SYSTEMD);
    }

    private Path emptyLog(String program) {
        Path log = folders.state().resolve("logs").resolve(program + ".log");
        try {
            Files.createDirectories(log.getParent());
            // Owned by this user, although root writes to it.
            return Files.writeString(log, "");
        } catch (IOException e) {
            throw StateFile.notWritable(log, e);
        }
    }

    /** A stale pid file names a dead process, or another program's. */
    private boolean isRunning(String program, Path pidFile) {
        String pid = files.read(pidFile).strip();
        return pid.matches("\\d{1,9}") && files.read(Path.of("/proc", pid, "comm")).strip().equals(program);
    }

    private void awaitAnswer(Daemon daemon, String advice) {
        DaemonAnswer answer = Wait.until(daemon.program() + " answers", PATIENCE)
                .orHostFails("daemon-not-started", advice)
                .that(() -> DaemonAnswer.of(daemon, processes), DaemonAnswer::isRunning, DaemonAnswer::message,
                        cancellation);
        if (answer.kind() == DaemonAnswer.Kind.LACKS_BUS) {
            throw LabException.hostNotReady("daemon-not-started", lacksBus(daemon), withBus(daemon))
                    .because(answer.message());
        }
    }

    static String lacksBus(Daemon daemon) {
        return daemon.program()
                + " runs, but asks polkit who may use it, and without a system bus nobody reaches polkit.";
    }

    /** Advice for the user's own libvirtd, which hybridlab does not stop. */
    static String withBus(Daemon daemon) {
        return ("Start the system bus (sudo service dbus start). Or end that %s (sudo pkill -x %s) and run the same "
                + "command ").formatted(daemon.program(), daemon.program())
                + "again: hybridlab then starts one that lets the group " + daemon.group() + " in.";
    }

    private void record(String program, List<String> units, Path pidFile) {
        Wait.until(pidFile + " is written", PATIENCE).that(() -> files.read(pidFile).strip(), pid -> !pid.isEmpty(),
                pid -> "nothing", cancellation);
        ProcessHandle.of(Long.parseLong(files.read(pidFile).strip()))
                .ifPresent(process -> started.record(Started.of(program, units, process)));
    }

    private void asRoot(String... words) {
        asRoot(Command.of(words));
    }

    private void asRoot(Command asUser) {
        Command command = elevation.asRoot(asUser.timeout(PATIENCE));
        processes.run(command, cancellation).orHostFails("no-root", "This needs root rights, and did not work: "
                + command.pasteable(), "Run it by hand as root, then the same hybridlab command again.");
    }

    private static String lastOf(List<String> units) {
        return units.get(units.size() - 1);
    }

    /**
     * Settings for a libvirtd that hybridlab starts without a system bus. libvirtd asks polkit about all users but
     * root, and polkit needs the bus. Here the socket's group decides, as polkit's rules do on most distributions. The
     * host's other settings still apply.
     */
    static final class LibvirtdSettings {
        private static final Path FILE = Path.of("/run/hybridlab/libvirtd.conf");
        private static final Path OF_HOST = Path.of("/etc/libvirt/libvirtd.conf");
        private static final Path BUS = Path.of("/run/dbus/system_bus_socket");
        private static final Pattern CHOSEN = Pattern.compile("(?m)^\\s*auth_unix_rw\\s*=");
        /** The first setting of a name counts (src/util/virconf.c). */
        private static final String WRITE = ResourceText.of(DaemonControl.class, "libvirtd-settings.sh");

        private LibvirtdSettings() {
        }

        /** False if the host's own settings choose the authentication. */
        static boolean areNeeded(HostFiles files) {
            return !files.exists(BUS) && !CHOSEN.matcher(files.read(OF_HOST)).find();
        }

        static Command write() {
            return Command.of("sh", "-c", WRITE, "settings", FILE.toString(), OF_HOST.toString());
        }

        static List<String> arguments() {
            return List.of("--config", FILE.toString());
        }
    }
}
