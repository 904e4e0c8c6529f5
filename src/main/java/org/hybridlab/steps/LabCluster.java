package org.hybridlab.steps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.kubernetes.Cluster;
import org.hybridlab.kubernetes.ClusterFacts;
import org.hybridlab.kubernetes.KubeConfig;
import org.hybridlab.kubernetes.Kubectl;
import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Machine;
import org.hybridlab.process.Cancellation;
import org.hybridlab.process.Processes;
import org.hybridlab.render.Workspace;

/**
 * The cluster that a workspace knows: administrator's kubeconfig (0600) and the authority's certificate. Needs no lab
 * file; making one touches nothing.
 */
public final class LabCluster {
    private static final String AUTHORITY = "kubernetes/ca.crt";

    private final Workspace workspace;
    private final Function<Path, Cluster> clusters;
    private Cluster cluster;
    private ClusterFacts facts;

    public LabCluster(Workspace workspace) {
        this(workspace, Cluster::at);
    }

    /** @param clusters the one that a kubeconfig points to */
    LabCluster(Workspace workspace, Function<Path, Cluster> clusters) {
        this.workspace = workspace;
        this.clusters = clusters;
    }

    /** Whether there is one; it need not answer. */
    boolean isKnown() {
        return Files.isRegularFile(workspace.kubeconfig()) && Files.isRegularFile(authorityFile());
    }

    synchronized Cluster cluster() {
        if (cluster == null) {
            cluster = clusters.apply(workspace.kubeconfig());
        }
        return cluster;
    }

    /** The nodes by name; none where there is no cluster, or it does not answer. */
    public Map<String, Node> nodes() {
        if (!isKnown() || !cluster().api().isReady()) {
            return Map.of();
        }
        return byName(cluster().nodes());
    }

    /**
     * The same for a command that ends right after: where the workspace has a kubectl, that child costs a sixth of what
     * a JVM that has just started needs to speak TLS (bench/status).
     */
    public Map<String, Node> nodesAtOnce(Processes processes, Cancellation cancellation) {
        if (!isKnown() || !Files.isExecutable(workspace.kubectl())) {
            return nodes();
        }
        return byName(kubectl(processes).nodes(cancellation));
    }

    /** The workspace's, or the host's where it has none. */
    Kubectl kubectl(Processes processes) {
        return new Kubectl(processes, Files.exists(workspace.kubectl()) ? workspace.kubectl() : Path.of("kubectl"),
                workspace.kubeconfig());
    }

    Optional<Node> node(Machine machine) {
        return cluster().nodes().stream().filter(node -> node.name().equals(machine.name())).findFirst();
    }

    synchronized void keep(KubeConfig kubeconfig) {
        workspace.write(AUTHORITY, kubeconfig.authority());
        workspace.write(workspace.kubeconfig().getFileName().toString(), kubeconfig.text(), Workspace.Kind.SECRET);
        cluster = null;
        facts = null;
    }

    /** Asked once of each cluster. */
    synchronized ClusterFacts facts() {
        if (facts == null) {
            facts = ClusterFacts.of(cluster().api(), KubeConfig.read(workspace.kubeconfig()).server().toString());
        }
        return facts;
    }

    /** Tells one cluster from another that was made at the same address later. */
    String authorityFingerprint() {
        return Fingerprint.of(authority());
    }

    String encodedAuthority() {
        return Base64.getEncoder().encodeToString(authority().getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Node> byName(List<Node> nodes) {
        return nodes.stream().collect(Collectors.toMap(Node::name, node -> node));
    }

    /** Its certificate, PEM. */
    String authority() {
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
