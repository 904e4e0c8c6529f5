package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "import", description = "Take what `bundle export` wrote on another host, and verify it.",
        footer = "  hybridlab bundle import kubernetes-1.36.3.tar")
public final class BundleImportCommand extends SessionCommand {
    @Parameters(paramLabel = "FILE", description = "A file that `hybridlab bundle export` wrote.")
    private Path file;
    @Option(names = "--sha256", paramLabel = "SUM",
            description = "The sum that `bundle export` printed: take also what hybridlab has no sum of its own for.")
    private String sha256;

    @Override
    public CommandResult call() {
        List<String> taken = context().bundles().archive().read(session.directory().resolve(file),
                Optional.ofNullable(sha256));
        return CommandResult.of(DocumentKind.BUNDLE_IMPORT, new Imported(taken),
                taken.stream().map("taken: "::concat).toList());
    }

    public record Imported(List<String> parts) {
    }
}
