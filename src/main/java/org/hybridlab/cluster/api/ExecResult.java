package org.hybridlab.cluster.api;

/**
 * How a command in a container ended.
 *
 * @param exitCode 0 if all well
 * @param output stdout, then stderr; what the kubelet says if the command wrote nothing
 * @param stdout that alone
 */
public record ExecResult(int exitCode, String output, String stdout) {
    /** All of it on stdout. */
    public ExecResult(int exitCode, String output) {
        this(exitCode, output, output);
    }

    public boolean ok() {
        return exitCode == 0;
    }
}
