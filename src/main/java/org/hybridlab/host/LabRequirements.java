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

/**
 * What one lab needs of this host besides what its provider always needs: found against needed. Changes nothing. What
 * cannot be told is a warning that says so.
 */
public final class LabRequirements {
    /** What a host keeps for itself, in MiB. */
    private static final int FOR_THE_HOST = 1024;
    /** Of the bundle and the box that are made once, in MiB. */
    private static final int FIRST_TIME = 6 * 1024;

    /**
     * What of a lab this host has already, so that nothing more is needed for it.
     *
     * @param box whether the machines' box is there
     * @param made names of machines that have their disk
     * @param running names of machines that have their memory
     * @param memory what machines were made with, in MiB, by name; else what the file says
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

        /** Of a raised limit of containers, nothing is taken before they use it. */
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

    /** Where a lab needs a box or a kit that is not here, and this host cannot build it. */
    public static Requirement packageSources(String why, String advice) {
        return Requirement.missing("package-sources", "Debian or Ubuntu package sources", why,
                new Remedy.ByHand(advice));
    }

    /**
     * @param provider that would make its machines
     * @param usual what the provider needs of this host for any lab; what this lab does not need is left out
     * @param here what of the lab is on this host already
     * @param built when hybridlab was installed: no clock can be right that is before it
     * @param now of this host
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

    /** What Windows machines need matters where there are some, and then more; memory and disk are judged exactly. */
    private static Stream<Requirement> forLab(Requirement one, Lab lab) {
        boolean windows = !lab.madeWindowsMachines().isEmpty();
        boolean remoting = lab.madeWindowsMachines().stream().flatMap(machine -> machine.windows().stream())
                .anyMatch(settings -> settings.shell() == WindowsShell.WINRM);
        boolean forWindows = one.id().equals("ovmf") || one.id().startsWith("evaluation-box:");
        if (forWindows && !windows || one.id().equals("winrm") && !remoting
                || Set.of("memory", "disk").contains(one.id())) {
            return Stream.empty();
        }
        // The usual boxes of Windows do not start without it; what a box of the lab's own needs is not known.
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

    /** Of all machines that are made. */
    static long memoryMiB(Lab lab) {
        return lab.madeMachines().stream().mapToLong(Machine::memoryMiB).sum();
    }

    private Requirement cores(Lab lab) {
        int needed = lab.madeMachines().stream().mapToInt(Machine::cpus).max().orElse(1);
        return (needed <= facts.cores() ? Requirement.ok("cores", "Processor cores", Integer.toString(facts.cores()))
                : Requirement.warning("cores", "Processor cores", Integer.toString(facts.cores()),
                "Give the machines at most %d cpus.".formatted(facts.cores()))).needing(Integer.toString(needed));
    }

    /** Estimates: a machine writes 1 GiB as a container, 4 GiB with a disk of its own, 20 GiB with Windows. */
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

    /** hybridlab itself asks machines directly; a kubectl or curl of the user obeys these variables. */
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

    /** As Go and curl read it: all hosts, an address, or a network by any of its addresses. */
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
            // A name, or an address of IPv6.
            return false;
        }
    }
}
