package org.hybridlab.provision.addon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.provision.render.KubeadmInit;

/** The manifests of kube-proxy and CoreDNS that kubeadm prints for the lab's settings, kept in the workspace. */
final class AddonManifests {
    /** {@code all} has no such flag; nothing but the manifests goes to standard output. */
    static final String PRINT = """
            set -e
            for addon in kube-proxy coredns; do
                kubeadm init phase addon $addon --print-manifest --config %s
                echo ---
            done""".formatted(KubeadmInit.CONFIG);

    private static final List<String> WORKLOADS = List.of("daemonset/kube-proxy", "deployment/coredns");
    private static final String FILE = "kubernetes/addons.yaml";
    private static final String MADE_FROM = "# What kubeadm makes of kubeadm-init.yaml, ";

    private final Workspace workspace;
    private final String header;
    private final long look;
    private final Optional<String> apiServer;

    /**
     * @param look period of CoreDNS's readiness probe; at least a second
     * @param apiServer address for CoreDNS without kube-proxy; empty: the service's address
     */
    AddonManifests(Workspace workspace, String settings, Duration look, Optional<String> apiServer) {
        this.workspace = workspace;
        this.look = Math.max(1, look.toSeconds());
        this.apiServer = apiServer;
        this.header = MADE_FROM + Fingerprint.of(settings, this.look, apiServer.orElse("")) + "\n";
    }

    /** Empty if kubeadm has not printed those of these settings, or the file is damaged. */
    Optional<List<Manifest>> known() {
        try {
            Path file = workspace.folder().resolve(FILE);
            String text = Files.isRegularFile(file) ? Files.readString(file) : "";
            return text.startsWith(header) ? whole(text) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty if an addon's workload is missing. */
    private static Optional<List<Manifest>> whole(String text) {
        try {
            List<Manifest> objects = Manifest.parse(text);
            return objects.stream().map(Manifest::reference).toList().containsAll(WORKLOADS) ? Optional.of(objects)
                    : Optional.empty();
        } catch (LabException e) {
            return Optional.empty();
        }
    }

    /** Throws {@code kubeadm-addons-failed} if the output of {@link #PRINT} is incomplete. */
    List<Manifest> keep(String printed) {
        // With patches, kubeadm prints messages too, and appends a patched object right to its "---".
        String documents = printed.replaceAll("(?m)^\\[[a-z-]+] .*\\R", "").replaceAll("(?m)^---(?=[^\\s-])", "---\n");
        // kubeadm sets it to refuse plain updates. An apply would be refused by it.
        String appliable = documents.replaceAll("(?m)^  resourceVersion: .*\\R", "");
        // At kubeadm's 10 s, a CoreDNS that just misses the first probe makes `up` wait 7 s for nothing.
        String quick = appliable.replaceAll("(?m)^( +)readinessProbe:$", environment() + "$1readinessProbe:\n"
                + "$1  periodSeconds: " + look);
        List<Manifest> objects = new ArrayList<>(whole(quick).orElseThrow(() -> LabException.labFailed(
                "kubeadm-addons-failed", "kubeadm did not print all of kube-proxy and CoreDNS.",
                "Run the same command again.").because(printed.strip())));
        // Pods come last: one without its account or configuration is retried seconds later.
        objects.sort(Comparator.comparing(AddonManifests::runsPods));
        workspace.write(FILE, header + String.join("---\n", objects.stream().map(Manifest::yaml).toList()));
        return objects;
    }

    /** After a boot it would ask before kube-proxy has its rules, and back off. */
    private String environment() {
        return apiServer.map(address -> "$1env:\n"
                + "$1- {name: KUBERNETES_SERVICE_HOST, value: \"%s\"}\n".formatted(address)
                + "$1- {name: KUBERNETES_SERVICE_PORT, value: \"6443\"}\n").orElse("");
    }

    private static boolean runsPods(Manifest object) {
        return object.kind().equals("Deployment") || object.kind().equals("DaemonSet");
    }
}
