package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.ProviderTraits;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class MachineArchRules {
    /** Kubernetes publishes Windows binaries for amd64 only. */
    public static final Rule WINDOWS_ARCH = Rule.of("windows-arch", "Windows machines are amd64.",
            Set.of(MACHINES), facts -> Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && one.item().arch() != Arch.AMD64)
                .map(one -> error(Place.machine(one.number(), "arch"),
                        one.item().name() + " is a Windows machine, and those are amd64 only",
                        "Write `arch: amd64` for it."))
                .toList());

    /** A lab has one box and one set of programs for its Linux machines. */
    public static final Rule ARCH_MIXED = Rule.of("arch-mixed",
            "All Linux machines have one architecture. On a provider that cannot emulate, all machines do.",
            Set.of(MACHINES, PROVIDER), MachineArchRules::archMixed);

    public static final Rule HOST_ARCH = Rule.of("host-arch",
            "On a provider that cannot emulate, machines have the host's architecture.",
            Set.of(MACHINES, PROVIDER), MachineArchRules::hostArch);

    /** hybridlab's own box is built for the host's architecture only. */
    public static final Rule BOX_ARCH = Rule.of("box-arch",
            "On libvirt, arm64 machines name a box: the one that hybridlab builds for it is amd64.",
            Set.of(MACHINES, PROVIDER), MachineArchRules::boxArch);

    private MachineArchRules() {
    }

    private static List<Defect> archMixed(LabFacts facts) {
        List<Machine> machines = facts.lab().machines();
        Optional<Machine> linux = machines.stream().filter(machine -> !machine.isWindows()).findFirst();
        Optional<ProviderTraits> alone = facts.lab().provider().map(ProviderName::traits)
                .filter(traits -> !traits.emulates());
        return Numbered.of(machines).stream().flatMap(one -> Stream.concat(
                        linux.filter(first -> !one.item().isWindows() && one.item().arch() != first.arch())
                                .map(first -> mixedLinux(one, first)).stream(),
                        alone.filter(traits -> one.item().arch() != machines.get(0).arch())
                                .map(traits -> notEmulated(one, traits, machines.get(0))).stream()).limit(1))
                .toList();
    }

    private static Defect mixedLinux(Numbered<Machine> one, Machine first) {
        return error(Place.machine(one.number(), "arch"), "%s is %s, and the Linux machine %s is %s".formatted(
                one.item().name(), one.item().arch().id(), first.name(), first.arch().id()),
                "Give all Linux machines one architecture: a lab has one set of programs for them.");
    }

    private static Defect notEmulated(Numbered<Machine> one, ProviderTraits provider, Machine first) {
        return error(Place.machine(one.number(), "arch"), "%s runs %s beside %s nowhere".formatted(provider.title(),
                one.item().arch().id(), first.arch().id()),
                "Give all machines the host's architecture, or take libvirt, which can emulate, with a `box:`.");
    }

    private static List<Defect> boxArch(LabFacts facts) {
        return facts.lab().provider().map(ProviderName::traits).filter(ProviderTraits::amd64Box)
                .map(provider -> Numbered.of(facts.lab().machines()).stream()
                        .filter(one -> one.item().arch() != Arch.AMD64 && one.item().box().isEmpty())
                        .map(one -> error(Place.machine(one.number(), "arch"),
                                "%s is %s, and the box that hybridlab builds for %s is amd64".formatted(
                                        one.item().name(), one.item().arch().id(), provider.title()),
                                "Write `box:` with a Vagrant box of that architecture, or write `arch: amd64`."))
                        .toList()).orElse(List.of());
    }

    private static List<Defect> hostArch(LabFacts facts) {
        if (facts.host().arch().isEmpty()
                || facts.lab().provider().filter(provider -> !provider.traits().emulates()).isEmpty()) {
            return List.of();
        }
        Arch host = facts.host().arch().get();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().arch() != host)
                .map(one -> error(Place.machine(one.number(), "arch"), "%s is %s, and the host %s"
                        .formatted(one.item().name(), one.item().arch().id(), host.id()),
                        "Write `arch: %s`, or take libvirt, which can emulate, with a `box:`.".formatted(host.id())))
                .toList();
    }
}
