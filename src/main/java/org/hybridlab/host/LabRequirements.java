package org.hybridlab.host;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.WindowsShell;

/** What a lab needs of this host beyond its provider's requirements. Changes nothing. Unknown facts become warnings. */
public final class LabRequirements {
    /** MiB that a host needs for itself. */
    private static final int FOR_THE_HOST = 1024;
    /** MiB for the bundle and the box, which are made once. */
    private static final int FIRST_TIME = 6 * 1024;

    /**
     * What this host has of a lab already.
     *
     * @param box whether it has the box
     * @param made machines with disks
     * @param running machines with memory
     * @param memory MiB that machines were created with, by name
     */
    public record OnHost(boolean box, Set<String> made, Set<String> running, Map<String, Integer> memory) {
        public OnHost {
            made = Set.copyOf(made);
            running = Set.copyOf(running);
            memory = Map.copyOf(memory);
        }

        private List<Machine> notMade(Lab lab) {
            return lab.madeMachines().stream().filter(machine -> !made.contains(machine.name())).toList();
        }

        private long moreMemory(Lab lab, boolean shared) {
            return lab.madeMachines().stream().mapToLong(machine -> moreMemory(machine, shared)).sum();
        }

        /** Containers take nothing of a raised limit until they use it. */
        private long moreMemory(Machine machine, boolean shared) {
            if (!running.contains(machine.name())) {
                return machine.memoryMiB();
            }
            int had = memory.getOrDefault(machine.name(), machine.memoryMiB());
            return shared ? 0 : Math.max(0, machine.memoryMiB() - had);
        }
    }

    private final HostFacts facts;
    private final HostFiles files;
    private final HostPrograms programs;
    private final Map<String, String> environment;

    /** @param environment of this call, for its proxies */
    public LabRequirements(HostFacts facts, HostFiles files, Processes processes, Map<String, String> environment) {
        this.facts = facts;
        this.files = files;
        this.programs = new HostPrograms(processes);
        this.environment = Map.copyOf(environment);
    }

    /** For a lab whose box or kit is missing and cannot be built here. */
    public static Requirement packageSources(String why, String advice) {
        return Requirement.missing("package-sources", "Debian or Ubuntu package sources", why,
                new Remedy.ByHand(advice));
    }

    /**
     * @param usual requirements of the provider for any lab; unneeded ones are dropped
     * @param built when hybridlab was installed; an earlier clock is wrong
     */
    public List<Requirement> of(Lab lab, ProviderName provider, List<Requirement> usual, OnHost here,
                                Optional<Instant> built, Instant now) {
        List<Requirement> all = new ArrayList<>(usual.stream().flatMap(one -> forLab(one, lab)).toList());
        all.add(memory(lab, provider, here));
        all.add(cores(lab));
        all.add(disk(lab, provider, here));
        String time = "says " + now.truncatedTo(ChronoUnit.SECONDS);
        built.filter(then -> now.isBefore(then.minus(Duration.ofDays(1)))).ifPresentOrElse(
                then -> all.add(Requirement.missing("clock", "Clock", time, new Remedy.ByHand(
                        "Set it: certificates would not be valid yet. On Linux: timedatectl set-ntp true"))
                        .needing("later than " + then.truncatedTo(ChronoUnit.SECONDS))),
                () -> all.add(Requirement.ok("clock", "Clock", time)));
        proxy(lab).ifPresent(all::add);
        all.addAll(new ProviderRequirements(facts, files, programs, lab).of(provider));
        return List.copyOf(all);
    }

    /** Drops or sharpens requirements of Windows machines. Replaces estimates of memory and disk. */
    private static Stream<Requirement> forLab(Requirement one, Lab lab) {
        boolean windows = !lab.madeWindowsMachines().isEmpty();
        boolean remoting = lab.madeWindowsMachines().stream().flatMap(machine -> machine.windows().stream())
                .anyMatch(settings -> settings.shell() == WindowsShell.WINRM);
        boolean forWindows = one.id().equals("ovmf") || one.id().startsWith("evaluation-box:");
        if (forWindows && !windows || one.id().equals("winrm") && !remoting
                || Set.of("memory", "disk").contains(one.id())) {
            return Stream.empty();
        }
        // Default Windows boxes need it. Other boxes are unknown.
        boolean usualBox = lab.madeWindowsMachines().stream().anyMatch(machine -> machine.box().isEmpty());
        boolean needed = one.id().equals("winrm") || one.id().equals("ovmf") && usualBox;
        return Stream.of(needed && one.state() == Requirement.State.WARNING
                ? Requirement.missing(one.id(), one.title(), one.found(), one.remedy().orElseThrow()) : one);
    }

