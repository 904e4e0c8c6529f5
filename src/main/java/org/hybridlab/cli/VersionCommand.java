package org.hybridlab.cli;

import picocli.CommandLine.Command;

/** The same line as {@code --version}. */
@Command(name = "version", footerHeading = "%nExample:%n", footer = "  hybridlab version --output json")
final class VersionCommand implements Runnable {
    private final Session session;

    VersionCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        if (session.options().json()) {
            new JsonOutput(session.out()).print(new Numbers(Version.number(), System.getProperty("java.version")));
        } else {
            session.out().println("hybridlab " + Version.number());
        }
        session.out().flush();
    }

    /** The shape of {@code --output json}. */
    record Numbers(String version, String java) {
    }
}
