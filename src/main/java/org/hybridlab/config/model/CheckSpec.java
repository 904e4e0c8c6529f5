package org.hybridlab.config.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A check that the lab's author wrote.
 *
 * @param within time limit to become true
 */
public record CheckSpec(String name, Probe probe, Duration within, Optional<String> pass, Optional<String> fail) {
    public sealed interface Probe permits Http, Exec, ExecInPod, JsonPath {
    }

    /** GET from the host. Without {@code machine}, every machine's address must answer. */
    public record Http(Optional<String> machine, int port, String path, int status, Optional<String> contains)
            implements Probe {
    }

    /** A command in a machine, without a shell. Passes on exit code 0. */
    public record Exec(String machine, List<String> command, Optional<String> contains) implements Probe {
        public Exec {
            command = List.copyOf(command);
        }
    }

    /**
     * A command in every pod of a workload, without a shell. Each must exit with 0.
     *
     * @param workload kind and name, for example {@code deployment/web}
     * @param container empty: the pod's first one
     * @param contains text that must be in stdout
     */
    public record ExecInPod(String namespace, String workload, Optional<String> container, List<String> command,
                            Optional<String> contains) implements Probe {
        public ExecInPod {
            command = List.copyOf(command);
        }
    }

    /**
     * A kubectl JSONPath of one object, for example {@code deployment/web}.
     *
     * @param equalTo the expected value; empty: a number of at least {@code atLeast}
     */
    public record JsonPath(String namespace, String object, String path, Optional<String> equalTo, int atLeast)
            implements Probe {
        public JsonPath(String namespace, String object, String path, String equalTo) {
            this(namespace, object, path, Optional.of(equalTo), 0);
        }
    }
}