    private Requirement memory(Lab lab, ProviderName provider, OnHost here) {
        long needed = memoryMiB(lab);
        boolean shared = provider.traits().sharesHostMemory();
        long more = here.moreMemory(lab, shared);
        String advice = "Take fewer or smaller machines, or end other programs and labs.";
        return (!shared && needed > facts.memoryMiB() - FOR_THE_HOST
                ? Requirement.missing("memory", "Memory", facts.memory(), new Remedy.ByHand(advice))
                : freeMemory(more, shared ? advice + " Containers take what they use." : advice))
                .needing("%d MiB".formatted(needed) + (more == needed ? "" : ", %d MiB of it not in use yet"
                        .formatted(more)));
    }

    private Requirement freeMemory(long needed, String advice) {
        if (needed > facts.availableMiB()) {
            return Requirement.warning("memory", "Memory", facts.memory(), advice);
        }
        return facts.tellsFreeMemory() ? Requirement.ok("memory", "Memory", facts.memory())
                : Requirement.warning("memory", "Memory", facts.memory(),
                "macOS does not tell how much of it is free: look at Activity Monitor.");
    }

    static long memoryMiB(Lab lab) {
        return lab.madeMachines().stream().mapToLong(Machine::memoryMiB).sum();
    }

    private Requirement cores(Lab lab) {
        int needed = lab.madeMachines().stream().mapToInt(Machine::cpus).max().orElse(1);
        return (needed <= facts.cores() ? Requirement.ok("cores", "Processor cores", Integer.toString(facts.cores()))
                : Requirement.warning("cores", "Processor cores", Integer.toString(facts.cores()),
                "Give the machines at most %d cpus.".formatted(facts.cores()))).needing(Integer.toString(needed));
    }

    /** Estimates: 1 GiB per container, 4 GiB per virtual machine, 20 GiB with Windows. */
    private Requirement disk(Lab lab, ProviderName provider, OnHost here) {
        List<Machine> more = here.notMade(lab);
        long each = provider.traits().sharesKernel() ? 1024 : 4096;
        long windows = more.stream().filter(Machine::isWindows).count();
        long needed = (more.size() - windows) * each + windows * 20_480
                + (here.box() || more.isEmpty() ? 0 : FIRST_TIME);
        DiskRoom room = DiskRoom.least(provider, facts, files, programs.processes());
        String found = "%.1f GiB free in %s".formatted(room.freeMiB() / 1024.0, room.place());
        String advice = "Make room: `hybridlab cache list` and `hybridlab list` show what hybridlab has.";
        Requirement judged = room.freeMiB() >= needed ? Requirement.ok("disk", "Disk", found)
                : room.freeMiB() < needed / 2
                ? Requirement.missing("disk", "Disk", found, new Remedy.ByHand(advice))
                : Requirement.warning("disk", "Disk", found, advice);
        return judged.needing("about %.1f GiB".formatted(needed / 1024.0));
    }

    /** hybridlab uses no proxy for machines. A user's kubectl or curl obeys these variables. */
    private Optional<Requirement> proxy(Lab lab) {
        boolean set = Stream.of("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY")
                .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
        if (!set) {
            return Optional.empty();
        }
        String machines = lab.network().machines().toString();
        List<String> excepted = Stream.of("no_proxy", "NO_PROXY").map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isBlank()).findFirst().stream().flatMap(value -> Stream.of(value.split(",")))
                .map(String::strip).toList();
        boolean direct = Stream.concat(lab.madeMachines().stream().map(Machine::address),
                lab.network().virtualAddress().stream()).allMatch(address -> excepted.stream()
                .anyMatch(entry -> excepts(entry, address)));
        return Optional.of((direct ? Requirement.ok("proxy", "Proxy", "set, and not for the lab")
                : Requirement.warning("proxy", "Proxy", "set also for the lab's addresses",
                "For your own kubectl and curl: export no_proxy=\"$no_proxy,%s\"".formatted(machines)))
                .needing(machines + " in no_proxy"));
    }

    /** As Go and curl read it: all hosts, an address, or any address of a network. */
    private static boolean excepts(String entry, Ipv4 address) {
        if (entry.equals("*")) {
            return true;
        }
        try {
            int slash = entry.indexOf('/');
            int prefix = slash < 0 ? 32 : Integer.parseInt(entry.substring(slash + 1));
            Ipv4 network = Ipv4.parse(slash < 0 ? entry : entry.substring(0, slash));
            return prefix >= 0 && prefix <= 32 && (network.bits() ^ address.bits()) >>> (32 - prefix) == 0;
        } catch (IllegalArgumentException e) {
            // A name, or an IPv6 address.
            return false;
        }
    }
}
