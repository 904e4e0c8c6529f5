package org.hybridlab.provision.render;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.vagrant.LeavingMachines;

/**
 * Everything that is rendered for a lab, as text. Only {@link #writeTo} writes, so that people can read and use the
 * files.
 *
 * @param install script by machine name, for machines with stock boxes
 * @param prepare set-up script by machine name
 * @param etcd script by machine name, for machines of etcd alone
 * @param kubeadmInit configuration of {@code kubeadm init}; empty if the lab joins a cluster
 * @param podNetwork manifest; empty if the lab joins a cluster
 * @param addons manifests by addon
 * @param manifests by app
 * @param registries without passwords, by folder below {@code certs.d}
 * @param rke2 to be read only
 */
public record RenderedFiles(PodNetworkPlugin plugin, String vagrantfile, Map<String, String> install,
                            Map<String, String> prepare, Map<String, String> etcd, String kubeadmInit,
                            String podNetwork, Map<String, String> addons,
                            Map<String, String> manifests, Map<String, String> registries,
                            WindowsRendering windows, SimulationRendering simulation, Rke2Rendering rke2) {
    private static final String STORAGE_CLASS = "StorageClass";

    /**
     * @param vagrantfile rendered, see {@link org.hybridlab.provider.vagrant.Vagrantfile}
     * @param authorizedKey public half of the lab's key
     * @param stock whether machines that name no box have a stock box too
     */
    public static RenderedFiles render(Templates templates, LabId id, Lab lab, TemplateFacts facts, String vagrantfile,
                                String authorizedKey, AppManifests apps, RegistryFiles registries, boolean stock) {
        Map<String, Object> model = model(lab, facts);
        Map<String, String> install = new LinkedHashMap<>();
        Map<String, String> prepare = new LinkedHashMap<>();
        Map<String, String> etcd = new LinkedHashMap<>();
        for (Machine machine : lab.machines()) {
            if (machine.isWindows()) {
                continue;
            }
            Map<String, Object> own = new LinkedHashMap<>(model);
            own.put("machine", machine);
            if (stock || machine.box().isPresent()) {
                install.put(machine.name(), templates.render("linux/install.sh.ftl", own));
            }
            prepare.put(machine.name(), templates.render("linux/prepare.sh.ftl", own));
            if (machine.isEtcd()) {
                etcd.put(machine.name(), templates.render("linux/etcd.sh.ftl", own));
            }
        }
        Map<String, String> manifests = new LinkedHashMap<>();
        lab.apps().forEach(app -> manifests.put(app.name(), apps.text(app, templates, model)));
        String podNetwork = lab.joinsExisting() ? ""
                : templates.render("kubernetes/" + lab.network().plugin().id() + ".yaml.ftl", model);
        String init = lab.joinsExisting() ? ""
                : templates.render("kubernetes/kubeadm-init.yaml.ftl", model);
        Map<String, String> addons = new LinkedHashMap<>();
        lab.addons().forEach(addon -> addons.put(addon.name(), addon(addon, model, storageClasses(manifests))));
        return new RenderedFiles(lab.network().plugin(), vagrantfile, install, prepare, etcd, init, podNetwork,
                addons, manifests, registries.readable(),
                WindowsRendering.of(templates, id, lab, authorizedKey, podNetwork),
                SimulationRendering.of(templates, lab), Rke2Rendering.of(templates, lab));
    }

    /** No lab can replace an addon's templates. */
    private static String addon(Addon addon, Map<String, Object> model, Map<String, Boolean> storageClasses) {
        Templates templates = Templates.installed(addon.folder());
        Map<String, Object> own = new LinkedHashMap<>(model);
        own.put("programs", addon.programs());
        own.put("storageClasses", storageClasses);
        return addon.manifests().stream().map(template -> templates.render(template, own))
                .collect(Collectors.joining("---\n"));
    }

    /** Names of those that apps bring, and whether each is to be the default one. */
    private static Map<String, Boolean> storageClasses(Map<String, String> apps) {
        return apps.values().stream().filter(text -> text.contains(STORAGE_CLASS))
                .flatMap(text -> Manifest.parse(text).stream()).filter(object -> object.kind().equals(STORAGE_CLASS))
                .collect(Collectors.toMap(Manifest::name, object -> object.json().path("metadata").path("annotations")
                        .path("storageclass.kubernetes.io/is-default-class").asString("").equals("true"),
                        Boolean::logicalOr));
    }

    public static String addonFile(String addon) {
        return "kubernetes/addons/%s.yaml".formatted(addon);
    }

    public static Map<String, Object> model(Lab lab, TemplateFacts facts) {
        Map<String, Object> model = facts.with(Map.of("lab", lab, "machines", lab.machines()));
        if (!lab.joinsExisting()) {
            model.put("controlPlane", lab.firstControlPlane());
        }
        return model;
    }

    public String manifest(App app) {
        return manifests.get(app.name());
    }

    /** Includes machines that left the lab file and still exist. */
    public void writeVagrantfileTo(Workspace workspace) {
        LeavingMachines.writeVagrantfile(workspace, vagrantfile);
    }

    public void writeTo(Workspace workspace) {
        writeVagrantfileTo(workspace);
        write(workspace, "install.sh", install);
        write(workspace, "prepare.sh", prepare);
        write(workspace, ScriptNames.ETCD, etcd);
        if (!kubeadmInit.isEmpty()) {
            workspace.write("kubernetes/kubeadm-init.yaml", kubeadmInit);
            workspace.write("kubernetes/%s.yaml".formatted(plugin.id()), podNetwork);
        }
        addons.forEach((addon, manifest) -> workspace.write(addonFile(addon), manifest));
        windows.writeTo(workspace);
        simulation.writeTo(workspace);
        rke2.writeTo(workspace);
        registries.forEach((folder, text) -> workspace.write("registries/%s/hosts.toml".formatted(folder), text));
        manifests.forEach((app, manifest) -> workspace.write("apps/%s.yaml".formatted(app), manifest));
    }

    private static void write(Workspace workspace, String name, Map<String, String> scripts) {
        scripts.forEach((machine, script) ->
                workspace.write("scripts/%s/%s".formatted(machine, name), script, Workspace.Kind.EXECUTABLE));
    }
}
