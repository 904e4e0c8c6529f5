package org.hybridlab.cli;

import java.nio.file.Path;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a bundle from one file. */
@Command(name = "import", description = "Take what `bundle export` wrote on another host, and verify it.",
        footerHeading = "%nExample:%n", footer = "  hybridlab bundle import kubernetes-1.36.3.tar")
final class BundleImportCommand implements Runnable {
    private final Session session;
    @Parameters(paramLabel = "FILE", description = "A file that `hybridlab bundle export` wrote.")
    private Path file;

    BundleImportCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        BundleSelection.bundles(session).archive().read(session.directory().resolve(file))
                .forEach(part -> session.out().println("taken: " + part));
    }
}
