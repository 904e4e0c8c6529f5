package org.hybridlab.provider.api;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The present state of a machine.
 *
 * @param word the provider's own state, for people
 * @param identity unique per created machine, even with the same name; empty if unknown
 */
public record MachineState(Kind kind, String word, Optional<String> identity) {
    /**
     * {@code SUSPENDED}: memory is on disk. {@code PAUSED}: frozen with its memory. {@code CHANGING}: soon in another
     * state, for example while it shuts down. {@code BROKEN}: none of the others, for example crashed.
     */
    public enum Kind { ABSENT, STOPPED, SUSPENDED, PAUSED, RUNNING, CHANGING, BROKEN }

    /** States of machines that are changing. */
    private static final Pattern CHANGING = Pattern.compile("(?i)in shutdown|shutting-down|starting|stopping"
            + "|saving|fastsaving|suspending|pausing|resuming|continuing|restoring|reset|resetting|restarting|removing"
            + "|setting up|teleporting|((live|online|offline) )?snapshott?ing|(deleting|restoring) snapshot.*");
    /** VirtualBox's state after a crash of its process. The machine boots from its disk. */
    private static final String ABORTED = "aborted";
    /** VirtualBox 7's state after a crash while it read its saved memory, which is still on disk. */
    public static final String ABORTED_SAVED = "aborted-saved";

    public MachineState(Kind kind, String word) {
        this(kind, word, Optional.empty());
    }

    public static MachineState absent() {
        return new MachineState(Kind.ABSENT, "not created");
    }

    public MachineState identity(String made) {
        return new MachineState(kind, word, Optional.of(made));
    }

    public boolean isRunning() {
        return kind == Kind.RUNNING;
    }

    public boolean isAbsent() {
        return kind == Kind.ABSENT;
    }

    /** Whether it continues, rather than boots. */
    public boolean isResumable() {
        return kind == Kind.SUSPENDED || kind == Kind.PAUSED;
    }

    /** Whether it does not run, and can be started or resumed. */
    public boolean isOffOrFrozen() {
        return kind == Kind.STOPPED || isResumable();
    }

    /** Whether it does not run, and its state is final. */
    public boolean isStill() {
        return !isRunning() && kind != Kind.CHANGING;
    }

    /** Whether it was shut down. A crashed machine may have unfinished work. */
    public boolean isShutDown() {
        return kind == Kind.STOPPED && !word.equals(ABORTED);
    }

    /** @param word state of Vagrant or a provider */
    public static MachineState of(String word) {
        return new MachineState(switch (word) {
            case "not_created", "not created" -> Kind.ABSENT;
            case "running", "Running" -> Kind.RUNNING;
            case "stopped", "exited", "created", "shutoff", "shut off", "poweroff", "powered off", "off",
                    "Off", ABORTED -> Kind.STOPPED;
            case "saved", ABORTED_SAVED, "suspended", "Saved", "FastSaved" -> Kind.SUSPENDED;
            case "paused", "pmsuspended", "Paused" -> Kind.PAUSED;
            default -> CHANGING.matcher(word).matches() ? Kind.CHANGING : Kind.BROKEN;
        }, word);
    }
}
