package org.hybridlab.cli;

/** Makes the class of a command, and loads no other. */
final class Commands {
    private Commands() {
    }

    static Object create(CommandName name, Session session) {
        return switch (name) {
            case DOCTOR -> new DoctorCommand(session);
            case SETUP -> new SetupCommand(session);
            case COMPLETION -> new CompletionCommand(session);
        };
    }
}
