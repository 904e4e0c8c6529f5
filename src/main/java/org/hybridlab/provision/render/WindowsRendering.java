package org.hybridlab.provision.render;

import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cluster.api.ClusterFacts;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.provider.api.LabId;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Files for Windows machines. @param accounts empty: they have none @param overlay empty: they are services */
public record WindowsRendering(Map<String, WindowsMachine> machines, Map<String, WindowsFiles> files, String accounts,
                        Optional<String> overlay) {
    static final WindowsRendering NONE = new WindowsRendering(Map.of(), Map.of(), "", Optional.empty());

    /** @param authorizedKey public half of the lab's key, or a comment before there is one */
    public static WindowsRendering of(Templates templates, LabId id, Lab lab, String authorizedKey,
                                      String podNetwork) {
        if (!lab.hasWindows()) {
            return NONE;
        }
        ClusterFacts facts = lab.joinsExisting() ? unknown(lab) : expected(lab, podNetwork);
        Map<String, WindowsMachine> machines = new LinkedHashMap<>();
        Map<String, WindowsFiles> files = new LinkedHashMap<>();
        lab.windowsMachines().forEach(machine -> {
            WindowsMachine windows = new WindowsMachine(id, lab, machine, authorizedKey.strip());
            machines.put(machine.name(), windows);
            files.put(machine.name(), WindowsFiles.render(templates, windows, facts, Optional.empty()));
        });
        WindowsMachine any = machines.values().iterator().next();
        return new WindowsRendering(Map.copyOf(machines), Map.copyOf(files),
                templates.render("kubernetes/windows-accounts.yaml.ftl", any.model()),
                any.asServices() ? Optional.empty() : Optional.of(overlay(templates, any, facts)));
    }

    /** What a cluster from our own files will say. */
    public static ClusterFacts expected(Lab lab, String podNetwork) {
        return new ClusterFacts("https://" + lab.apiAddress() + ":6443", lab.network().pods().toString(),
                lab.network().services().toString(), lab.network().dnsService().toString(), lab.network().domain(),
                netConf(lab.network().plugin(), podNetwork));
    }

    /** Placeholders: a cluster of others has not been asked yet, and no step uses them. */
    private static ClusterFacts unknown(Lab lab) {
        return new ClusterFacts("https://the-cluster.invalid:6443", lab.network().pods().toString(),
                lab.network().services().toString(), lab.network().dnsService().toString(), lab.network().domain(),
                "{\"Network\": \"%s\", \"Backend\": {\"Type\": \"%s\"}}".formatted(lab.network().pods(),
                        lab.network().mode().traits().encapsulates() ? "vxlan" : "host-gw"));
    }

    /** One script for all machines: differences come from the pod. */
    public static String overlay(Templates templates, WindowsMachine machine, ClusterFacts facts) {
        Map<String, Object> model = machine.model(facts);
        model.put("startFlanneld", templates.render("windows/start-flanneld.ps1.ftl", model));
        model.put("startKubeProxy", templates.render("windows/start-kube-proxy.ps1.ftl", model));
        return templates.render("kubernetes/windows-overlay.yaml.ftl", model);
    }

    private static String netConf(PodNetworkPlugin plugin, String podNetwork) {
        Manifest config = Manifest.parse(podNetwork).stream().filter(object -> object.kind().equals("ConfigMap"))
                .findFirst().orElseThrow();
        Map<?, ?> object = new Yaml(new SafeConstructor(new LoaderOptions())).load(new StringReader(config.yaml()));
        return ((Map<?, ?>) object.get("data")).get(plugin.objects().configKey()).toString();
    }

    void writeTo(Workspace workspace) {
        files.values().forEach(machine -> machine.writeTo(workspace));
        if (!accounts.isEmpty()) {
            workspace.write("kubernetes/windows-accounts.yaml", accounts);
        }
        overlay.ifPresent(text -> workspace.write("kubernetes/windows-overlay.yaml", text));
    }
}
