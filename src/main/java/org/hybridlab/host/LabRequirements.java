package org.hybridlab.host;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;

/**
 * What one lab needs of this host besides what its provider always needs: found against needed. Changes nothing. What
 * cannot be told is a warning that says so.
 */
public final class LabRequirements {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** What a host keeps for itself, in MiB. */
    private static final int FOR_THE_HOST = 1024;
    /** Of the bundle and the box that are made once, in MiB. */
    private static final int FIRST_TIME = 6 * 1024;
    private static final Set<String> WANTED_MODULES = Set.of("overlay", "br_netfilter", "vxlan");
    private static final Path KVM = Path.of("/dev/kvm");
    private static final Path VIRTUALBOX_NETWORKS = Path.of("/etc/vbox/networks.conf");
    private static final Pattern GUEST = Pattern.compile("^flags\\s*:.*\\bhypervisor\\b", Pattern.MULTILINE);

    private final HostFacts facts;
    private final HostFiles files;
    private final Processes processes;
    private final Map<String, String> environment;

    /** @param environment of this call, for its proxies */
    public LabRequirements(HostFacts facts, HostFiles files, Processes processes, Map<String, String> environment) {
        this.facts = facts;
        this.files = files;
        this.processes = processes;
        this.environment = Map.copyOf(environment);
    }

    /**
     * @param provider that would make its machines
     * @param usual what the provider needs of this host for any lab; what this lab does not need is left out
     * @param boxHere whether the machines' box is on this host
     * @param built when hybridlab was installed: no clock can be right that is before it
     * @param now of this host
     */
    public List<Requirement> of(Lab lab, ProviderName provider, List<Requirement> usual, boolean boxHere,
                                Optional<Instant> built, Instant now) {
        List<Requirement> all = new ArrayList<>(usual.stream().flatMap(one -> forLab(one, lab)).toList());
        all.add(memory(lab, provider));
        all.add(cores(lab));
        all.add(disk(lab, provider, boxHere));
        String time = "says " + now.truncatedTo(ChronoUnit.SECONDS);
        built.filter(then -> now.isBefore(then.minus(Duration.ofDays(1)))).ifPresentOrElse(
                then -> all.add(Requirement.missing("clock", "Clock", time, new Remedy.ByHand(
                        "Set it: certificates would not be valid yet. On Linux: timedatectl set-ntp true"))
                        .needing("later than " + then.truncatedTo(ChronoUnit.SECONDS))),
                () -> all.add(Requirement.ok("clock", "Clock", time)));
        proxy(lab).ifPresent(all::add);
        switch (provider) {
            case DOCKER -> docker(lab, all);
            case LIBVIRT -> kvm().ifPresent(all::add);
            case VIRTUALBOX -> {
                all.add(virtualBoxNetwork(lab.network().machines(), provider.traits().allowedMachineNetworks()));
                hypervisors().ifPresent(all::add);
            }
            case HYPERV -> all.add(administrator());
            case PARALLELS -> { }
        }
        nested(provider).ifPresent(all::add);
        return List.copyOf(all);
    }

    /** What Windows machines need matters where there are some, and then more; memory and disk are judged exactly. */
    private static Stream<Requirement> forLab(Requirement one, Lab lab) {
        boolean windows = !lab.madeWindowsMachines().isEmpty();
        boolean forWindows = Set.of("winrm", "ovmf").contains(one.id()) || one.id().startsWith("evaluation-box:");
        if (forWindows && !windows || Set.of("memory", "disk").contains(one.id())) {
            return Stream.empty();
        }
        // The usual boxes of Windows do not start without it; what a box of the lab's own needs is not known.
        boolean usualBox = lab.madeWindowsMachines().stream().anyMatch(machine -> machine.box().isEmpty());
        return Stream.of(one.id().equals("ovmf") && usualBox && one.state() == Requirement.State.WARNING
                ? Requirement.missing(one.id(), one.title(), one.found(), one.remedy().orElseThrow()) : one);
    }

