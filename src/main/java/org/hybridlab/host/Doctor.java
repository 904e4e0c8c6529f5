package org.hybridlab.host;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Remedy.Await;
import org.hybridlab.host.Remedy.Install;
import org.hybridlab.host.Remedy.LetIn;
import org.hybridlab.host.Remedy.Load;
import org.hybridlab.host.Remedy.Raise;
import org.hybridlab.host.Remedy.Start;

/** Checks what a provider needs of this host. Changes nothing. */
public final class Doctor {
    private static final Path DEBIANS_VAGRANT = Path.of("/usr/share/vagrant-plugins");

    private final HostFacts facts;
    private final HostFiles files;
    private final Processes processes;
    private final HostPrograms programs;
    private final Path vagrantHome;
    private final boolean thorough;
    private final Duration patience;

    /**
     * @param vagrantHome Vagrant's folder of the user
     * @param thorough whether to ask programs for their versions
     */
    public Doctor(HostFacts facts, HostFiles files, Processes processes, Path vagrantHome, boolean thorough) {
        this(facts, files, processes, vagrantHome, thorough, HostPrograms.PATIENCE);
    }

    private Doctor(HostFacts facts, HostFiles files, Processes processes, Path vagrantHome, boolean thorough,
                   Duration patience) {
        this.patience = patience;
        this.vagrantHome = vagrantHome;
        this.thorough = thorough;
        this.facts = facts;
        this.files = files;
        this.processes = processes;
        this.programs = new HostPrograms(processes);
    }

    public Doctor within(Duration limit) {
        return new Doctor(facts, files, processes, vagrantHome, thorough,
                limit.compareTo(patience) < 0 ? limit : patience);
    }

    public List<Requirement> examine(ProviderName provider) {
        List<Requirement> found = new ArrayList<>();
        found.add(program("vagrant", "Vagrant", Software.VAGRANT, "vagrant", "--version"));
        found.add(program("ssh", "OpenSSH client", Software.SSH, "ssh", "-V"));
        found.addAll(switch (provider) {
            case DOCKER -> docker();
            case LIBVIRT -> libvirt();
            case VIRTUALBOX -> virtualbox();
            case HYPERV -> List.of(hyperv());
            case PARALLELS -> List.of(byHand("parallels", "Parallels Desktop", "prlctl",
                    "Install Parallels Desktop Pro and `vagrant plugin install vagrant-parallels`."));
        });
        if (thorough && provider.traits().windowsGuests()) {
            found.add(winrm());
            found.addAll(new EvaluationBoxes(files, vagrantHome, Instant.now()).of(provider));
        }
        found.add(memory());
        found.add(disk(provider));
        return found;
    }

    boolean lacks(Software software) {
        return files.program(software.name()).isEmpty();
    }

    private List<Requirement> docker() {
        List<Requirement> found = new ArrayList<>();
        Requirement program = program("docker", "Docker", Software.DOCKER, "docker", "--version");
        found.add(program);
        if (facts.system().family() == OperatingSystem.Family.LINUX) {
            found.add(inotify("inotify", "inotify instances", KernelLimit.INOTIFY_INSTANCES));
            found.add(inotify("inotify-watches", "inotify watches", KernelLimit.INOTIFY_WATCHES));
        }
        if (!program.isMissing()) {
            Requirement daemon = daemon(Daemon.DOCKER, "Docker daemon", Software.DOCKER);
            found.add(daemon);
            if (facts.system().family() == OperatingSystem.Family.LINUX && daemon.state() == Requirement.State.OK) {
                bridgeFilter().ifPresent(found::add);
            }
        }
        return found;
    }

