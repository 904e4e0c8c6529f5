package org.hybridlab.cli;

import java.util.List;

import org.hybridlab.bundle.Bundles;
import org.hybridlab.bundle.DamagedFile;
import org.hybridlab.bundle.DownloadEstimate;
import org.hybridlab.bundle.PartState;
import org.hybridlab.failure.LabException;
import org.hybridlab.lab.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads every byte of a bundle. */
@Command(name = "verify", description = "Check every file of a bundle against the sum that it was fetched with.",
        footerHeading = "%nExample:%n", footer = "  hybridlab bundle verify --kubernetes 1.36.3")
final class BundleVerifyCommand implements Runnable {
    private final Session session;
    @Mixin
    private BundleSelection selection;

    BundleVerifyCommand(Session session) {
        this.session = session;
    }

    /** The answer for programs. */
    record Answer(KubernetesVersion kubernetes, List<PartState> parts, List<DamagedFile> damaged,
            List<String> missing) {
    }

    @Override
    public void run() {
        Bundles bundles = BundleSelection.bundles(session);
        KubernetesVersion kubernetes = selection.kubernetes(bundles);
        DownloadEstimate outlook = bundles.outlook(kubernetes, selection.group(), selection.arch());
        List<DamagedFile> damaged = bundles.verify(kubernetes, selection.group(), selection.arch());
        List<PartState> parts = bundles.state(kubernetes, selection.group(), selection.arch());
        if (session.options().json()) {
            new JsonOutput(session.out()).print(new Answer(kubernetes, parts, damaged, outlook.missing()));
        }
        Bundles.refuse(damaged);
        if (!outlook.isComplete()) {
            throw LabException.hostNotReady("bundle-incomplete",
                    "Not here: " + String.join(", ", outlook.missing()) + ".", "Run `hybridlab bundle get`.");
        }
        if (!session.options().json()) {
            session.out().printf("All files of Kubernetes %s are what they were when they were fetched.%n",
                    kubernetes);
        }
    }
}
