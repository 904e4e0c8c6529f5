package org.hybridlab.cli;

/** Entry point: {@code hybridlab COMMAND}. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) {
        System.exit(run(Session.ofThisProcess(), arguments));
    }

    /** One call from arguments to exit code; does not end the process. */
    static int run(Session session, String... arguments) {
        return CommandTree.forCall(session, arguments).execute(arguments);
    }
}
