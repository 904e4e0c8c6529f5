package org.hybridlab.docs;

import java.util.Locale;

import org.hybridlab.common.text.EnumIds;

/** How near to Windows itself something was tried; docs/explanation/windows-proof.md tells more of each. */
enum ProofLevel {
    A("every rendered script is read by a grammar of PowerShell",
            "whether a script does what it means; five of 238 broken scripts pass too"),
    B("the real Windows programs judge their flags and files, under Wine",
            "the Host Networking Service, counters and containers: programs end at their first call of them"),
    C("a real API server accepts every manifest",
            "whether anything runs by it"),
    D("the whole path of `up` against a stand-in for a Windows machine",
            "which adapter HNS really takes, conflicts of hardware addresses, the time that a switch takes, servicing, "
                    + "licences, first starts, the network of pods: the stand-in knows what we know"),
    E("real scheduler, simulated Windows nodes",
            "anything inside of a node: nothing runs there"),
    F("run on Windows", "other builds, boxes and providers than the one it ran on"),
    LINUX("its Linux machines are real ones, on docker; says nothing of Windows",
            "Windows");

    private final String description;
    private final String unseen;

    ProofLevel(String description, String unseen) {
        this.description = description;
        this.unseen = unseen;
    }

    /** What is tried there. */
    public String description() {
        return description;
    }

    /** What it cannot see. */
    public String unseen() {
        return unseen;
    }

    /** As data and tables have it, for example {@code a}; a word for what is no step towards Windows. */
    public String letter() {
        return EnumIds.of(this);
    }

    /** @throws IllegalArgumentException if no rung has that letter */
    public static ProofLevel of(String letter) {
        return valueOf(letter.toUpperCase(Locale.ROOT));
    }
}