    private Requirement memory(Lab lab, ProviderName provider) {
        long needed = memoryMiB(lab);
        String found = "%d MiB, %d MiB of it free".formatted(facts.memoryMiB(), facts.availableMiB());
        String advice = "Take fewer or smaller machines, or end other programs and labs.";
        Requirement judged;
        if (provider.traits().sharesHostMemory()) {
            judged = needed <= facts.availableMiB() ? Requirement.ok("memory", "Memory", found)
                    : Requirement.warning("memory", "Memory", found, advice + " Containers take what they use.");
        } else if (needed > facts.memoryMiB() - FOR_THE_HOST) {
            judged = Requirement.missing("memory", "Memory", found, new Remedy.ByHand(advice));
        } else {
            judged = needed <= facts.availableMiB() ? Requirement.ok("memory", "Memory", found)
                    : Requirement.warning("memory", "Memory", found, advice);
        }
        return judged.needing("%d MiB".formatted(needed));
    }

    private static long memoryMiB(Lab lab) {
        return lab.madeMachines().stream().mapToLong(Machine::memoryMiB).sum();
    }

    private Requirement cores(Lab lab) {
        int needed = lab.madeMachines().stream().mapToInt(Machine::cpus).max().orElse(1);
        return (needed <= facts.cores() ? Requirement.ok("cores", "Processor cores", Integer.toString(facts.cores()))
                : Requirement.warning("cores", "Processor cores", Integer.toString(facts.cores()),
                "Give the machines at most %d cpus.".formatted(facts.cores()))).needing(Integer.toString(needed));
    }

    /** Estimates: a machine writes 1 GiB as a container, 4 GiB with a disk of its own, 20 GiB with Windows. */
    private Requirement disk(Lab lab, ProviderName provider, boolean boxHere) {
        long each = provider.traits().sharesKernel() ? 1024 : 4096;
        long windows = lab.madeWindowsMachines().size();
        long needed = (lab.madeMachines().size() - windows) * each + windows * 20_480 + (boxHere ? 0 : FIRST_TIME);
        String found = "%.1f GiB free".formatted(facts.freeDiskMiB() / 1024.0);
        String advice = "Make room: `hybridlab cache list` and `hybridlab list` show what hybridlab has.";
        Requirement judged = facts.freeDiskMiB() >= needed ? Requirement.ok("disk", "Disk", found)
                : facts.freeDiskMiB() < needed / 2
                ? Requirement.missing("disk", "Disk", found, new Remedy.ByHand(advice))
                : Requirement.warning("disk", "Disk", found, advice);
        return judged.needing("about %.1f GiB".formatted(needed / 1024.0));
    }

    /** hybridlab itself asks machines directly; a kubectl or curl of the user obeys these variables. */
    private Optional<Requirement> proxy(Lab lab) {
        boolean set = Stream.of("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY")
                .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
        if (!set) {
            return Optional.empty();
        }
        String machines = lab.network().machines().toString();
        String excepted = environment.getOrDefault("no_proxy", environment.getOrDefault("NO_PROXY", ""));
        boolean direct = Stream.of(excepted.split(",")).map(String::strip)
                .anyMatch(one -> one.equals("*") || one.equals(machines));
        return Optional.of((direct ? Requirement.ok("proxy", "Proxy", "set, and not for the lab")
                : Requirement.warning("proxy", "Proxy", "set also for the lab's addresses",
                "For your own kubectl and curl: export no_proxy=\"$no_proxy,%s\"".formatted(machines)))
                .needing(machines + " in no_proxy"));
    }

