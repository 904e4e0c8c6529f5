package org.hybridlab.config.model;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** How Vagrant and hybridlab get into a Windows machine. */
public enum WindowsShell {
    /** OpenSSH, Vagrant's communicator {@code winssh}. */
    WINSSH,
    /** Windows' own remoting, through {@code vagrant winrm}: for boxes that have nothing else. */
    WINRM;

    /** As lab files write it, for example {@code winssh}. */
    public String id() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no shell has that word */
    public static WindowsShell of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
