package org.hybridlab.provider.api;

import java.util.Optional;

/**
 * The state of a machine, seen now.
 *
 * @param word the provider's own word for it, for people
 * @param identity another one for each machine that is made, also of the same name; empty where it is not known
 */
public record MachineState(Kind kind, String word, Optional<String> identity) {
    /** {@code BROKEN}: it is there, but neither running nor properly stopped. */
    public enum Kind { ABSENT, STOPPED, RUNNING, BROKEN }

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

    /** From Vagrant's or a provider's word. */
    public static MachineState of(String word) {
        return new MachineState(switch (word) {
            case "not_created", "not created" -> Kind.ABSENT;
            case "running", "Running" -> Kind.RUNNING;
            case "stopped", "exited", "created", "shutoff", "shut off", "poweroff", "off", "saved", "suspended",
                    "paused", "pmsuspended", "Off", "Saved", "Paused" -> Kind.STOPPED;
            default -> Kind.BROKEN;
        }, word);
    }
}
