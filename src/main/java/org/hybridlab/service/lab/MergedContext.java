package org.hybridlab.service.lab;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.kubeconfig.SharedKubeconfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.provision.state.JoinedCluster;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.service.context.ServiceContext;

/**
 * What {@code kubeconfig --merge} wrote to the user's kubeconfig. Removed with the lab: it holds an administrator's
 * keys, and leads nowhere then.
 */
public final class MergedContext {
    private final ServiceContext context;
    private final SharedKubeconfig shared;
    private final String title;
    private final Supplier<List<String>> names;

    /** @param names of those that exist */
    private MergedContext(ServiceContext context, String title, Supplier<List<String>> names) {
        this.context = context;
        this.shared = LabKubeconfig.shared(context);
        this.title = title;
        this.names = names;
    }

    /** The workspace may be gone, so the recorded network identifies the lab. */
    public static MergedContext of(KnownLab known, ServiceContext context) {
        SharedKubeconfig shared = LabKubeconfig.shared(context);
        Workspace workspace = Workspace.in(Path.of(known.workspace()));
        Path labs = workspace.kubeconfig();
        String name = name(known);
        return new MergedContext(context, "the context " + name, () -> (Files.isRegularFile(labs)
                && !new LabCluster(workspace).isAnother() ? shared.has(name, labs)
                : isIn(known, shared.server(name))) ? List.of(name) : List.of());
    }

    /** For a lab without a record: only the workspace knows the cluster. A joined cluster may be another lab's. */
    public static MergedContext of(Workspace workspace, Optional<LabLocation> location, ServiceContext context) {
        SharedKubeconfig shared = LabKubeconfig.shared(context);
        Path labs = workspace.kubeconfig();
        return new MergedContext(context, "a context of the lab of " + workspace.folder(),
                () -> !Files.isRegularFile(labs) ? List.of() : names(workspace, location, shared, context));
    }

    private static List<String> names(Workspace workspace, Optional<LabLocation> location, SharedKubeconfig shared,
                                      ServiceContext context) {
        new LabCluster(workspace).kubeconfig();
        return Stream.concat(location.map(LabKubeconfig::context)
                .filter(name -> shared.has(name, workspace.kubeconfig())).stream(),
                ofItsCluster(workspace, shared, context)).distinct().toList();
    }

    private static Stream<String> ofItsCluster(Workspace workspace, SharedKubeconfig shared, ServiceContext context) {
        if (new JoinedCluster(workspace).isJoined()) {
            return Stream.empty();
        }
        Set<String> recorded = new KnownLabs(context.folders()).everywhere().stream().map(MergedContext::name)
                .collect(Collectors.toSet());
        return shared.names(LabKubeconfig.PREFIX, workspace.kubeconfig()).stream()
                .filter(name -> !recorded.contains(name));
    }

    private static String name(KnownLab lab) {
        return LabKubeconfig.context(new LabLocation(lab.labFile(), lab.origin().instance()));
    }

    /** Sentences; empty if nothing would go, or it is unknown. */
    public Optional<String> warning() {
        try {
            return Optional.of(names.get().stream().map(name -> "With it goes the context %s of %s.".formatted(name,
                    shared)).collect(Collectors.joining(" "))).filter(words -> !words.isEmpty());
        } catch (LabException e) {
            return Optional.empty();
        }
    }

    /** Reports what it removed, or why that is unknown. */
    public void takeOut() {
        try {
            names.get().forEach(name -> {
                shared.remove(name);
                context.listener().message("Took the context %s out of %s.".formatted(name, shared));
            });
        } catch (LabException e) {
            context.listener().message("%s Whether %s is in it is not known.".formatted(e.what(), title));
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
