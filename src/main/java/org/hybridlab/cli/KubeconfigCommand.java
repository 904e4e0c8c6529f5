package org.hybridlab.cli;

import java.nio.file.Path;

import org.hybridlab.kubernetes.KubeConfig;
import org.hybridlab.kubernetes.SharedKubeconfig;
import org.hybridlab.labfile.LabLocation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The kubeconfig of a lab: on standard output, in a file, or among the user's other clusters. */
@Command(name = "kubeconfig", footerHeading = "%nExample:%n", footer = {
        "  hybridlab kubeconfig first-cluster --merge", "  kubectl --context hybridlab-first-cluster get nodes",
        "  export KUBECONFIG=$(hybridlab kubeconfig first-cluster --path)"})
final class KubeconfigCommand implements Runnable {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @ArgGroup
    private Where where = new Where();

    /** Where it goes; without any of these to standard output. */
    static final class Where {
        @Option(names = "--path", description = "Print where it lies instead of what is in it.")
        private boolean path;
        @Option(names = "--export", paramLabel = "FILE", description = "Write it to this file, for its owner only.")
        private Path file;
        @Option(names = "--merge", description = "Add it to ~/.kube/config as the context hybridlab-<lab>.")
        private boolean merge;
        @Option(names = "--unmerge", description = "Take it out of ~/.kube/config again, as `destroy` does.")
        private boolean unmerge;
    }

    KubeconfigCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        LabInUse inUse = LabInUse.of(lab, session);
        if (where.unmerge) {
            shared(session).remove(context(inUse.location()));
            return;
        }
        Path kubeconfig = inUse.kubeconfig();
        if (where.path) {
            session.out().println(kubeconfig);
        } else if (where.merge) {
            shared(session).put(context(inUse.location()), kubeconfig);
            session.out().println("kubectl --context " + context(inUse.location()) + " get nodes");
        } else if (where.file != null) {
            SharedKubeconfig.at(session.directory().resolve(where.file)).replaceBy(kubeconfig);
        } else {
            session.out().print(KubeConfig.read(kubeconfig).text());
            session.out().flush();
        }
    }

    static SharedKubeconfig shared(Session session) {
        return SharedKubeconfig.ofUser(session.environment(), session.userHome());
    }

    static String context(LabLocation lab) {
        return "hybridlab-" + lab.folder().getFileName() + lab.instance().map("-"::concat).orElse("");
    }
}
