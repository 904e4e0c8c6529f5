package org.hybridlab.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.cluster.kubeconfig.SharedKubeconfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.ShellQuoting;
import org.hybridlab.common.workspace.RealPath;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.LabKubeconfig;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "kubeconfig", footer = {
        "  hybridlab kubeconfig first-cluster --merge", "  kubectl --context hybridlab-first-cluster get nodes",
        "  export KUBECONFIG=$(hybridlab kubeconfig first-cluster --path)"})
public final class KubeconfigCommand extends LabCommand {
    private static final DocumentKind<KubeconfigResult> KUBECONFIG =
            new DocumentKind<>("kubeconfig", KubeconfigResult.class);

    @ArgGroup
    private Where where = new Where();

    /** Without any of these: standard output. */
    static final class Where {
        @Option(names = "--path", description = "Print where it lies instead of what is in it.")
        private boolean path;
        @Option(names = "--export", paramLabel = "FILE", description = "Write it to this file, for its owner only.")
        private Path file;
        @Option(names = "--merge",
                description = "Add it to ~/.kube/config as the context hybridlab-<folder of the lab>.")
        private boolean merge;
        @Option(names = "--unmerge", description = "Take it out of ~/.kube/config again, as `destroy` does.")
        private boolean unmerge;
    }

    @Override
    public CommandResult call() {
        LabAccess access = access();
        String context = LabKubeconfig.context(access.location());
        if (where.merge || where.unmerge) {
            mustBeOurs(context, access.workspace().folder());
        }
        if (where.unmerge) {
            LabKubeconfig.shared(context()).remove(context);
            return result(Optional.empty(), Optional.of(context), Optional.empty());
        }
        Path kubeconfig = access.kubeconfig();
        if (where.path) {
            return result(Optional.of(kubeconfig), Optional.empty(), Optional.empty(), kubeconfig.toString());
        }
        if (where.merge) {
            SharedKubeconfig shared = LabKubeconfig.shared(context());
            LabKubeconfig.mustBeUsers(shared, access, context());
            shared.put(context, kubeconfig);
            say("Added the context %s to %s.".formatted(context, shared));
            return result(Optional.of(kubeconfig), Optional.of(context), Optional.empty(),
                    "kubectl --context " + ShellQuoting.quote(context) + " get nodes");
        }
        if (where.file != null) {
            Path written = session.directory().resolve(where.file);
            SharedKubeconfig copy = SharedKubeconfig.at(written);
            LabKubeconfig.mustBeUsers(copy, access, context());
            copy.replaceBy(kubeconfig, session.options().yes());
            say("Written: " + written);
            return result(Optional.of(written), Optional.empty(), Optional.empty());
        }
        String text = KubeConfig.read(kubeconfig).text();
        return result(Optional.of(kubeconfig), Optional.empty(), Optional.of(text), text.stripTrailing());
    }

    /** Labs in folders of the same name have the same context. */
    private void mustBeOurs(String context, Path own) {
        SharedKubeconfig shared = LabKubeconfig.shared(context());
        new KnownLabs(session.folders()).all().stream()
                .filter(other -> context.equals(LabKubeconfig.context(new LabLocation(other.labFile(),
                        other.origin().instance()))))
                .filter(other -> !RealPath.of(Path.of(other.workspace())).equals(RealPath.of(own)))
                .filter(other -> {
                    Path kubeconfig = Workspace.in(Path.of(other.workspace())).kubeconfig();
                    return Files.isRegularFile(kubeconfig) && shared.has(context, kubeconfig);
                }).findFirst().ifPresent(other -> {
                    throw LabException.invalid("context-of-another-lab", "The context %s in %s is of the lab in %s."
                            .formatted(context, shared, other.labFile()), "Take it out first: hybridlab "
                            + "kubeconfig %s%s --unmerge. Or write this one to a file with --export.".formatted(
                            ShellQuoting.quote(other.labFile().toString()),
                            other.origin().instance().map(" --name "::concat).orElse("")));
                });
    }

    private static CommandResult result(Optional<Path> file, Optional<String> context, Optional<String> content,
                                        String... lines) {
        return CommandResult.of(KUBECONFIG, new KubeconfigResult(file, context, content), List.of(lines));
    }

    /**
     * @param file its place
     * @param context added to the user's kubeconfig, or removed from it
     * @param content empty unless asked for; anyone who reads it can administer the cluster
     */
    public record KubeconfigResult(Optional<Path> file, Optional<String> context, Optional<String> content) {
    }
}
