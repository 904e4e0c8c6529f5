package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.PartState;
import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.config.model.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "list", description = "Show what each Kubernetes release comes with, and what of it is on this host.",
        footer = "  hybridlab bundle list --output json")
public final class BundleListCommand extends SessionCommand {
    @Mixin
    private BundleSelection selection;

    public record Parts(List<Row> parts) {
    }

    record Row(KubernetesVersion kubernetes, String component, String version, String platform,
               Optional<String> source, List<String> files, int megabytes, int seconds) {
        static Row of(KubernetesVersion kubernetes, PartState part) {
            return new Row(kubernetes, part.component(), part.version(), part.platform(), part.source(), part.files(),
                    part.megabytes(), part.seconds());
        }
    }

    @Override
    public CommandResult call() {
        Bundles bundles = context().bundles();
        List<Row> rows = new ArrayList<>();
        for (Release release : bundles.releases()) {
            bundles.state(release.kubernetes(), selection.group(), selection.arch())
                    .forEach(part -> rows.add(Row.of(release.kubernetes(), part)));
        }
        Table table = new Table("KUBERNETES", "COMPONENT", "VERSION", "PLATFORM", "SIZE", "HERE FROM");
        rows.forEach(row -> table.add(row.kubernetes().toString(), row.component(), row.version(), row.platform(),
                row.megabytes() + " MB", row.source().orElse("-")));
        return CommandResult.of(DocumentKind.BUNDLE_LIST, new Parts(rows), table.lines());
    }
}