    private void docker(Lab lab, List<Requirement> all) {
        Result info = ask("docker", "info", "--format", "{{.CgroupVersion}} {{.Driver}} {{.MemTotal}} {{.OSType}}");
        String[] words = info.stdout().strip().split("\\s+");
        if (!info.ok() || words.length != 4) {
            all.add(Requirement.warning("docker-settings", "Docker's settings", "docker does not tell them",
                    "Run `docker info`, and see what it says."));
            return;
        }
        all.add(words[0].equals("2") ? Requirement.ok("cgroups", "Control groups", "version 2")
                : Requirement.warning("cgroups", "Control groups", "version " + words[0], "hybridlab lets the kubelet "
                + "run with them. Kubernetes will drop them: boot with systemd.unified_cgroup_hierarchy=1.")
                .needing("version 2"));
        all.add(Set.of("overlay2", "overlayfs", "btrfs", "zfs", "fuse-overlayfs").contains(words[1])
                ? Requirement.ok("storage-driver", "Docker's storage driver", words[1])
                : Requirement.warning("storage-driver", "Docker's storage driver", words[1],
                "Images are copied for each machine, which is slow and takes gigabytes.").needing("overlay2"));
        all.add(words[3].equals("linux") ? Requirement.ok("container-os", "Containers", "of Linux")
                : Requirement.missing("container-os", "Containers", "of " + words[3],
                new Remedy.ByHand("In Docker Desktop choose: Switch to Linux containers.")).needing("of Linux"));
        dockerMemory(lab, words[2]).ifPresent(all::add);
        if (facts.system().family() == OperatingSystem.Family.LINUX) {
            all.add(modules());
        }
    }

    /** Docker Desktop's machine has less memory than the host. */
    private Optional<Requirement> dockerMemory(Lab lab, String bytes) {
        if (!bytes.matches("\\d{1,18}")) {
            return Optional.empty();
        }
        long given = Long.parseLong(bytes) >> 20;
        long needed = memoryMiB(lab);
        return given >= needed || given >= facts.memoryMiB() - 64 ? Optional.empty()
                : Optional.of(Requirement.warning("docker-memory", "Docker's memory", given + " MiB",
                "Give Docker Desktop more memory in its settings, under Resources.").needing(needed + " MiB"));
    }

    private Requirement modules() {
        Set<String> open = new TreeSet<>();
        String release = files.read(Path.of("/proc/sys/kernel/osrelease")).strip();
        Path folder = Path.of("/lib/modules").resolve(release.isEmpty() ? "unknown" : release);
        String known = files.read(folder.resolve("modules.builtin")) + "\n" + files.read(folder.resolve("modules.dep"));
        for (String module : WANTED_MODULES) {
            boolean there = files.exists(Path.of("/sys/module", module))
                    || known.contains("/" + module + ".ko")
                    || module.equals("br_netfilter") && files.isDirectory(Path.of("/proc/sys/net/bridge"));
            if (!there) {
                open.add(module);
            }
        }
        String needed = String.join(", ", new TreeSet<>(WANTED_MODULES));
        if (open.isEmpty()) {
            return Requirement.ok("kernel-modules", "Kernel modules", "there").needing(needed);
        }
        String names = String.join(" ", open);
        return (known.isBlank() ? Requirement.warning("kernel-modules", "Kernel modules",
                "cannot tell whether the kernel has " + names, "Try: modprobe -a " + names)
                : Requirement.missing("kernel-modules", "Kernel modules", "the kernel has no " + names,
                new Remedy.ByHand("Install the package with your kernel's modules, then: modprobe -a " + names)))
                .needing(needed);
    }

    private Optional<Requirement> kvm() {
        if (facts.system().family() != OperatingSystem.Family.LINUX) {
            return Optional.empty();
        }
        boolean there = files.exists(KVM);
        if (facts.hardwareVirtualisation()) {
            return Optional.of(there ? Requirement.ok("kvm", "KVM", KVM + " is there")
                    : Requirement.warning("kvm", "KVM", KVM + " is not there, so machines are interpreted",
                    "Load it: modprobe kvm_intel || modprobe kvm_amd").needing(KVM.toString()));
        }
        return there ? Optional.of(Requirement.warning("kvm", "KVM",
                KVM + " is there, but the processor offers nothing for it: it is dead",
                "hybridlab does not use it. On a rented machine ask for nested virtualisation."))
                : Optional.empty();
    }

