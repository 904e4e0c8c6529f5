package org.hybridlab.cluster.api;

/**
 * Result of a command in a container.
 *
 * @param output stdout, then stderr; the kubelet's message if both are empty
 */
public record ExecResult(int exitCode, String output, String stdout) {
    public ExecResult(int exitCode, String output) {
        this(exitCode, output, output);
    }

    public boolean ok() {
        return exitCode == 0;
    }
}
