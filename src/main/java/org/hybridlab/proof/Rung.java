package org.hybridlab.proof;

import java.util.Locale;

/** How near to Windows itself something was tried; docs/windows.md tells more of each. */
public enum Rung {
    A("every rendered script is read by a grammar of PowerShell"),
    B("the real Windows programs judge their flags and files, under Wine"),
    C("a real API server accepts every manifest"),
    D("the whole path of `up` against a stand-in for a Windows machine"),
    E("real scheduler, simulated Windows nodes"),
    F("run on Windows"),
    LINUX("its Linux machines are real ones, on docker; says nothing of Windows");

    private final String words;

    Rung(String words) {
        this.words = words;
    }

    /** What is tried there. */
    public String words() {
        return words;
    }

    /** As data and tables have it, for example {@code a}; a word for what is no step towards Windows. */
    public String letter() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if no rung has that letter */
    public static Rung of(String letter) {
        return valueOf(letter.toUpperCase(Locale.ROOT));
    }
}
