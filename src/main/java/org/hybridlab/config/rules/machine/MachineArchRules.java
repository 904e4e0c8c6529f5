package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

/** Architectures of machines, and the host's. */
public final class MachineArchRules {
    /** Kubernetes publishes Windows binaries for amd64 only. */
    public static final Rule WINDOWS_ARCH = Rule.of("windows-arch", "Windows machines are amd64.",
            Set.of(MACHINES), facts -> Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && one.item().arch() != Arch.AMD64)
                .map(one -> error(Place.machine(one.number(), "arch"),
                        one.item().name() + " is a Windows machine, and those are amd64 only",
                        "Write `arch: amd64` for it."))
                .toList());

    /** Without emulation, machines have the host's architecture. */
    public static final Rule ARCH_MIXED = Rule.of("arch-mixed",
            "On a provider that cannot emulate, all machines have one architecture.",
            Set.of(MACHINES, PROVIDER), MachineArchRules::archMixed);

    /** Without emulation, machines have the host's architecture. */
    public static final Rule HOST_ARCH = Rule.of("host-arch",
            "On a provider that cannot emulate, machines have the host's architecture.",
            Set.of(MACHINES, PROVIDER), MachineArchRules::hostArch);

    private MachineArchRules() {
    }

    private static List<Defect> archMixed(LabFacts facts) {
        if (facts.lab().machines().isEmpty()
                || facts.lab().provider().filter(provider -> !provider.traits().emulates()).isEmpty()) {
            return List.of();
        }
        Arch first = facts.lab().machines().get(0).arch();
        String provider = facts.lab().provider().get().traits().title();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().arch() != first)
                .map(one -> error(Place.machine(one.number(), "arch"), "%s runs %s beside %s nowhere"
                        .formatted(provider, one.item().arch().id(), first.id()),
                        "Give all machines the host's architecture, or take libvirt, which can emulate."))
                .toList();
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
                        "Write `arch: %s`, or take libvirt, which can emulate.".formatted(host.id())))
                .toList();
    }
}
