package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.List;

import org.hybridlab.artifact.bundle.BundleArchive;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.config.model.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "export", description = "Write a bundle as one file, for hosts that reach nothing.",
        footer = "  hybridlab bundle export kubernetes-1.36.3.tar")
public final class BundleExportCommand extends SessionCommand {
    @Mixin
    private BundleSelection selection;
    @Parameters(paramLabel = "FILE", description = "Where to write it. An earlier export is replaced.")
    private Path file;

    @Override
    public CommandResult call() {
        Bundles bundles = context().bundles();
        KubernetesVersion kubernetes = selection.kubernetes(bundles);
        Path target = session.directory().resolve(file);
        bundles.archive().write(kubernetes, selection.group(), selection.arch(), target);
        String sum = BundleArchive.sum(target);
        return CommandResult.of(DocumentKind.BUNDLE_EXPORT, new Exported(kubernetes, target, sum), List.of(
                "%s holds the bundle of Kubernetes %s.".formatted(target, kubernetes), "sha256 " + sum));
    }

    public record Exported(KubernetesVersion kubernetes, Path file, String sha256) {
    }
}
