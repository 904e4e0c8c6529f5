package org.hybridlab.service.lab;

import java.nio.file.Path;
import java.util.stream.Stream;

import org.hybridlab.cluster.kubeconfig.SharedKubeconfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.service.context.ServiceContext;

public final class LabKubeconfig {
    static final String PREFIX = "hybridlab-";

    private LabKubeconfig() {
    }

    public static SharedKubeconfig shared(ServiceContext context) {
        return SharedKubeconfig.ofUser(context.environment(), context.userHome());
    }

    /** Throws {@code kubeconfig-of-lab} (exit 2) for a workspace's own file, which holds only its lab's cluster. */
    public static void mustBeUsers(SharedKubeconfig shared, LabAccess lab, ServiceContext context) {
        Stream.concat(Stream.of(lab.workspace()), new KnownLabs(context.folders()).all().stream()
                .map(known -> Workspace.in(Path.of(known.workspace())))).map(Workspace::kubeconfig)
                .filter(shared::isAt).findFirst().ifPresent(file -> {
                    throw LabException.invalid("kubeconfig-of-lab", "%s is a lab's own kubeconfig.".formatted(file),
                            "Name another file: with --export, or with --merge in KUBECONFIG, or unset that.");
                });
    }

    public static String context(LabLocation lab) {
        return PREFIX + lab.folder().getFileName() + lab.instance().map("-"::concat).orElse("");
    }
}
