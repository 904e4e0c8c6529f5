package org.hybridlab.cli;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.bundle.Bundles;
import org.hybridlab.bundle.PartState;
import org.hybridlab.bundle.Release;
import org.hybridlab.lab.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What the bundles consist of, and what of it is here. */
@Command(name = "list", description = "Show what each Kubernetes release comes with, and what of it is on this host.",
        footerHeading = "%nExample:%n", footer = "  hybridlab bundle list --output json")
final class BundleListCommand implements Runnable {
    private final Session session;
    @Mixin
    private BundleSelection selection;

    BundleListCommand(Session session) {
        this.session = session;
    }

    /** One row of the answer. */
    record Row(KubernetesVersion kubernetes, PartState part) {
    }

    @Override
    public void run() {
        Bundles bundles = BundleSelection.bundles(session);
        List<Row> rows = new ArrayList<>();
        for (Release release : bundles.releases()) {
            bundles.state(release.kubernetes(), selection.group(), selection.arch())
                    .forEach(part -> rows.add(new Row(release.kubernetes(), part)));
        }
        if (session.options().json()) {
            new JsonOutput(session.out()).print(rows);
            return;
        }
        session.out().printf("%-11s %-15s %-9s %-12s %7s  %s%n", "KUBERNETES", "COMPONENT", "VERSION", "PLATFORM",
                "SIZE", "HERE FROM");
        rows.forEach(row -> session.out().printf("%-11s %-15s %-9s %-12s %4d MB  %s%n", row.kubernetes(),
                row.part().component(), row.part().version(), row.part().platform(), row.part().megabytes(),
                row.part().source().orElse("-")));
        session.out().flush();
    }
}