    /** Empty if the daemon has another kernel, such as Docker Desktop's. */
    private Optional<Requirement> bridgeFilter() {
        KernelModule module = KernelModule.BR_NETFILTER;
        String title = "Kernel module " + module.name();
        if (module.isLoaded(files)) {
            return Optional.of(Requirement.ok("br-netfilter", title, "loaded"));
        }
        String kernel = programs.ask("docker", "info", "--format", "{{.KernelVersion}}").stdout().strip();
        if (!kernel.equals(KernelModule.release(files))) {
            return Optional.empty();
        }
        return Optional.of(module.isUnknown(files)
                ? Requirement.missing("br-netfilter", title, "the kernel does not have it", new Remedy.ByHand(
                "Install the package with your kernel's modules, then run `hybridlab setup`."))
                : Requirement.missing("br-netfilter", title, "not loaded, and no pod network starts without it",
                new Load(module)));
    }

    private List<Requirement> libvirt() {
        List<Requirement> found = new ArrayList<>();
        Requirement program = program("libvirt", "libvirt", Software.LIBVIRT, "virsh", "--version");
        found.add(program);
        // By absolute path: RHEL's is on no PATH.
        found.add(program("qemu", "QEMU", Software.LIBVIRT,
                Software.qemu(files).map(Path::toString).orElse(Software.QEMU), "--version"));
        if (!program.isMissing()) {
            found.add(daemon(Daemon.LIBVIRT, "libvirt daemon", Software.LIBVIRT));
        }
        found.add(vagrantPlugin());
        if (thorough) {
            KnownBoxes.installed().needs().forEach((need, places) -> found.add(firmware(need, places)));
        }
        if (!facts.hardwareVirtualisation()) {
            found.add(Requirement.warning("virtualisation", "Hardware virtualisation",
                    "the processor offers none: machines run in QEMU's interpreter, about 13 times slower",
                    "Use Docker for Linux machines. For Windows machines take another host, or try "
                            + "--simulate-windows on Docker."));
        }
        return found;
    }

    private List<Requirement> virtualbox() {
        return List.of(program("virtualbox", "VirtualBox", Software.VIRTUALBOX, "VBoxManage", "--version"),
                virtualisation());
    }

    /** Each Windows has PowerShell. The service comes with the feature. */
    private Requirement hyperv() {
        String advice = "Turn on the Windows feature Hyper-V and run hybridlab as an administrator.";
        Requirement program = byHand("hyperv", "Hyper-V", "powershell", advice);
        if (program.isMissing() || !thorough) {
            return program;
        }
        String said = programs.ask("powershell", "-NoProfile", "-Command",
                "[bool](Get-Service vmms -ErrorAction SilentlyContinue)").stdout().strip();
        return switch (said) {
            case "True" -> program;
            case "False" -> Requirement.missing("hyperv", "Hyper-V", "its service vmms is not there",
                    new Remedy.ByHand(advice));
            default -> Requirement.warning("hyperv", "Hyper-V", "Windows does not tell", advice);
        };
    }

    private Requirement virtualisation() {
        return facts.hardwareVirtualisation()
                ? Requirement.ok("virtualisation", "Hardware virtualisation", "the processor offers it")
                : Requirement.missing("virtualisation", "Hardware virtualisation", "the processor offers none",
                new Remedy.ByHand("Switch it on in the firmware (VT-x, AMD-V), or use the docker provider."));
    }

    private Requirement byHand(String id, String title, String program, String advice) {
        return files.program(program).isPresent() ? Requirement.ok(id, title, "installed")
                : Requirement.missing(id, title, "not installed", new Remedy.ByHand(advice));
    }

    private Requirement program(String id, String title, Software software, String... versionCommand) {
        if (files.program(versionCommand[0]).isEmpty()) {
            return Requirement.missing(id, title, "not installed", new Install(software));
        }
        return thorough ? answering(id, title, programs.ask(versionCommand), String.join(" ", versionCommand))
                : Requirement.ok(id, title, "installed");
    }

