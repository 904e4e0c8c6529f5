package org.hybridlab.provider.parallels;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ProviderTool;

/** Parallels machines: its shared network on the first adapter, the lab's host-only network on the second. */
public final class ParallelsProvider implements Provider {
    private static final Pattern ROW = Pattern.compile("\\s*\\{?([0-9a-f-]{36})}?\\s+(\\S+)\\s+(\\S+)\\s*");
    /** States that block a removal. */
    private static final Set<MachineState.Kind> ON = Set.of(MachineState.Kind.RUNNING, MachineState.Kind.PAUSED,
            MachineState.Kind.CHANGING);

    private final ProviderTool prlctl;

    public ParallelsProvider(Processes processes) {
        this.prlctl = new ProviderTool(ProviderName.PARALLELS, processes, Command.of("prlctl"));
    }

    @Override
    public ProviderName name() {
        return ProviderName.PARALLELS;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        Map<String, MachineState> states = new LinkedHashMap<>();
        String prefix = lab.machine("");
        rows(cancellation).filter(row -> row.group(3).startsWith(prefix))
                .forEach(row -> states.put(row.group(3).substring(prefix.length()),
                        MachineState.of(row.group(2)).identity(row.group(1))));
        return states;
    }

    @Override
    public void remove(LabId id, String machine, Cancellation cancellation) {
        remove(id.machine(machine), state(id, machine, cancellation), cancellation);
    }

    /** A paused machine must be resumed before it can be stopped or deleted (Parallels/vagrant-parallels#295). */
    private void remove(String machine, MachineState state, Cancellation cancellation) {
        if (state.kind() == MachineState.Kind.PAUSED) {
            prlctl.ask(cancellation, "resume", machine);
        }
        if (ON.contains(state.kind())) {
            prlctl.ask(cancellation, "stop", machine, "--kill");
        }
        if (!state.isAbsent()) {
            prlctl.ask(cancellation, "delete", machine);
        }
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        return Map.of("name", id.machine(machine.name()), "netmask", lab.network().machines().netmask());
    }

    /** Vagrant creates the host-only network. */
    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
    }

    /** Parallels keeps host-only networks for later machines. */
    @Override
    public void release(LabId id, Cancellation cancellation) {
    }

    @Override
    public List<LabResource> resources(Cancellation cancellation) {
        return rows(cancellation).flatMap(row -> LabResource.named(LabResource.Kind.MACHINE, row.group(1),
                row.group(3)).stream()).toList();
    }

    @Override
    public void remove(LabResource resource, Cancellation cancellation) {
        rows(cancellation).filter(row -> row.group(1).equals(resource.id())).findFirst().ifPresent(row ->
                remove(resource.id(), MachineState.of(row.group(2)), cancellation));
    }

    private Stream<Matcher> rows(Cancellation cancellation) {
        return prlctl.look(cancellation, "list", "--all", "--no-header", "--output", "uuid,status,name").lines()
                .map(ROW::matcher).filter(Matcher::matches);
    }
}
