package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

public enum WindowsShell {
    /** OpenSSH, Vagrant's communicator {@code winssh}. */
    WINSSH,
    /** Windows' own remoting, through {@code vagrant winrm}, for boxes without OpenSSH. */
    WINRM;

    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException for an unknown id */
    public static WindowsShell of(String id) {
        return valueOf(id.toUpperCase(Locale.ROOT));
    }
}