    /** A program may be installed but fail to start. */
    private static Requirement answering(String id, String title, Result answer, String question) {
        String said = (answer.stdout() + answer.stderr()).strip();
        String line = said.lines().findFirst().orElse(answer.ok() ? "installed" : "it says nothing");
        if (said.contains("vboxdrv")) {
            return Requirement.missing(id, title, line, new Remedy.ByHand("Load VirtualBox's kernel module: sudo "
                    + "modprobe vboxdrv. If the kernel has none, build it: sudo /sbin/vboxconfig, or install "
                    + "virtualbox-dkms."));
        }
        return answer.ok() ? Requirement.ok(id, title, line) : Requirement.missing(id, title, "`%s` fails: %s"
                .formatted(question, line), new Remedy.ByHand("Run `%s`, and see what it says. If %s does not start, "
                .formatted(question, title) + "install it again."));
    }

    /** From Debian's packages or {@code vagrant plugin install}. Vagrant itself needs a second to answer. */
    private Requirement vagrantPlugin() {
        String plugin = "vagrant-libvirt";
        boolean there = files.exists(DEBIANS_VAGRANT.resolve("plugins.d/" + plugin + ".json"))
                || files.read(vagrantHome.resolve("plugins.json")).contains('"' + plugin + '"');
        if (there) {
            return Requirement.ok(plugin, plugin, "installed");
        }
        boolean packaged = PackageManager.of(facts.system()).packages(Software.LIBVIRT).contains(plugin);
        return Requirement.missing(plugin, plugin, "not installed", packaged ? new Install(Software.LIBVIRT)
                : new Remedy.ByHand(Software.OF_PEOPLE.get(plugin)));
    }

    /**
     * Vagrant loads the communicator at every command. Without these gems, which official installers have, each command
     * fails with a Ruby trace.
     */
    private Requirement winrm() {
        boolean debians = files.isDirectory(DEBIANS_VAGRANT);
        return !debians || programs.ask("gem", "list", "--installed", "--exact", "winrm").ok()
                ? Requirement.ok("winrm", "WinRM for Windows machines", "vagrant has it")
                : Requirement.warning("winrm", "WinRM for Windows machines",
                "Debian's vagrant comes without the gems winrm, winrm-fs and winrm-elevated",
                "Windows boxes with OpenSSH need none; for others install Vagrant from its makers' own package.");
    }

    /** Vagrantfiles of Windows boxes fail without it, after the download. */
    private Requirement firmware(String need, List<String> places) {
        return places.stream().anyMatch(place -> files.exists(Path.of(place)))
                ? Requirement.ok(need, "UEFI for Windows machines", "installed")
                : Requirement.warning(need, "UEFI for Windows machines", "this host has none of "
                + String.join(", ", places), "Install %s if a lab has Windows machines (Fedora, Arch: edk2-ovmf)."
                .formatted(need));
    }

    private Requirement daemon(Daemon daemon, String title, Software software) {
        DaemonAnswer answer = DaemonAnswer.of(daemon, processes, patience);
        return switch (answer.kind()) {
            case ANSWERS -> Requirement.ok(daemon.program(), title, "answers (" + answer.message() + ")");
            case REFUSES -> Requirement.missing(daemon.program(), title, "does not let " + facts.user() + " in",
                    new LetIn(daemon));
            case LACKS_BUS ->
                    Requirement.missing(daemon.program(), title, "runs, but only for root: there is no system bus",
                    new Remedy.ByHand(DaemonControl.lacksBus(daemon) + " " + DaemonControl.withBus(daemon)));
            case SILENT -> stopped(daemon, title, software);
            // Other systems have one daemon, with its socket anywhere.
            case ELSEWHERE -> facts.system().family() != OperatingSystem.Family.LINUX
                    ? stopped(daemon, title, software)
                    : Requirement.missing(daemon.program(), title, "your docker asks another: " + answer.line(),
                    new Remedy.ByHand("Start the daemon that `docker context ls` marks with *, for example Docker "
                            + "Desktop. Or ask this host's own: unset DOCKER_HOST; docker context use default"));
            case HANGS -> Requirement.missing(daemon.program(), title, answer.message(), new Await(daemon));
            case FAILS -> Requirement.missing(daemon.program(), title, "answers with an error: " + answer.line(),
                    new Remedy.ByHand("Run `%s`, and see what it says.%s".formatted(daemon.question().pasteable(),
                            daemon == Daemon.DOCKER ? " DOCKER_HOST and `docker context ls` tell which daemon it asks."
                                    : "")));
        };
    }

