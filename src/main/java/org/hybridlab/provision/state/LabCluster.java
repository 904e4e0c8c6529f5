package org.hybridlab.provision.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.cluster.api.Kubectl;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Fingerprint;

/**
 * The cluster that a workspace knows: administrator's kubeconfig (0600) and the authority's certificate. Needs no lab
 * file. The constructor has no side effects.
 */
public final class LabCluster {
    private static final String AUTHORITY = "kubernetes/ca.crt";

    private final Workspace workspace;
    private final Function<KubeConfig, Cluster> clusters;
    private Cluster cluster;
    private ClusterFacts facts;

    public LabCluster(Workspace workspace) {
        this(workspace, Cluster::of);
    }

    /** @param clusters the one that a kubeconfig points to */
    public LabCluster(Workspace workspace, Function<KubeConfig, Cluster> clusters) {
        this.workspace = workspace;
        this.clusters = clusters;
    }

    /** False if the kubeconfig leads to another cluster. The cluster need not answer. */
    public boolean isKnown() {
        return Files.isRegularFile(workspace.kubeconfig()) && wasKnown() && !isAnother();
    }

    /** True if the workspace's kubeconfig leads to another cluster: kind and others write where KUBECONFIG says. */
    public boolean isAnother() {
        try {
            return isAnother(KubeConfig.read(workspace.kubeconfig()));
        } catch (LabException e) {
            // Unreadable: it leads nowhere.
            return false;
        }
    }

    private boolean isAnother(KubeConfig kubeconfig) {
        return wasKnown() && !kubeconfig.authority().strip().equals(authority().strip());
    }

    /** @throws LabException {@code kubeconfig-unreadable} if it cannot be read, or leads to another cluster */
    public KubeConfig kubeconfig() {
        KubeConfig kubeconfig = KubeConfig.read(workspace.kubeconfig());
        if (isAnother(kubeconfig)) {
            throw LabException.labFailed("kubeconfig-unreadable", "%s leads to another cluster than the lab's."
                    .formatted(workspace.kubeconfig()), "Run `hybridlab up LAB` again: it fetches the kubeconfig from "
                    + "the control plane, and what others wrote into the file is lost. To keep that, copy the file "
                    + "first.").because("Its current context leads to %s. Another program wrote into the file."
                    .formatted(kubeconfig.server()));
        }
        return kubeconfig;
    }

    /** True also if its kubeconfig was lost since. */
    public boolean wasKnown() {
        return wasKnown(workspace.folder());
    }

    /** @param folder of a workspace, or a saved copy */
    public static boolean wasKnown(Path folder) {
        return Files.isRegularFile(folder.resolve(AUTHORITY));
    }

    public synchronized Cluster cluster() {
        if (cluster == null) {
            cluster = clusters.apply(kubeconfig());
        }
        return cluster;
    }

    /** For removals: empty if no cluster answers, or no kubeconfig leads to it. @param lines gets the reason */
    public Optional<Cluster> answering(Consumer<String> lines) {
        try {
            Optional<Cluster> answering = Optional.of(cluster()).filter(Cluster::answers);
            if (answering.isEmpty()) {
                lines.accept("The cluster does not answer.");
            }
            return answering;
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            lines.accept("The cluster cannot be asked: " + e.what());
            return Optional.empty();
        }
    }

    /** By name; empty if there is no cluster, or it does not answer. */
    public Map<String, Node> nodes() {
        if (!isKnown() || !cluster().api().servesAgain()) {
            return Map.of();
        }
        return byName(cluster().nodes());
    }

    /** The workspace's, or else the host's. */
    public Kubectl kubectl(Processes processes) {
        kubeconfig();
        return new Kubectl(processes, Files.exists(workspace.kubectl()) ? workspace.kubectl() : Path.of("kubectl"),
                workspace.kubeconfig());
    }

    public Optional<Node> node(Machine machine) {
        return cluster().nodes().stream().filter(node -> node.name().equals(machine.name())).findFirst();
    }

    public synchronized void keep(KubeConfig kubeconfig) {
        workspace.write(AUTHORITY, kubeconfig.authority(), Workspace.Kind.LASTING);
        workspace.write(workspace.kubeconfig().getFileName().toString(), kubeconfig.text(), Workspace.Kind.SECRET);
        cluster = null;
        facts = null;
    }

    public synchronized void forget() {
        workspace.remove(workspace.kubeconfig().getFileName().toString());
        workspace.remove(AUTHORITY);
        cluster = null;
        facts = null;
    }

    /** Asks each cluster once. */
    public synchronized ClusterFacts facts(PodNetworkPlugin plugin) {
        if (facts == null) {
            facts = ClusterFacts.of(cluster().api(), kubeconfig().server().toString(), source(plugin));
        }
        return facts;
    }

    public static ClusterFacts.PodNetworkSource source(PodNetworkPlugin plugin) {
        return new ClusterFacts.PodNetworkSource(plugin.title(), plugin.objects().namespace(),
                plugin.objects().configMap(), plugin.objects().configKey());
    }

    /** Distinguishes clusters that were created at the same address. */
    public String authorityFingerprint() {
        return Fingerprint.of(authority());
    }

    public String encodedAuthority() {
        return Base64.getEncoder().encodeToString(authority().getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Node> byName(List<Node> nodes) {
        return nodes.stream().collect(Collectors.toMap(Node::name, node -> node));
    }

    /** Its certificate, PEM. */
    public String authority() {
        try {
            return Files.readString(authorityFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path authorityFile() {
        return workspace.folder().resolve(AUTHORITY);
    }
}
