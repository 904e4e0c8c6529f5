package org.hybridlab.provider.docker;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.MachineState.Kind;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Docker's own commands: Vagrant's provider cannot suspend, and each call of Vagrant costs a second. A container is
 * named by the id that docker gives for the lab's label, so no container of others is ever touched.
 */
record DockerPower(ProviderTool docker, LabId lab, DockerProvider provider) implements MachinePower {
    /** What systemd gets to end its services, in seconds. */
    private static final String ORDERLY = "20";

    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        // Docker stops no container that is frozen.
        on(machine, Set.of(Kind.PAUSED), cancellation, "unpause");
        on(machine, Set.of(Kind.RUNNING, Kind.PAUSED, Kind.BROKEN), cancellation, "stop", "-t", ORDERLY);
    }

    @Override
    public void suspend(String machine, Consumer<String> lines, Cancellation cancellation) {
        on(machine, Set.of(Kind.RUNNING), cancellation, "pause");
    }

    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        on(machine, Set.of(Kind.PAUSED), cancellation, "unpause");
    }

    @Override
    public boolean start(String machine, Consumer<String> lines, Cancellation cancellation) {
        on(machine, Set.of(Kind.STOPPED), cancellation, "start");
        return true;
    }

    private void on(String machine, Set<Kind> kinds, Cancellation cancellation, String... words) {
        MachineState state = provider.states(lab, cancellation).getOrDefault(machine, MachineState.absent());
        if (kinds.contains(state.kind()) && state.identity().isPresent()) {
            String[] all = Arrays.copyOf(words, words.length + 1);
            all[words.length] = state.identity().get();
            docker.ask(cancellation, all);
        }
    }
}
