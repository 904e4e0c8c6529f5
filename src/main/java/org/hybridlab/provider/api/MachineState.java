package org.hybridlab.provider.api;

import java.util.Optional;
import java.util.Set;

/**
 * The state of a machine, seen now.
 *
 * @param word the provider's own word for it, for people
 * @param identity another one for each machine that is made, also of the same name; empty where it is not known
 */
public record MachineState(Kind kind, String word, Optional<String> identity) {
    /**
     * {@code SUSPENDED}: what it had in memory is on disk. {@code PAUSED}: it is frozen, and keeps its memory.
     * {@code BROKEN}: it is there, but in none of the other states, for example crashed.
     */
    public enum Kind { ABSENT, STOPPED, SUSPENDED, PAUSED, RUNNING, BROKEN }

    /** Words of providers for a machine that is about to stop. */
    private static final Set<String> STOPPING = Set.of("in shutdown", "Stopping", "Saving", "Pausing",
            "FastSaving", "stopping", "saving");

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

    /** Whether it no longer runs, and is not about to stop either. */
    public boolean isStill() {
        return !isRunning() && !STOPPING.contains(word);
    }

    /** From Vagrant's or a provider's word. */
    public static MachineState of(String word) {
        return new MachineState(switch (word) {
            case "not_created", "not created" -> Kind.ABSENT;
            case "running", "Running" -> Kind.RUNNING;
            case "stopped", "exited", "created", "shutoff", "shut off", "poweroff", "powered off", "off",
                    "Off" -> Kind.STOPPED;
            case "saved", "suspended", "Saved", "FastSaved" -> Kind.SUSPENDED;
            case "paused", "pmsuspended", "Paused" -> Kind.PAUSED;
            default -> Kind.BROKEN;
        }, word);
    }
}
