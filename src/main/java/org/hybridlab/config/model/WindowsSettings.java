package org.hybridlab.config.model;

import java.util.Objects;

/**
 * What only Windows machines have.
 *
 * @param computerName at most 15 characters, NetBIOS' limit; the node keeps the machine's name
 * @param simulated whether Kubernetes is shown a node in its place, and no machine is made
 */
public record WindowsSettings(WindowsBuild build, String computerName, WindowsShell shell, boolean simulated) {
    /** NetBIOS' limit, in characters. */
    public static final int LONGEST_NAME = 15;

    public WindowsSettings {
        Objects.requireNonNull(build);
        Objects.requireNonNull(computerName);
        Objects.requireNonNull(shell);
    }

    /** Those of a machine that is made. */
    public WindowsSettings(WindowsBuild build, String computerName, WindowsShell shell) {
        this(build, computerName, shell, false);
    }

    /** What a machine of that name has if the lab file says nothing. */
    public static WindowsSettings usual(String machineName) {
        return new WindowsSettings(WindowsBuild.usual(), machineName, WindowsShell.WINSSH);
    }
}
