package org.hybridlab.service.lab;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import org.hybridlab.cluster.kubeconfig.SharedKubeconfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.host.KnownLab;
import org.hybridlab.service.context.ServiceContext;

/**
 * What {@code kubeconfig --merge} put into the user's kubeconfig, of a lab that goes: it would lead to where nothing
 * answers, and has the keys of an administrator.
 */
public final class MergedContext {
    private final ServiceContext context;
    private final SharedKubeconfig shared;
    private final String name;
    private final BooleanSupplier isThere;

    private MergedContext(ServiceContext context, SharedKubeconfig shared, String name, BooleanSupplier isThere) {
        this.context = context;
        this.shared = shared;
        this.name = name;
        this.isThere = isThere;
    }

    /** The workspace may be gone, with its kubeconfig: the network is the lab's alone as long as it is recorded. */
    public static MergedContext of(KnownLab known, ServiceContext context) {
        SharedKubeconfig shared = LabKubeconfig.shared(context);
        Path labs = Workspace.in(Path.of(known.workspace())).kubeconfig();
        String name = LabKubeconfig.context(new LabLocation(known.labFile(), known.origin().instance()));
        return new MergedContext(context, shared, name, () -> Files.isRegularFile(labs) ? shared.has(name, labs)
                : isIn(known, shared.server(name)));
    }

    /** Of a lab that no record knows: where its cluster was, the workspace alone tells. */
    public static MergedContext of(Workspace workspace, ServiceContext context) {
        SharedKubeconfig shared = LabKubeconfig.shared(context);
        Path labs = workspace.kubeconfig();
        String name = LabKubeconfig.context(new LabLocation(workspace.folder().resolveSibling(LabLocation.FILE_NAME),
                workspace.instance()));
        return new MergedContext(context, shared, name, () -> Files.isRegularFile(labs) && shared.has(name, labs));
    }

    /** That it would go, a sentence; empty if it is not there, or that is not known. */
    public Optional<String> warning() {
        try {
            return isThere.getAsBoolean() ? Optional.of("With it goes the context %s of %s.".formatted(name, shared))
                    : Optional.empty();
        } catch (LabException e) {
            return Optional.empty();
        }
    }

    /** Tells that, or why it is not known whether it was there. */
    public void takeOut() {
        try {
            if (isThere.getAsBoolean()) {
                shared.remove(name);
                context.listener().message("Took the context %s out of %s.".formatted(name, shared));
            }
        } catch (LabException e) {
            context.listener().message("%s Whether the context %s is in it is not known.".formatted(e.what(), name));
        }
    }

    private static boolean isIn(KnownLab known, Optional<String> server) {
        try {
            return server.map(URI::create).map(URI::getHost).map(Ipv4::parse)
                    .filter(Cidr.parse(known.network())::contains).isPresent();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
