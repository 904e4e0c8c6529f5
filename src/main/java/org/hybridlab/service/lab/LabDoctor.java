package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.LabRequirements;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Requirement;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;

/** Whether this host can run one lab, and what it lacks. Runs nothing of the lab's. */
public final class LabDoctor {
    /** For a provider that hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ServiceContext context;
    private final LabService labs;

    public LabDoctor(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    /** @param setupHelps whether {@code setup} would change anything of what the provider needs */
    public record Examination(String lab, ProviderChoice choice, HostFacts host,
                              List<Requirement> requirements, boolean setupHelps) {
        public Examination {
            requirements = List.copyOf(requirements);
        }
    }

    /**
     * @param asked another provider than the lab's, and whether to simulate Windows machines. The environment may ask
     * for that too, but not for a lab with real ones
     * @throws LabException {@code lab-file-wrong} (exit 2), for all but what the host lacks
     */
    public Examination examine(NamedLab lab, OpenOptions asked) {
        HostService host = labs.host();
        OpenLab open = labs.onLargerHost(lab, asked);
        ProviderName chosen = open.choice().provider();
        List<Requirement> usual = host.examine(chosen);
        LabRequirements judge = host.labRequirements();
        List<Requirement> all = new ArrayList<>(judge.of(open.lab(), chosen, usual, here(open), installed(),
                Instant.now()));
        host.boxes().unfit().filter(any -> builds(open)).map(unfit ->
                LabRequirements.packageSources(unfit.what(), unfit.advice())).ifPresent(all::add);
        return new Examination(open.lab().name(), open.choice(), host.facts(), all,
                usual.stream().anyMatch(Requirement::isMissing)
                && host.setupHelps(chosen));
    }

    /** Without its programs, or an answer of them, the provider's state is unknown. */
    private LabRequirements.OnHost here(OpenLab open) {
        Map<String, Integer> memory = memory(open);
        return asked(() -> labs.labContext(open)).flatMap(one -> asked(() -> context.cancellation().within(PATIENCE,
                own -> onHost(ComingMachines.of(one).haveBox(own), one.states(own).byName(), memory))))
                .flatMap(here -> here).orElseGet(() -> onHost(false, Map.of(), memory));
    }

    /** Whether {@code up} builds a box first. False if unknown. */
    private boolean builds(OpenLab open) {
        return asked(() -> labs.labContext(open)).flatMap(one ->
                asked(() -> context.cancellation().within(PATIENCE, own -> !one.hasNodePayload()
                        || !ComingMachines.of(one).haveBox(own)))).flatMap(builds -> builds).orElse(false);
    }

    private static Map<String, Integer> memory(OpenLab open) {
        return new WorkspaceState(open.workspace()).lab().map(AppliedLab::machines).orElse(List.of()).stream()
                .collect(Collectors.toMap(AppliedMachine::name, AppliedMachine::memoryMiB));
    }

    /** A machine in transition or in an unknown state counts as absent. */
    static LabRequirements.OnHost onHost(boolean box, Map<String, MachineState> states,
                                         Map<String, Integer> memory) {
        return new LabRequirements.OnHost(box, names(states, one -> one.isRunning() || one.isOffOrFrozen()),
                names(states, one -> one.isRunning() || one.kind() == MachineState.Kind.PAUSED), memory);
    }

    private static Set<String> names(Map<String, MachineState> states, Predicate<MachineState> there) {
        return states.entrySet().stream().filter(one -> there.test(one.getValue())).map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private <T> Optional<T> asked(Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (LabException e) {
            if (context.cancellation().isRequested()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private Optional<Instant> installed() {
        try {
            return Optional.of(Files.getLastModifiedTime(context.home().resolve("Vagrantfile.ftl")).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
