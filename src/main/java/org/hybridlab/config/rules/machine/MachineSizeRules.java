package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class MachineSizeRules {
    private static final int NEEDED_CPUS = 2;
    /** MiB that the host needs for itself. */
    private static final int FOR_THE_HOST = 1024;

    /** Containers take memory on demand. Virtual machines reserve it. */
    public static final Rule MEMORY_MINIMUM = Rule.of("memory-minimum",
            "A machine has the memory that its role and system need.",
            Set.of(MACHINES, PROVIDER), MachineSizeRules::memoryMinimum);

    /** kubeadm's preflight check NumCPU refuses fewer in virtual machines. */
    public static final Rule CONTROL_PLANE_CPUS = Rule.of("control-plane-cpus",
            "A control plane has at least two processors.",
            Set.of(MACHINES, PROVIDER), MachineSizeRules::controlPlaneCpus);

    /** Virtual machines reserve memory. If the host swaps, etcd loses its leases. */
    public static final Rule HOST_MEMORY = Rule.of("host-memory",
            "The host has the memory that the lab's machines need together.",
            Set.of(MACHINES, PROVIDER), MachineSizeRules::hostMemory);

    /** Cores are shared, so this only costs time. */
    public static final Rule HOST_CORES = Rule.of("host-cores",
            "The host has as many cores as the lab's largest machine.",
            Set.of(MACHINES), MachineSizeRules::hostCores);

    private MachineSizeRules() {
    }

    private static List<Defect> memoryMinimum(LabFacts facts) {
        if (facts.lab().provider().filter(provider -> provider.traits().sharesHostMemory()).isPresent()) {
            return List.of();
        }
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().memoryMiB() < neededMiB(one.item()))
                .map(one -> tooSmall(one, facts.lab().provider().isPresent())).toList();
    }

    private static Defect tooSmall(Numbered<Machine> one, boolean virtualMachine) {
        String message = "%s has %d MiB, and a virtual machine like it needs %d"
                .formatted(one.item().name(), one.item().memoryMiB(), neededMiB(one.item()));
        String advice = "Give it at least %dMiB.".formatted(neededMiB(one.item()));
        Place place = Place.machine(one.number(), "memory");
        return virtualMachine ? error(place, message, advice) : warning(place, message, advice);
    }

    /** kubeadm refuses control planes below 1700 MB. The others are for the system and a kubelet. */
    private static int neededMiB(Machine machine) {
        if (machine.os() == Os.WINDOWS) {
            return 2048;
        }
        return machine.isControlPlane() ? 1700 : 512;
    }

    private static List<Defect> controlPlaneCpus(LabFacts facts) {
        if (facts.lab().provider().filter(provider -> provider.traits().sharesHostMemory()).isPresent()) {
            return List.of();
        }
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().isControlPlane() && one.item().cpus() < NEEDED_CPUS)
                .map(one -> tooFew(one, facts.lab().provider().isPresent())).toList();
    }

    private static Defect tooFew(Numbered<Machine> one, boolean virtualMachine) {
        String message = one.item().name() + " has one processor, and kubeadm wants two for a control plane";
        Place place = Place.machine(one.number(), "cpus");
        return virtualMachine ? error(place, message, "Write `cpus: 2`.") : warning(place, message, "Write `cpus: 2`.");
    }

    private static List<Defect> hostMemory(LabFacts facts) {
        Optional<ProviderName> provider = facts.lab().provider();
        if (provider.isEmpty() || facts.host().memoryMiB().isEmpty()) {
            return List.of();
        }
        int host = facts.host().memoryMiB().getAsInt();
        long wanted = facts.lab().madeMachines().stream().mapToLong(Machine::memoryMiB).sum();
        String message = "the machines have %d MiB together, and the host has %d".formatted(wanted, host);
        if (provider.get().traits().sharesHostMemory()) {
            return wanted <= host ? List.of() : List.of(warning(Place.of("machines"), message,
                    "Containers take what they need: this works while not all of them are busy."));
        }
        return fit(wanted, host) ? List.of() : List.of(error(Place.of("machines"), message,
                "Leave %d MiB for the host: take fewer or smaller machines, or another provider."
                        .formatted(FOR_THE_HOST)));
    }

    /** Whether the host keeps enough memory beside these virtual machines. */
    public static boolean fit(long machinesMiB, int hostMiB) {
        return machinesMiB <= hostMiB - FOR_THE_HOST;
    }

    private static List<Defect> hostCores(LabFacts facts) {
        if (facts.host().cores().isEmpty()) {
            return List.of();
        }
        int cores = facts.host().cores().getAsInt();
        return Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().cpus() > cores && !one.item().isSimulated())
                .map(one -> warning(Place.machine(one.number(), "cpus"), "%s has %d processors, and the host %d"
                        .formatted(one.item().name(), one.item().cpus(), cores),
                        "It works, but is slower than with fewer."))
                .toList();
    }
}
