package org.hybridlab.cli.bundle;

import java.util.List;
import java.util.concurrent.Callable;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.DamagedFile;
import org.hybridlab.artifact.bundle.DownloadEstimate;
import org.hybridlab.artifact.bundle.PartState;
import org.hybridlab.cli.bundle.BundleListCommand.Row;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.FailurePrinter;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads every byte of a bundle. */
@Command(name = "verify", description = "Check every file of a bundle against the sum that it was fetched with.",
        footerHeading = "%nExample:%n", footer = "  hybridlab bundle verify --kubernetes 1.36.3")
public final class BundleVerifyCommand implements Callable<CommandResult> {
    private final Session session;
    @Mixin
    private BundleSelection selection;

    BundleVerifyCommand(Session session) {
        this.session = session;
    }

    /** The answer for programs. */
    public record Answer(KubernetesVersion kubernetes, List<Row> parts, List<String> damaged, List<String> missing) {
    }

    @Override
    public CommandResult call() {
        Bundles bundles = session.context().bundles();
        KubernetesVersion kubernetes = selection.kubernetes(bundles);
        DownloadEstimate estimate = bundles.estimate(kubernetes, selection.group(), selection.arch());
        List<DamagedFile> damaged = bundles.verify(kubernetes, selection.group(), selection.arch());
        List<PartState> parts = bundles.state(kubernetes, selection.group(), selection.arch());
        Answer answer = new Answer(kubernetes, parts.stream().map(part -> Row.of(kubernetes, part)).toList(),
                damaged.stream().map(DamagedFile::path).toList(), estimate.missing());
        try {
            refuse(damaged, estimate);
        } catch (LabException e) {
            new FailurePrinter(session).print(e);
            return CommandResult.of(DocumentKind.BUNDLE_VERIFICATION, answer, List.of())
                    .withFailures(e.exitCode(), List.of(e));
        }
        return CommandResult.of(DocumentKind.BUNDLE_VERIFICATION, answer,
                "All files of Kubernetes %s are what they were when they were fetched.".formatted(kubernetes));
    }

    private static void refuse(List<DamagedFile> damaged, DownloadEstimate estimate) {
        Bundles.refuse(damaged);
        if (!estimate.isComplete()) {
            throw LabException.hostNotReady("bundle-incomplete",
                    "Not here: " + String.join(", ", estimate.missing()) + ".", "Run `hybridlab bundle get`.");
        }
    }
}
