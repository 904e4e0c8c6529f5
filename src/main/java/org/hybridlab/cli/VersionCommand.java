package org.hybridlab.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;

/** The same line as {@code --version}. */
@Command(name = "version", footerHeading = "%nExample:%n", footer = "  hybridlab version --output json")
final class VersionCommand implements Callable<CommandResult> {
    @Override
    public CommandResult call() {
        return CommandResult.of(DocumentKind.VERSION,
                new Numbers(Version.number(), System.getProperty("java.version")), "hybridlab " + Version.number());
    }

    /** The shape of {@code --output json}. */
    record Numbers(String version, String java) {
    }
}
