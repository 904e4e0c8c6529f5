package org.hybridlab.cli;

import java.nio.file.Path;

import org.hybridlab.bundle.BundleArchive;
import org.hybridlab.bundle.Bundles;
import org.hybridlab.lab.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Writes a bundle as one file. */
@Command(name = "export", description = "Write a bundle as one file, for hosts that reach nothing.",
        footerHeading = "%nExample:%n", footer = "  hybridlab bundle export kubernetes-1.36.3.tar")
final class BundleExportCommand implements Runnable {
    private final Session session;
    @Mixin
    private BundleSelection selection;
    @Parameters(paramLabel = "FILE", description = "Where to write it; replaced if it is there.")
    private Path file;

    BundleExportCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        Bundles bundles = BundleSelection.bundles(session);
        KubernetesVersion kubernetes = selection.kubernetes(bundles);
        Path target = session.directory().resolve(file);
        bundles.archive().write(kubernetes, selection.group(), selection.arch(), target);
        session.out().printf("%s holds the bundle of Kubernetes %s.%n", target, kubernetes);
        session.out().println("sha256 " + BundleArchive.sum(target));
    }
}
