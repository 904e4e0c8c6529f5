package org.hybridlab.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.ProviderTraits;

/** What a provider needs of this host for one lab. */
record ProviderRequirements(HostFacts facts, HostFiles files, HostPrograms programs, Lab lab) {
    private static final Path VIRTUALBOX_NETWORKS = Path.of("/etc/vbox/networks.conf");
    private static final Pattern GUEST = Pattern.compile("^flags\\s*:.*\\bhypervisor\\b", Pattern.MULTILINE);

    List<Requirement> of(ProviderName provider) {
        List<Requirement> own = switch (provider) {
            case DOCKER -> docker();
            case LIBVIRT -> Stream.concat(kvm().stream(), emulators()).toList();
            case VIRTUALBOX -> virtualbox(provider.traits());
            case HYPERV -> List.of(administrator());
            case PARALLELS -> List.of();
        };
        return Stream.concat(own.stream(), nested(provider).stream()).toList();
    }

    private List<Requirement> docker() {
        Result info = programs.ask("docker", "info", "--format", "{{.CgroupVersion}}|{{.Driver}}");
        String[] words = info.stdout().strip().split("\\|", -1);
        if (!info.ok() || words.length != 2) {
            return List.of(Requirement.warning("docker-settings", "Docker's settings", "docker does not tell them",
                    "Run `docker info`, and see what it says."));
        }
        return List.of(cgroups(words[0]), Set.of("overlay2", "overlayfs", "btrfs", "zfs").contains(words[1])
                ? Requirement.ok("storage-driver", "Docker's storage driver", words[1])
                : Requirement.warning("storage-driver", "Docker's storage driver", words[1],
                "Images are copied for each machine, which is slow and takes gigabytes.").needing("overlay2"));
    }

    private static Requirement cgroups(String version) {
        return switch (version) {
            case "2" -> Requirement.ok("cgroups", "Control groups", "version 2");
            case "" -> Requirement.warning("cgroups", "Control groups", "docker does not tell their version",
                    "Run `docker info`, and see what it says.").needing("version 2");
            default -> Requirement.warning("cgroups", "Control groups", "version " + version, "hybridlab lets the "
                    + "kubelet run with them. Kubernetes will drop them: boot with "
                    + "systemd.unified_cgroup_hierarchy=1.").needing("version 2");
        };
    }

    private Optional<Requirement> kvm() {
        if (facts.system().family() != OperatingSystem.Family.LINUX) {
            return Optional.empty();
        }
        boolean there = files.exists(HostFacts.KVM);
        if (facts.hardwareVirtualisation()) {
            return Optional.of(there ? Requirement.ok("kvm", "KVM", HostFacts.KVM + " is there")
                    : Requirement.warning("kvm", "KVM", HostFacts.KVM + " is not there, so machines "
                    + "run in QEMU's interpreter, about 13 times slower", "Load it: modprobe kvm_intel || modprobe "
                    + "kvm_amd. If that fails, switch on virtualisation in the firmware.")
                    .needing(HostFacts.KVM.toString()));
        }
        return there ? Optional.of(Requirement.warning("kvm", "KVM",
                HostFacts.KVM + " exists, but the processor does not support it",
                "hybridlab does not use it. On a rented machine ask for nested virtualisation."))
                : Optional.empty();
    }

    /** KVM and the host's own QEMU cannot run another architecture. */
    private Stream<Requirement> emulators() {
        return lab.madeMachines().stream().map(Machine::arch).filter(arch -> arch != Arch.ofThisHost()).distinct()
                .map(this::emulator);
    }

    private Requirement emulator(Arch arch) {
        String title = "QEMU for " + arch.id();
        String program = Software.qemu(arch);
        String packages = arch == Arch.ARM64
                ? "qemu-system-arm and qemu-efi-aarch64 (Fedora, Arch: qemu-system-aarch64 and edk2-aarch64)"
                : "qemu-system-x86";
        return (files.program(program).isPresent() ? Requirement.ok("emulator", title, "installed")
                : Requirement.missing("emulator", title, "not installed", new Remedy.ByHand("Install " + packages
                + ", or give the machines `arch: " + Arch.ofThisHost().id() + "`."))).needing(program);
    }

    private List<Requirement> virtualbox(ProviderTraits traits) {
        return Stream.concat(Stream.of(virtualBoxNetwork(lab.network().machines(), traits.allowedMachineNetworks())),
                hypervisors().stream()).toList();
    }

    /**
     * Since 6.1.28, VirtualBox refuses host-only networks that its file does not allow.
     *
     * @param usual default without a file
     */
    private Requirement virtualBoxNetwork(Cidr machines, Optional<Cidr> usual) {
        if (facts.system().family() == OperatingSystem.Family.WINDOWS) {
            return Requirement.ok("virtualbox-networks", "VirtualBox's networks", "Windows has no list of them");
        }
        String text = files.read(VIRTUALBOX_NETWORKS);
        List<String> allowed = text.lines().map(String::strip).filter(line -> line.startsWith("*"))
                .flatMap(line -> Stream.of(line.substring(1).strip().split("\\s+"))).toList();
        List<String> ranges = allowed.isEmpty() ? usual.stream().map(Cidr::toString).toList() : allowed;
        boolean within = ranges.stream().flatMap(ProviderRequirements::range)
                .anyMatch(range -> range.contains(machines.network()) && range.prefix() <= machines.prefix());
        String found = "allowed are " + String.join(", ", ranges);
        // The file replaces the default range.
        String wanted = Stream.concat(allowed.isEmpty() ? usual.stream() : Stream.empty(), Stream.of(machines))
                .map(Cidr::toString).collect(Collectors.joining(" "));
        return (within ? Requirement.ok("virtualbox-networks", "VirtualBox's networks", found)
                : Requirement.missing("virtualbox-networks", "VirtualBox's networks", found, new Remedy.ByHand(
                "Allow it: sudo mkdir -p %s && echo '* %s' | sudo tee -a %s".formatted(VIRTUALBOX_NETWORKS.getParent(),
                        wanted, VIRTUALBOX_NETWORKS))))
                .needing(machines.toString());
    }

    /** Skips IPv6 ranges and invalid lines. */
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
        Result present = programs.ask("powershell", "-NoProfile", "-Command",
                "(Get-CimInstance Win32_ComputerSystem).HypervisorPresent");
        return present.stdout().strip().equals("True") ? Optional.of(Requirement.warning("hypervisors",
                "One hypervisor at a time", "Hyper-V runs, and VirtualBox is slow beside it or does not start",
                "As an administrator: bcdedit /set hypervisorlaunchtype off, then boot. Or use --provider hyperv."))
                : Optional.empty();
    }

    private Requirement administrator() {
        Result asked = programs.ask("powershell", "-NoProfile", "-Command", "([Security.Principal.WindowsPrincipal]"
                + "[Security.Principal.WindowsIdentity]::GetCurrent()).IsInRole("
                + "[Security.Principal.WindowsBuiltInRole]::Administrator)");
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
}
