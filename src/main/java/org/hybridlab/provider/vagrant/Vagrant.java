package org.hybridlab.provider.vagrant;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;

/**
 * Vagrant for one workspace. Every call costs seconds of Ruby, so states come from {@code Provider} where that is
 * faster. Calls for different machines may run in parallel.
 *
 * <p>Failures are {@code LabException}s with id {@code vagrant-} and the name of Vagrant's error class, for example
 * {@code vagrant-machine-action-locked-error} (see {@link #RETRYABLE}), or {@code vagrant-failed}.
 */
public final class Vagrant {
    public static final List<String> RETRYABLE = List.of("vagrant-machine-action-locked-error",
            "vagrant-environment-locked-error", "vagrant-container-vanished");

    /** vagrant-libvirt found no DHCP lease. It ends without an error of Vagrant. */
    public static final String NO_ADDRESS = "vagrant-no-address";

    /** A gigabyte on a slow line. */
    public static final Duration LONGEST_DOWNLOAD = Duration.ofHours(1);
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(60);
    /** Vagrant copies the disk, and compresses it on one processor. */
    private static final Duration PACKING = Duration.ofHours(3);
    private static final Consumer<String> NOBODY = line -> { };

    private final Processes processes;
    private final Path folder;
    private final Map<String, String> environment;
    private volatile Optional<JointUp> joint = Optional.empty();

    /** @param folder of the Vagrantfile */
    public Vagrant(Processes processes, Path folder) {
        this(processes, folder, Map.of());
    }

    /** @param more environment, for example {@code http_proxy} for box downloads; never a secret */
    public Vagrant(Processes processes, Path folder, Map<String, String> more) {
        this.processes = processes;
        this.folder = folder;
        this.environment = new LinkedHashMap<>(VagrantEnvironment.of(folder));
        environment.putAll(more);
    }

    /** Creates the machine if needed and boots it. Provisions nothing, and destroys nothing if it fails. */
    public void up(String machine, ProviderName provider, Duration timeout, Consumer<String> lines,
                   Cancellation cancellation) {
        if (joint.filter(one -> one.starts(machine, lines)).isEmpty()) {
            run("vagrant up of " + machine, starting(List.of(machine), provider).timeout(timeout), lines,
                    cancellation);
        }
    }

    /**
     * Loads Vagrant, which takes a second or more, for the next {@link #up} of each of these machines. It waits in the
     * Vagrantfile for the first call, and then starts all of them.
     */
    public JointUp loadFor(List<String> machines, ProviderName provider, Duration timeout,
                           Cancellation cancellation) {
        Command command = starting(machines, provider).env(JointUp.WAITS, "1").timeout(timeout);
        JointUp all = new JointUp(machines, (go, lines) -> processes.run(command.stdinLater(go), lines, cancellation),
                cancellation);
        joint = Optional.of(all);
        return all;
    }

    private Command starting(List<String> machines, ProviderName provider) {
        List<String> words = new ArrayList<>(List.of("up"));
        words.addAll(machines);
        words.addAll(List.of("--provider=" + provider.id(), "--no-provision", "--no-destroy-on-error"));
        return command(words.toArray(String[]::new)).env("HYBRIDLAB_UP", "1");
    }

    public void provision(String machine, String name, Duration timeout, Consumer<String> lines,
                          Cancellation cancellation) {
        run("vagrant provision of " + machine, timeout, lines, cancellation, "provision", machine, "--provision-with",
                name);
    }

    public void halt(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant halt of " + machine, timeout, lines, cancellation, "halt", machine);
    }

    public void suspend(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant suspend of " + machine, timeout, lines, cancellation, "suspend", machine);
    }

    public void resume(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant resume of " + machine, timeout, lines, cancellation, "resume", "--no-provision", machine);
    }

    /** A missing machine is no error. */
    public void destroy(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant destroy of " + machine, destroying(timeout).with(machine), lines, cancellation);
    }

    /**
     * Makes Vagrant forget all machines of the Vagrantfile, which are gone, without a process.
     *
     * @return false if that takes {@link #destroyAll}
     */
    public boolean forgetsAll(Cancellation cancellation) {
        Map<String, String> all = new LinkedHashMap<>(System.getenv());
        all.putAll(environment);
        return new MachineIndex(processes, VagrantHome.of(all)).forget(folder.resolve(".vagrant"), cancellation);
    }

    public void destroyAll(Duration timeout, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant destroy", destroying(timeout), lines, cancellation);
    }

    private Command destroying(Duration timeout) {
        return command("destroy", "--force").env("HYBRIDLAB_DESTROY", "1").timeout(timeout);
    }

    public String sshConfig(String machine, Cancellation cancellation) {
        List<MachineReadable> lines = run("vagrant ssh-config of " + machine, QUICK, NOBODY, cancellation,
                "ssh-config", machine);
        return MachineReadable.first(lines, "ssh-config").map(data -> data.get(0)).orElse("").strip() + "\n";
    }

    public void validate(Cancellation cancellation) {
        run("vagrant validate", QUICK, NOBODY, cancellation, "validate");
    }

