package org.hybridlab.provision.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.engine.plan.Fingerprint;

/**
 * Scripts and settings of one Windows machine, by file name. In the workspace they are in {@code scripts/MACHINE/};
 * settings are sent to {@code C:\hybridlab\files}.
 */
public record WindowsFiles(String machine, Map<String, String> texts) {
    /** The source of {@code diagnose --bundle}. */
    public static final String RECORD = "record.ps1";
    /**
     * In order of use. Checks run {@code look.ps1}, reports {@code record.ps1}, and {@code box package} the last two.
     */
    static final List<String> SCRIPTS = List.of("key.ps1", "prepare.ps1", "features.ps1", "rebooted.ps1",
            "containerd.ps1", "images.ps1", "kubelet.ps1", "join.ps1", "overlay.ps1", "hns.ps1", "look.ps1",
            RECORD, "remove.ps1", "box.ps1");
    /** Settings by script. */
    private static final Map<String, List<String>> SETTINGS = Map.of(
            "containerd.ps1", List.of("config.toml", "hosts.toml"),
            "kubelet.ps1", List.of("start-kubelet.ps1", "kubeletconfiguration0+merge.json"),
            "overlay.ps1", Stream.of(PodNetworkPlugin.all().stream().map(plugin -> plugin.objects().configKey()),
                    Stream.of("pod-share.json", "cni-conf.json"),
                    PodNetworkPlugin.all().stream().map(plugin -> plugin.windows().script()),
                    Stream.of("start-pod-network.ps1", "start-kube-proxy.ps1"))
                    .flatMap(names -> names).toList());

    /**
     * @param facts of the cluster, or expected ones before it exists
     * @param share of the node in the pod network; without it there is no bridged pod network
     */
    public static WindowsFiles render(Templates templates, WindowsMachine machine, ClusterFacts facts,
            Optional<Cidr> share) {
        Map<String, Object> model = share.map(network -> machine.model(facts, network))
                .orElseGet(() -> machine.model(facts));
        List<String> names = new ArrayList<>(SCRIPTS);
        names.addAll(List.of("start-kubelet.ps1", "start-kube-proxy.ps1", "config.toml"));
        if (machine.withPlugin()) {
            names.addAll(List.of(machine.plugin().script(), "cni-conf.json"));
        } else if (share.isPresent()) {
            names.addAll(List.of("start-pod-network.ps1", "cni-conf.json"));
        }
        Map<String, String> texts = new LinkedHashMap<>();
        names.forEach(name -> texts.put(name, templates.render("windows/" + name + ".ftl", model)));
        // kubeadm takes target and kind of a patch from its name.
        texts.put("kubeletconfiguration0+merge.json", templates.render("windows/kubelet-patch.json.ftl", model));
        if (machine.withPlugin()) {
            texts.put(machine.lab().network().plugin().objects().configKey(), facts.netConf());
        }
        if (machine.withPlugin() && share.isPresent() && machine.bridges()) {
            texts.put("pod-share.json", templates.render("windows/pod-share.json.ftl", model));
        }
        if (machine.lab().outside().registryMirror().isPresent()) {
            texts.put("hosts.toml", templates.render("windows/hosts.toml.ftl", model));
        }
        return new WindowsFiles(machine.machine().name(), Map.copyOf(texts));
    }

    public String text(String name) {
        return texts.get(name);
    }

    /** As far as this machine has them. */
    public List<String> settings(String script) {
        return SETTINGS.getOrDefault(script, List.of()).stream().filter(texts::containsKey).toList();
    }

    /** Of a script and its settings. */
    public String fingerprint(String script) {
        List<String> parts = settings(script).stream().map(this::text).toList();
        return Fingerprint.of(text(script), parts);
    }

    public void writeTo(Workspace workspace) {
        texts.forEach((name, text) -> workspace.write("scripts/%s/%s".formatted(machine, name), text));
    }
}