    private Requirement stopped(Daemon daemon, String title, Software software) {
        return Requirement.missing(daemon.program(), title, "does not run", starting(daemon, software));
    }

    /** The client may be installed without its daemon. Off Linux the user starts Docker Desktop. */
    private Remedy starting(Daemon daemon, Software software) {
        if (files.program(daemon.program()).isPresent()) {
            return new Start(daemon);
        }
        return facts.system().family() == OperatingSystem.Family.LINUX ? new Install(software)
                : new Remedy.ByHand("Start " + daemon.program() + ", then try `" + daemon.question().pasteable()
                + "`.");
    }

    /** Containers share these limits with the host and each other. */
    private Requirement inotify(String id, String title, KernelLimit limit) {
        String words = limit.setting() + " is " + limit.now(files);
        return limit.suffices(files) ? Requirement.ok(id, title, words)
                : Requirement.missing(id, title, words + ", wanted " + limit.wanted(), new Raise(limit));
    }

    private Requirement memory() {
        return facts.memoryMiB() >= 4000 ? Requirement.ok("memory", "Memory", facts.memory())
                : Requirement.warning("memory", "Memory", facts.memory(), "The smallest lab wants 4 GiB.");
    }

    private Requirement disk(ProviderName provider) {
        DiskRoom room = thorough ? DiskRoom.least(provider, facts, files, processes) : DiskRoom.of(facts);
        String found = "%d GiB free in %s".formatted(room.freeMiB() >> 10, room.place());
        return room.freeMiB() >= 10_240 ? Requirement.ok("disk", "Disk", found)
                : Requirement.warning("disk", "Disk", found, "A bundle, a box and a lab want 10 GiB.");
    }

    /** Windows evaluation boxes, with age and licence. Only Windows knows a machine's remaining days. */
    record EvaluationBoxes(HostFiles files, Path vagrantHome, Instant now) {
        List<Requirement> of(ProviderName provider) {
            return KnownBoxes.installed().boxes().stream().filter(box -> box.licence().isPresent())
                    .flatMap(box -> versions(box, provider)).toList();
        }

        private Stream<Requirement> versions(KnownBox box, ProviderName provider) {
            Path folder = vagrantHome.resolve("boxes").resolve(BoxChoice.nameOfFolder(box.name()));
            return files.names(folder).stream().flatMap(version -> made(folder.resolve(version), provider).stream()
                    .map(since -> requirement(box, box.licence().orElseThrow(), version, since)));
        }

        /** Vagrant 2.4 added the architecture to the path. */
        private Optional<Instant> made(Path version, ProviderName provider) {
            return Stream.concat(Stream.of(version), files.names(version).stream().map(version::resolve))
                    .map(parent -> parent.resolve(provider.id())).flatMap(folder -> files.changed(folder).stream())
                    .findFirst();
        }

        private Requirement requirement(KnownBox box, KnownBox.Licence licence, String version, Instant since) {
            long age = Math.max(0, Duration.between(since, now).toDays());
            OptionalInt activation = licence.activation();
            return Requirement.ok("evaluation-box:" + box.name() + ":" + version, "Windows evaluation box",
                    "%s %s, here for %d days. Each machine of it runs %d days from its first start%s".formatted(
                            box.name(), version, age, licence.days(), activation.isEmpty() ? ""
                            : ", if Windows is activated within " + activation.getAsInt()));
        }
    }
}
