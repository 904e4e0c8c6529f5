package org.hybridlab.provider.api;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The state of a machine, seen now.
 *
 * @param word the provider's own word for it, for people
 * @param identity another one for each machine that is made, also of the same name; empty where it is not known
 */
public record MachineState(Kind kind, String word, Optional<String> identity) {
    /**
     * {@code SUSPENDED}: what it had in memory is on disk. {@code PAUSED}: it is frozen, and keeps its memory.
     * {@code CHANGING}: it will soon be in another state, for example while it shuts down. {@code BROKEN}: it is there,
     * but in none of the other states, for example crashed.
     */
    public enum Kind { ABSENT, STOPPED, SUSPENDED, PAUSED, RUNNING, CHANGING, BROKEN }

    /** Words of providers for a machine that is on its way to another state. */
    private static final Pattern CHANGING = Pattern.compile("(?i)in shutdown|shutting-down|starting|stopping"
            + "|saving|fastsaving|suspending|pausing|resuming|continuing|restoring|reset|resetting|restarting|removing"
            + "|setting up|teleporting|((live|online|offline) )?snapshott?ing|(deleting|restoring) snapshot.*");
    /** VirtualBox's word for one whose process ended by itself: it boots with its disk, like any that is off. */
    private static final String ABORTED = "aborted";
    /** VirtualBox 7's word for one whose process ended while it took its memory from the disk, where that still is. */
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

    /** Whether it goes on from where it was, rather than boots. */
    public boolean isResumable() {
        return kind == Kind.SUSPENDED || kind == Kind.PAUSED;
    }

    /** Whether nothing of it runs, and it can be started or goes on. */
    public boolean isOffOrFrozen() {
        return kind == Kind.STOPPED || isResumable();
    }

    /** Whether it does not run, and stays so. */
    public boolean isStill() {
        return !isRunning() && kind != Kind.CHANGING;
    }

    /** Whether it is off and ended in good order: what crashed may not have done what it was about to do. */
    public boolean isShutDown() {
        return kind == Kind.STOPPED && !word.equals(ABORTED);
    }

    /** From Vagrant's or a provider's word. */
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
