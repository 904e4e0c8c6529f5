package org.hybridlab.provision.context;

import java.util.Map;

import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.render.TemplateFacts;
import org.hybridlab.provision.render.WindowsFiles;
import org.hybridlab.provision.render.WindowsMachine;
import org.hybridlab.provision.render.WindowsRendering;
import org.hybridlab.provision.state.LabCluster;

/** Files that depend on the cluster's own answers. */
public final class PostInitFiles {
    private final Lab lab;
    private final LabId id;
    private final TemplateFacts facts;
    private final Templates templates;
    private final Workspace workspace;
    private final Map<String, WindowsMachine> windows;
    private final LabCluster cluster;

    /** @param windows by the machine's name */
    PostInitFiles(Lab lab, LabId id, TemplateFacts facts, Templates templates, Workspace workspace,
                  Map<String, WindowsMachine> windows, LabCluster cluster) {
        this.lab = lab;
        this.id = id;
        this.facts = facts;
        this.templates = templates;
        this.workspace = workspace;
        this.windows = windows;
        this.cluster = cluster;
    }

    /** What a joining machine reads to find and trust the control plane. */
    public String discovery() {
        return templates.render("kubernetes/discovery.yaml.ftl", Map.of("lab", lab,
                "server", lab.joinsExisting() ? ofCluster().server() : "https://" + lab.apiAddress() + ":6443",
                "authority", cluster.encodedAuthority()));
    }

    /** For kubeadm's patches: where a Linux kubelet differs from the joined cluster's settings. */
    public String kubeletPatch() {
        return templates.render("kubernetes/kubelet-patch.json.ftl", facts.with(Map.of("lab", lab)));
    }

    /** Holds a token: for the guest only. */
    public String kubeadmJoin(Machine machine, String discoveryFile, String token) {
        return templates.render("kubernetes/kubeadm-join.yaml.ftl", facts.with(Map.of(
                "lab", lab, "labId", id.lab(), "machine", machine, "discoveryFile", discoveryFile, "token", token)));
    }

    /** Holds a token: for the guest only. */
    public String accountKubeconfig(Machine machine, String user, String token) {
        return templates.render("kubernetes/kubeconfig.yaml.ftl", Map.of("lab", lab, "facts", ofCluster(),
                "user", user, "node", machine.name(), "token", token, "authority", cluster.encodedAuthority()));
    }

    /** Also writes them to the workspace. */
    public WindowsFiles windowsFiles(Machine machine) {
        WindowsFiles gathered = WindowsFiles.render(templates, windows.get(machine.name()), ofCluster(),
                cluster.node(machine).flatMap(Node::podCidr).map(Cidr::parse));
        gathered.writeTo(workspace);
        return gathered;
    }

    private ClusterFacts ofCluster() {
        return cluster.facts(lab.network().plugin());
    }

    /** The DaemonSets of the pod network and kube-proxy for Windows machines. */
    public String windowsOverlay() {
        return WindowsRendering.overlay(templates, windows.get(lab.windowsMachines().get(0).name()), ofCluster());
    }
}
