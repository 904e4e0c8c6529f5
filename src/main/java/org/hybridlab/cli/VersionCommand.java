package org.hybridlab.cli;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.service.context.ProductVersion;
import picocli.CommandLine.Command;

/** The same line as {@code --version}. */
@Command(name = "version", footer = "  hybridlab version --output json")
public final class VersionCommand extends SessionCommand {
    private static final DocumentKind<Numbers> VERSION = new DocumentKind<>("version", Numbers.class);

    @Override
    public CommandResult call() {
        return CommandResult.of(VERSION,
                new Numbers(ProductVersion.number(), System.getProperty("java.version")),
                "hybridlab " + ProductVersion.number());
    }

    public record Numbers(String version, String java) {
    }
}
