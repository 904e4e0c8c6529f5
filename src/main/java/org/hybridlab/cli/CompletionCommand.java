package org.hybridlab.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a shell sources to complete commands and flags. */
@Command(name = "completion", footerHeading = "%nExample:%n",
        footer = "  source <(hybridlab completion)")
final class CompletionCommand implements Runnable {
    private final Session session;
    @Spec
    private CommandSpec spec;

    CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        session.out().print(AutoComplete.bash("hybridlab", spec.root().commandLine()));
        session.out().flush();
    }
}