    /** Since 6.1.28 VirtualBox refuses host-only networks that its file does not allow. @param usual without a file */
    private Requirement virtualBoxNetwork(Cidr machines, Optional<Cidr> usual) {
        if (facts.system().family() == OperatingSystem.Family.WINDOWS) {
            return Requirement.ok("virtualbox-networks", "VirtualBox's networks", "Windows has no list of them");
        }
        String text = files.read(VIRTUALBOX_NETWORKS);
        List<String> allowed = text.lines().map(String::strip).filter(line -> line.startsWith("*"))
                .flatMap(line -> Stream.of(line.substring(1).strip().split("\\s+"))).toList();
        List<String> ranges = allowed.isEmpty() ? usual.stream().map(Cidr::toString).toList() : allowed;
        boolean within = ranges.stream().flatMap(LabRequirements::range)
                .anyMatch(range -> range.contains(machines.network()) && range.prefix() <= machines.prefix());
        String found = "allowed are " + String.join(", ", ranges);
        return (within ? Requirement.ok("virtualbox-networks", "VirtualBox's networks", found)
                : Requirement.missing("virtualbox-networks", "VirtualBox's networks", found, new Remedy.ByHand(
                "Allow it: echo '* %s' | sudo tee -a %s".formatted(machines, VIRTUALBOX_NETWORKS))))
                .needing(machines.toString());
    }

    /** Ranges of IPv6, and what nobody can read, allow no lab. */
    private static Stream<Cidr> range(String text) {
        try {
            return Stream.of(Cidr.parse(text));
        } catch (IllegalArgumentException e) {
            return Stream.empty();
        }
    }

    private Optional<Requirement> hypervisors() {
        if (facts.system().family() != OperatingSystem.Family.WINDOWS) {
            return Optional.empty();
        }
        Result present = ask("powershell", "-NoProfile", "-Command",
                "(Get-CimInstance Win32_ComputerSystem).HypervisorPresent");
        return present.stdout().strip().equals("True") ? Optional.of(Requirement.warning("hypervisors",
                "One hypervisor at a time", "Hyper-V runs, and VirtualBox is slow beside it or does not start",
                "As an administrator: bcdedit /set hypervisorlaunchtype off, then boot. Or use --provider hyperv."))
                : Optional.empty();
    }

    private Requirement administrator() {
        Result asked = ask("powershell", "-NoProfile", "-Command", "([Security.Principal.WindowsPrincipal]"
                + "[Security.Principal.WindowsIdentity]::GetCurrent()).IsInRole('Administrators')");
        return switch (asked.stdout().strip()) {
            case "True" -> Requirement.ok("administrator", "Administrator", "this shell is one's");
            case "False" -> Requirement.missing("administrator", "Administrator", "this shell is not one's",
                    new Remedy.ByHand("Open the terminal with Run as administrator."));
            default -> Requirement.warning("administrator", "Administrator", "Windows does not tell",
                    "Run hybridlab in a terminal that was opened with Run as administrator.");
        };
    }

    private Optional<Requirement> nested(ProviderName provider) {
        return !provider.traits().sharesKernel() && facts.hardwareVirtualisation()
                && GUEST.matcher(files.read(Path.of("/proc/cpuinfo"))).find()
                ? Optional.of(Requirement.warning("nested", "Nested virtualisation",
                "this host is a virtual machine itself", "Machines run in it, but slower than on hardware."))
                : Optional.empty();
    }

    /** A program that does not start has said nothing. */
    private Result ask(String... words) {
        Command command = Command.of(words).timeout(PATIENCE);
        try {
            return processes.run(command, new Cancellation());
        } catch (LabException e) {
            return new Result(command, 127, "", e.what(), Duration.ZERO);
        }
    }
}
