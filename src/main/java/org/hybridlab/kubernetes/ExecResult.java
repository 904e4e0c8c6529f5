package org.hybridlab.kubernetes;

/**
 * How a command in a container ended.
 *
 * @param exitCode 0 if all well
 * @param output stdout and stderr as they came
 */
public record ExecResult(int exitCode, String output) {
    public boolean ok() {
        return exitCode == 0;
    }
}
