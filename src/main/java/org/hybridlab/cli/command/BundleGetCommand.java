package org.hybridlab.cli.command;


import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.DownloadEstimate;
import org.hybridlab.artifact.bundle.SourceOptions;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.service.context.TaskListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "get", description = "Get the files of a bundle that are not here yet, and verify them.",
        footer = "  hybridlab bundle get --kubernetes 1.36.3 --source modules")
final class BundleGetCommand extends SessionCommand {
    @Mixin
    private BundleSelection selection;

    @Option(names = "--source", paramLabel = "SOURCE",
            description = {"auto, official or modules ($HYBRIDLAB_BUNDLE_SOURCE).",
                "Auto: official downloads where they can be reached, else Go modules."})
    private SourceOptions source;

    @Option(names = "--again", description = "Check every file that is here, and fetch again what has changed.")
    private boolean again;

    @Override
    public CommandResult call() {
        Bundles bundles = context().bundles();
        if (source != null) {
            bundles = bundles.from(source);
        }
        KubernetesVersion kubernetes = selection.kubernetes(bundles);
        if (again) {
            bundles.dropDamaged(kubernetes, selection.group(), selection.arch());
        }
        DownloadEstimate estimate = bundles.estimate(kubernetes, selection.group(), selection.arch());
        if (!estimate.isComplete()) {
            session.err().printf("Getting %d MB: %s.%n", estimate.megabytes(), String.join(", ", estimate.missing()));
            session.err().printf("From Go modules this takes about %d min on two cores the first time.%n",
                    estimate.building().toMinutes() + 1);
        }
        Bundle bundle = get(bundles, kubernetes);
        return CommandResult.of(DocumentKind.BUNDLE, bundle, "The bundle of Kubernetes %s for %s is here: %d files."
                .formatted(bundle.kubernetes(), bundle.os().id(), bundle.files().size()));
    }

    private Bundle get(Bundles bundles, KubernetesVersion kubernetes) {
        try (TaskListener task = context().listener().task()) {
            return bundles.get(kubernetes, selection.group(), selection.arch(),
                    context().fetching(task));
        }
    }
}