    /**
     * Halts the machine and packages it as a box, if {@link org.hybridlab.config.model.ProviderTraits#packages}.
     *
     * @param output must not exist
     * @param info becomes {@code info.json} of the box, and has that name
     */
    public void pack(String machine, Path output, Path info, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant package of " + machine, PACKING, lines, cancellation, "package", machine, "--output",
                output.toString(), "--info", info.toString());
    }

    /** An existing box is no error. */
    public void boxAdd(String name, String url, ProviderName provider, Consumer<String> lines,
                       Cancellation cancellation) {
        if (boxList(cancellation).stream()
                .noneMatch(box -> box.name().equals(name) && box.provider().equals(provider.id()))) {
            run("vagrant box add of " + name, LONG, lines, cancellation, "box", "add", "--name", name,
                    "--provider", provider.id(), url);
        }
    }

    /**
     * Downloads a box as `vagrant up` would, without a check of its sum.
     *
     * @param mirror instead of the public registry
     */
    public void boxDownload(BoxChoice box, ProviderName provider, Optional<String> mirror, Consumer<String> lines,
                            Cancellation cancellation) {
        Command add = command("box", "add", "--provider", provider.id()).timeout(LONGEST_DOWNLOAD);
        add = box.version().isPresent() ? add.with("--box-version", box.version().get()) : add;
        add = box.url().isPresent() ? add.with("--name", box.name(), box.url().get()) : add.with(box.name());
        run("vagrant box add of " + box.title(), mirror.isPresent()
                ? add.env("VAGRANT_SERVER_URL", mirror.get()) : add, lines, cancellation);
    }

    public List<Box> boxList(Cancellation cancellation) {
        List<Box> boxes = new ArrayList<>();
        String name = "";
        String provider = "";
        for (MachineReadable line : run("vagrant box list", QUICK, NOBODY, cancellation, "box", "list")) {
            switch (line.type()) {
                case "box-name" -> name = line.text(0);
                case "box-provider" -> provider = line.text(0);
                case "box-version" -> boxes.add(new Box(name, provider, line.text(0)));
                default -> { }
            }
        }
        return boxes;
    }

    public void snapshotSave(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant snapshot save of " + machine, LONG, lines, cancellation, "snapshot", "save", "--force", machine,
                name);
    }

    /** Leaves the machine off, or as in the snapshot. On Hyper-V Vagrant starts it anyway. */
    public void snapshotRestore(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant snapshot restore of " + machine, LONG, lines, cancellation, "snapshot", "restore",
                "--no-provision", "--no-start", machine, name);
    }

    public void snapshotDelete(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        run("vagrant snapshot delete of " + machine, LONG, lines, cancellation, "snapshot", "delete", machine, name);
    }

    public List<String> snapshotList(String machine, Cancellation cancellation) {
        // Only names have no machine name before them.
        return run("vagrant snapshot list of " + machine, QUICK, NOBODY, cancellation, "snapshot", "list", machine)
                .stream().filter(line -> line.type().equals("ui") && line.text(0).equals("detail"))
                .map(line -> line.text(1)).filter(text -> !text.startsWith("    " + machine + ": ")).toList();
    }

    private List<MachineReadable> run(String what, Duration timeout, Consumer<String> lines,
                                      Cancellation cancellation, String... words) {
        return run(what, command(words).timeout(timeout), lines, cancellation);
    }

    private Command command(String... words) {
        // Vagrant cleans up at the first interrupt and aborts at the second (bin/vagrant).
        Command command = Command.of("vagrant").with(words).with("--machine-readable").in(folder).inOwnSession();
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            command = command.env(variable.getKey(), variable.getValue());
        }
        return command;
    }

    private List<MachineReadable> run(String what, Command command, Consumer<String> lines,
                                      Cancellation cancellation) {
        Result result = processes.run(command, line -> show(line, lines), cancellation);
        if (!result.ok()) {
            throw VagrantFailure.of(what, result);
        }
        return MachineReadable.parseAll(result.stdout());
    }

    static void show(String line, Consumer<String> lines) {
        MachineReadable.parse(line).ifPresentOrElse(parsed -> parsed.forPeople().forEach(lines),
                () -> lines.accept(line));
    }

    /** @param version {@code 0} for a box from a file */
    public record Box(String name, String provider, String version) {
    }

    /** Environment of every vagrant that hybridlab starts. */
    static final class VagrantEnvironment {
        private VagrantEnvironment() {
        }

        static Map<String, String> of(Path folder) {
            return Map.of(
                    // The user's own values could lead to another Vagrantfile or state.
                    "VAGRANT_CWD", folder.toString(),
                    "VAGRANT_DOTFILE_PATH", folder.resolve(".vagrant").toString(),
                    // Absolute: otherwise Vagrant would search parent folders, and run what it finds.
                    "VAGRANT_VAGRANTFILE", folder.resolve("Vagrantfile").toAbsolutePath().toString(),
                    // Tells a vagrant of a killed hybridlab from others.
                    VagrantLeftBehind.OWNER, Long.toString(ProcessHandle.current().pid()),
                    "VAGRANT_NO_COLOR", "1",
                    // No update checks, which cost seconds, and hang without internet.
                    "VAGRANT_CHECKPOINT_DISABLE", "1",
                    "VAGRANT_BOX_UPDATE_CHECK_DISABLE", "1");
        }
    }
}
