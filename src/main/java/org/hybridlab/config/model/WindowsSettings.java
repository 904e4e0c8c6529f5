package org.hybridlab.config.model;

import java.util.Objects;

/**
 * Settings that only Windows machines have.
 *
 * @param computerName at most 15 characters; the node keeps the machine's name
 * @param simulated whether it is a node only, without a machine
 */
public record WindowsSettings(WindowsBuild build, String computerName, WindowsShell shell, boolean simulated) {
    public static final int LONGEST_NAME = 15;

    public WindowsSettings {
        Objects.requireNonNull(build);
        Objects.requireNonNull(computerName);
        Objects.requireNonNull(shell);
    }

    public WindowsSettings(WindowsBuild build, String computerName, WindowsShell shell) {
        this(build, computerName, shell, false);
    }

    public static WindowsSettings usual(String machineName) {
        return new WindowsSettings(WindowsBuild.usual(), machineName, WindowsShell.WINSSH);
    }
}
