package org.hybridlab.service.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.host.HostFiles;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.CancellableScope;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.TaskListener;

/**
 * The kubectl of a lab's Kubernetes version. {@code up} links it into the workspace from the bundle cache. The cache
 * may have lacked it if the box existed, and `cache clean` may have removed it.
 */
public record LabKubectl(ServiceContext context) {
    private static final String KUBECTL = "kubectl";

    /** For the user, who first hears what {@code up} has to finish. @throws LabException as {@link Bundles#get} */
    public String program(LabAccess lab) {
        new WorkspaceState(lab.workspace()).unfinished(lab.word()).forEach(context.listener()::message);
        return program(lab.workspace());
    }

    /**
     * The program's path, or its name on the PATH. Downloads it only if neither exists.
     *
     * @throws LabException as {@link Bundles#get}
     */
    public String program(Workspace workspace) {
        Optional<KubernetesVersion> kubernetes = kubernetes(workspace);
        if (!Files.exists(workspace.kubectl()) && kubernetes.isPresent()) {
            cached(kubernetes.get()).or(() -> fetched(kubernetes.get())).ifPresent(workspace::linkKubectl);
        }
        return Files.exists(workspace.kubectl()) ? workspace.kubectl().toString() : KUBECTL;
    }

    private Optional<Path> cached(KubernetesVersion kubernetes) {
        return context.bundles().program(KUBECTL, kubernetes, Arch.ofThisHost());
    }

    private Optional<Path> fetched(KubernetesVersion kubernetes) {
        if (HostFiles.ofThisHost(context.environment()).program(KUBECTL).isPresent()) {
            return Optional.empty();
        }
        context.listener().message("kubectl is not on this host: getting that of Kubernetes %s.".formatted(kubernetes));
        try (CancellableScope ignored = context.listener().cancellable();
                TaskListener task = context.listener().task()) {
            return Optional.of(context.bundles().program(KUBECTL, kubernetes, Arch.ofThisHost(),
                    context.fetching(task)));
        }
    }

    /** Empty if this hybridlab has no kubectl of that version for this host. */
    private Optional<KubernetesVersion> kubernetes(Workspace workspace) {
        return new WorkspaceState(workspace).lab().map(AppliedLab::kubernetes)
                .filter(version -> System.getProperty("os.name").equals("Linux"))
                .flatMap(version -> context.bundles().releases().stream()
                        .map(release -> release.kubernetes()).filter(one -> one.toString().equals(version))
                        .findFirst());
    }
}
