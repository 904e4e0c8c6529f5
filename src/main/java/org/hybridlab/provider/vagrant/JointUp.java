package org.hybridlab.provider.vagrant;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.process.Result;

/**
 * One {@code vagrant up} of several machines, which Vagrant starts in parallel. A machine that it does not start is
 * then started alone, so that the failure names the machine and its cause.
 */
public final class JointUp implements AutoCloseable {
    /** Tells the Vagrantfile to wait for a line. At the end of its input, Vagrant exits. */
    public static final String WAITS = "HYBRIDLAB_WAITS";
    private static final List<String> UP_ENDS = List.of("up", "end");
    /** Of Vagrant's docker provider. The container runs by then, and what follows only lists containers. */
    private static final String CREATED = "Container created: ";

    /** Complete once Vagrant has started the machine. */
    private final Map<String, CompletableFuture<Boolean>> machines;
    private final Map<String, Consumer<String>> listeners = new ConcurrentHashMap<>();
    private final CompletableFuture<String> go = new CompletableFuture<>();
    private final Parallel thread;
    private final CompletableFuture<Boolean> ended;

    /** @param vagrant runs it with its input, and passes its lines on */
    JointUp(List<String> machines, BiFunction<Future<String>, Consumer<String>, Result> vagrant,
            Cancellation cancellation) {
        this.machines = machines.stream().collect(Collectors.toMap(Function.identity(),
                machine -> new CompletableFuture<>()));
        this.thread = new Parallel(1, cancellation);
        this.ended = machines.isEmpty() ? new CompletableFuture<>()
                : thread.begin(() -> vagrant.apply(go, this::tell).ok());
    }

    /** Whether it has started the machine. False for others, and for each later call. */
    boolean starts(String machine, Consumer<String> lines) {
        if (!machines.containsKey(machine) || listeners.putIfAbsent(machine, lines) != null) {
            return false;
        }
        go.complete("go\n");
        try {
            return (boolean) Parallel.join(CompletableFuture.anyOf(machines.get(machine), ended));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return false;
        }
    }

    private void tell(String line) {
        MachineReadable.parse(line).filter(said -> machines.containsKey(said.target())).ifPresent(said -> {
            if (said.type().equals("action") && said.data().equals(UP_ENDS) || said.text(1).contains(CREATED)) {
                machines.get(said.target()).complete(true);
            }
            Vagrant.show(line, listeners.getOrDefault(said.target(), other -> { }));
        });
    }

    /** Ends a Vagrant that still waits. Otherwise waits for its end. */
    @Override
    public void close() {
        if (!go.complete("")) {
            ended.handle((ok, failure) -> ok).join();
        }
        thread.close();
    }
}
