package org.hybridlab.vagrant;

/**
 * The state of a machine, seen now.
 *
 * @param word the provider's own word for it, for people
 */
public record MachineState(Kind kind, String word) {
    /** {@code BROKEN}: it is there, but neither running nor properly stopped. */
    public enum Kind { ABSENT, STOPPED, RUNNING, BROKEN }

    public static MachineState absent() {
        return new MachineState(Kind.ABSENT, "not created");
    }

    public boolean isRunning() {
        return kind == Kind.RUNNING;
    }

    public boolean isAbsent() {
        return kind == Kind.ABSENT;
    }

    /** From Vagrant's or a provider's word. */
    static MachineState of(String word) {
        return new MachineState(switch (word) {
            case "not_created", "not created" -> Kind.ABSENT;
            case "running" -> Kind.RUNNING;
            case "stopped", "exited", "created", "shutoff", "shut off", "poweroff", "off", "saved", "suspended",
                    "paused", "pmsuspended" -> Kind.STOPPED;
            default -> Kind.BROKEN;
        }, word);
    }
}
