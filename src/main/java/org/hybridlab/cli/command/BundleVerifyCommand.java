package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.DamagedFile;
import org.hybridlab.artifact.bundle.DownloadEstimate;
import org.hybridlab.artifact.bundle.PartState;
import org.hybridlab.cli.command.BundleListCommand.Row;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "verify", description = "Check every file of a bundle against the sum that it was fetched with.",
        footer = "  hybridlab bundle verify --kubernetes 1.36.3")
public final class BundleVerifyCommand extends SessionCommand {
    @Mixin
    private BundleSelection selection;

    public record Answer(KubernetesVersion kubernetes, List<Row> parts, List<String> damaged, List<String> missing) {
    }

    @Override
    public CommandResult call() {
        Bundles bundles = context().bundles();
        KubernetesVersion kubernetes = selection.kubernetes(bundles);
        DownloadEstimate estimate = bundles.estimate(kubernetes, selection.group(), selection.arch());
        List<DamagedFile> damaged = bundles.verify(kubernetes, selection.group(), selection.arch());
        List<PartState> parts = bundles.state(kubernetes, selection.group(), selection.arch());
        Answer answer = new Answer(kubernetes, parts.stream().map(part -> Row.of(kubernetes, part)).toList(),
                damaged.stream().map(DamagedFile::path).toList(), estimate.missing());
        try {
            refuse(damaged, estimate);
        } catch (LabException e) {
            return failing(CommandResult.of(DocumentKind.BUNDLE_VERIFICATION, answer, List.of()), e);
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
