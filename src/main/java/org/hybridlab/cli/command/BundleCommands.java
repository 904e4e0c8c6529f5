package org.hybridlab.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.BundleArchive;
import org.hybridlab.artifact.bundle.BundleUpdate;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.DamagedFile;
import org.hybridlab.artifact.bundle.DownloadEstimate;
import org.hybridlab.artifact.bundle.PartState;
import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.artifact.bundle.SourceOptions;
import org.hybridlab.cli.command.BundleCommands.BundleListCommand.Row;
import org.hybridlab.cli.support.BundleSelection;
import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.Table;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.service.context.TaskListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands of {@code hybridlab bundle}. */
public final class BundleCommands {
    private BundleCommands() {
    }

    public static CommandGroup group() {
        return new CommandGroup("hybridlab bundle get --kubernetes 1.36.3", new BundleListCommand(),
                new BundleGetCommand(), new BundleVerifyCommand(), new BundleExportCommand(),
                new BundleImportCommand(), new BundleUpdateCommand());
    }

    @Command(name = "list",
            description = "Show what each Kubernetes release comes with, and what of it is on this host.",
            footer = "  hybridlab bundle list --output json")
    public static final class BundleListCommand extends SessionCommand {
        private static final DocumentKind<Parts> BUNDLE_LIST = new DocumentKind<>("bundle-list", Parts.class);

        @Mixin
        private BundleSelection selection;

        public record Parts(List<Row> parts) {
        }

        record Row(KubernetesVersion kubernetes, String component, String version, String platform,
                   Optional<String> source, List<String> files, int megabytes, int seconds) {
            static Row of(KubernetesVersion kubernetes, PartState part) {
                return new Row(kubernetes, part.component(), part.version(), part.platform(), part.source(),
                        part.files(),
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
            return CommandResult.of(BUNDLE_LIST, new Parts(rows), table.lines());
        }
    }

    @Command(name = "get", description = "Get the files of a bundle that are not here yet, and verify them.",
            footer = "  hybridlab bundle get --kubernetes 1.36.3 --source modules")
    static final class BundleGetCommand extends SessionCommand {
        private static final DocumentKind<Bundle> BUNDLE = new DocumentKind<>("bundle", Bundle.class);

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
                session.err().printf("Getting %d MB: %s.%n", estimate.megabytes(),
                        String.join(", ", estimate.missing()));
                session.err().printf("From Go modules this takes about %d min on two cores the first time.%n",
                        estimate.building().toMinutes() + 1);
            }
            Bundle bundle = get(bundles, kubernetes);
            return CommandResult.of(BUNDLE, bundle, "The bundle of Kubernetes %s for %s is here: %d files."
                    .formatted(bundle.kubernetes(), bundle.os().id(), bundle.files().size()));
        }

        private Bundle get(Bundles bundles, KubernetesVersion kubernetes) {
            try (TaskListener task = context().listener().task()) {
                return bundles.get(kubernetes, selection.group(), selection.arch(),
                        context().fetching(task));
            }
        }
    }

    @Command(name = "verify", description = "Check every file of a bundle against the sum that it was fetched with.",
            footer = "  hybridlab bundle verify --kubernetes 1.36.3")
    public static final class BundleVerifyCommand extends SessionCommand {
        private static final DocumentKind<Answer> BUNDLE_VERIFICATION =
                new DocumentKind<>("bundle-verification", Answer.class);

        @Mixin
        private BundleSelection selection;

        public record Answer(KubernetesVersion kubernetes, List<Row> parts, List<String> damaged,
                List<String> missing) {
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
                return failing(CommandResult.of(BUNDLE_VERIFICATION, answer, List.of()), e);
            }
            return CommandResult.of(BUNDLE_VERIFICATION, answer,
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

    @Command(name = "export", description = "Write a bundle as one file, for hosts that reach nothing.",
            footer = "  hybridlab bundle export kubernetes-1.36.3.tar")
    public static final class BundleExportCommand extends SessionCommand {
        private static final DocumentKind<Exported> BUNDLE_EXPORT = new DocumentKind<>("bundle-export", Exported.class);

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
            return CommandResult.of(BUNDLE_EXPORT, new Exported(kubernetes, target, sum), List.of(
                    "%s holds the bundle of Kubernetes %s.".formatted(target, kubernetes), "sha256 " + sum));
        }

        public record Exported(KubernetesVersion kubernetes, Path file, String sha256) {
        }
    }

    @Command(name = "import", description = "Take what `bundle export` wrote on another host, and verify it.",
            footer = "  hybridlab bundle import kubernetes-1.36.3.tar")
    public static final class BundleImportCommand extends SessionCommand {
        private static final DocumentKind<Imported> BUNDLE_IMPORT = new DocumentKind<>("bundle-import", Imported.class);

        @Parameters(paramLabel = "FILE", description = "A file that `hybridlab bundle export` wrote.")
        private Path file;
        @Option(names = "--sha256", paramLabel = "SUM",
                description = "The sum that `bundle export` printed: "
                        + "take also what hybridlab has no sum of its own for.")
        private String sha256;

        @Override
        public CommandResult call() {
            List<String> taken = context().bundles().archive().read(session.directory().resolve(file),
                    Optional.ofNullable(sha256));
            return CommandResult.of(BUNDLE_IMPORT, new Imported(taken),
                    taken.stream().map("taken: "::concat).toList());
        }

        public record Imported(List<String> parts) {
        }
    }

    @Command(name = "update", description = {"For maintainers, in a clone: pin newer modules of a Kubernetes release.",
        "Asks the host's Go proxy, writes modules, manifest and sums, and builds what has no sum."},
            footer = "  hybridlab bundle update 1.37.2")
    public static final class BundleUpdateCommand extends SessionCommand {
        private static final DocumentKind<Updated> BUNDLE_UPDATE = new DocumentKind<>("bundle-update", Updated.class);

        @Parameters(paramLabel = "VERSION", arity = "0..1",
                description = "The Kubernetes release. Without it: the newest that `hybridlab bundle list` shows.")
        private String version;
        @Option(names = "--no-build", description = "Pin the modules, and build no file for its sum.")
        private boolean noBuild;

        @Override
        public CommandResult call() {
            KubernetesVersion kubernetes = BundleSelection.kubernetes(version, context().bundles());
            List<String> lines = new ArrayList<>();
            try (TaskListener task = context().listener().task()) {
                BundleUpdate update = new BundleUpdate(context().home(), context().processes(),
                        context().fetching(task));
                lines.addAll(update.pin(kubernetes));
                if (!noBuild) {
                    lines.addAll(update.sum(context().bundles().from(SourceOptions.MODULES), kubernetes));
                }
            }
            lines.add("Test it as docs/contributing/development.md says below \"Add a Kubernetes version\".");
            return CommandResult.of(BUNDLE_UPDATE, new Updated(kubernetes, lines), lines);
        }

        public record Updated(KubernetesVersion kubernetes, List<String> lines) {
        }
    }
}
