package org.hybridlab.provider.docker;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.text.ResourceText;

/**
 * Tests what machines need of Docker and this host, by a script that finds causes. The result is not cached: a trial is
 * as fast as a check of the cache.
 */
record DockerTrial(Processes processes) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** @param arguments what to test, and with what */
    static List<String> words(Stream<String> arguments) {
        return Stream.concat(Stream.of("bash", "-c", ResourceText.of(DockerTrial.class, "trial.sh"), "trial"),
                arguments).toList();
    }

    /**
     * @return its output; empty if it did not run
     * @throws LabException (exit 3) with one cause and its evidence
     */
    String onHost(Cancellation cancellation, Stream<String> arguments) {
        return judged(LabException.known(() -> processes.run(Command.of(words(arguments)).timeout(PATIENCE),
                cancellation)).map(result -> result.stdout().strip()).orElse(""), "");
    }

    /** @param more evidence */
    static String judged(String said, String more) {
        String[] cause = said.split("\t");
        if (cause.length == 4) {
            throw LabException.hostNotReady(cause[0], cause[1], cause[2]).because(cause[3] + more);
        }
        return said;
    }
}
