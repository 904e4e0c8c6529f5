package org.hybridlab.provider.docker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.MachineState.Kind;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Uses docker's commands: Vagrant cannot suspend containers, and each call of it costs a second. Containers are found
 * by the lab's label, so others are never touched.
 *
 * @param docker in its own session, since a container may stay frozen if pause is cut off
 * @param frozen container ids by machine that were paused, so that one command resumes them
 */
record DockerPower(ProviderTool docker, LabId lab, DockerProvider provider, Map<String, String> frozen)
        implements MachinePower {
    /** Seconds for systemd to stop its services. */
    private static final String ORDERLY = "20";

    /**
     * A halt loses the pod network plugin's share below /run. Without it, every pod fails until the plugin's pod runs,
     * and is retried many seconds later. The copy is used once, since a new join gets another share.
     */
    private static final String KEEP_SHARE = forEach(
            "mkdir -p /var/lib/hybridlab; cp %2$s %1$s 2> /dev/null || true");
    private static final String BRING_SHARE = forEach("if [ -s %1$s ]; then mkdir -p %3$s; mv %1$s %2$s; fi");

    static final String END_CLIENTS = ResourceText.of(DockerPower.class, "end-clients.sh");

    DockerPower(ProviderTool docker, LabId lab, DockerProvider provider) {
        this(docker, lab, provider, new ConcurrentHashMap<>());
    }

    private static String forEach(String script) {
        return PodNetworkPlugin.all().stream().map(plugin -> script.formatted(
                "/var/lib/hybridlab/%s-%s".formatted(plugin.id(), plugin.files().share()), plugin.files().sharePath(),
                plugin.files().state())).collect(Collectors.joining("; "));
    }

    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        MachineState state = provider.state(lab, machine, cancellation);
        // Docker cannot stop a paused container.
        on(state, Set.of(Kind.PAUSED), cancellation, List.of("unpause"), List.of());
        // It only saves time. A machine in which nothing can run is halted too.
        ifItRuns(state, Set.of(Kind.RUNNING, Kind.PAUSED), KEEP_SHARE + "\n" + END_CLIENTS, why ->
                lines.accept("%s was not prepared for its halt: %s".formatted(machine, why)), cancellation);
        on(state, Set.of(Kind.RUNNING, Kind.PAUSED, Kind.CHANGING, Kind.BROKEN), cancellation,
                List.of("stop", "-t", ORDERLY), List.of());
    }

    @Override
    public void suspend(String machine, Consumer<String> lines, Cancellation cancellation) {
        MachineState state = provider.state(lab, machine, cancellation);
        if (state.isRunning()) {
            state.identity().ifPresent(id -> frozen.put(machine, id));
        }
        on(state, Set.of(Kind.RUNNING), cancellation, List.of("pause"), List.of());
    }

    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        if (!goesOn(Optional.ofNullable(frozen.remove(machine)), cancellation)) {
            on(provider.state(lab, machine, cancellation), Set.of(Kind.PAUSED), cancellation, List.of("unpause"),
                    List.of());
        }
    }

    /** Docker refuses if it is not paused, or gone. */
    private boolean goesOn(Optional<String> id, Cancellation cancellation) {
        try {
            id.ifPresent(one -> docker.ask(cancellation, "unpause", one));
            return id.isPresent();
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return false;
        }
    }

    @Override
    public boolean start(String machine, Consumer<String> lines, Cancellation cancellation) {
        MachineState state = provider.state(lab, machine, cancellation);
        on(state, Set.of(Kind.STOPPED), cancellation, List.of("start"), List.of());
        // Others report a container that ended again.
        ifItRuns(state, Set.of(Kind.STOPPED, Kind.RUNNING), BRING_SHARE, why ->
                lines.accept("%s runs no command: %s".formatted(machine, why)), cancellation);
        return true;
    }

    private void ifItRuns(MachineState state, Set<Kind> kinds, String script, Consumer<String> otherwise,
                          Cancellation cancellation) {
        try {
            on(state, kinds, cancellation, List.of("exec"), List.of("sh", "-c", script));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            otherwise.accept(e.what());
        }
    }

    private void on(MachineState state, Set<Kind> kinds, Cancellation cancellation, List<String> before,
                    List<String> after) {
        if (kinds.contains(state.kind()) && state.identity().isPresent()) {
            List<String> words = new ArrayList<>(before);
            words.add(state.identity().get());
            words.addAll(after);
            docker.ask(cancellation, words.toArray(String[]::new));
        }
    }
}
