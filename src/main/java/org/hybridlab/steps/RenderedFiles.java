package org.hybridlab.steps;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.lab.App;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.render.Templates;
import org.hybridlab.render.Workspace;
import org.hybridlab.vagrant.LabId;

/**
 * Everything that is rendered for a lab, as text. Rendering touches nothing; {@link #writeTo} lays the files into the
 * workspace, where people can read them and use them by hand.
 *
 * @param vagrantfile of all machines
 * @param install what stock boxes lack, a script by machine name; machines of our own boxes have none
 * @param prepare set-up script by machine name
 * @param kubeadmInit configuration of {@code kubeadm init}
 * @param flannel manifest of the pod network
 * @param manifests of the apps, by app name
 * @param windows what is there for Windows machines only
 * @param simulation what is there for simulated machines only
 * @param rke2 what RKE2 would be told; to be read only
 */
public record RenderedFiles(String vagrantfile, Map<String, String> install, Map<String, String> prepare,
                            String kubeadmInit, String flannel, Map<String, String> manifests,
                            WindowsRendering windows, SimulationRendering simulation,
                            Rke2Rendering rke2) {
    /**
     * @param vagrantfile rendered, see {@link org.hybridlab.vagrant.Vagrantfile}
     * @param authorizedKey public half of the lab's key
     * @param stock whether machines that name no box have a stock box too
     */
    static RenderedFiles render(Templates templates, LabId id, Lab lab, LabFacts facts, String vagrantfile,
                                String authorizedKey, AppManifests apps, boolean stock) {
        Map<String, Object> model = facts.with(Map.of("lab", lab, "machines", lab.machines(),
                "controlPlane", lab.firstControlPlane()));
        Map<String, String> install = new LinkedHashMap<>();
        Map<String, String> prepare = new LinkedHashMap<>();
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
        }
        Map<String, String> manifests = new LinkedHashMap<>();
        lab.apps().forEach(app -> manifests.put(app.name(), apps.text(app, templates, model)));
        String flannel = templates.render("kubernetes/flannel.yaml.ftl", model);
        return new RenderedFiles(vagrantfile, install, prepare,
                templates.render("kubernetes/kubeadm-init.yaml.ftl", model), flannel, manifests,
                WindowsRendering.of(templates, id, lab, authorizedKey, flannel),
                SimulationRendering.of(templates, lab), Rke2Rendering.of(templates, lab));
    }

    String manifest(App app) {
        return manifests.get(app.name());
    }

    public void writeTo(Workspace workspace) {
        workspace.write("Vagrantfile", vagrantfile);
        write(workspace, "install.sh", install);
        write(workspace, "prepare.sh", prepare);
        workspace.write("kubernetes/kubeadm-init.yaml", kubeadmInit);
        workspace.write("kubernetes/flannel.yaml", flannel);
        windows.writeTo(workspace);
        simulation.writeTo(workspace);
        rke2.writeTo(workspace);
        manifests.forEach((app, manifest) -> workspace.write("apps/%s.yaml".formatted(app), manifest));
    }

    private static void write(Workspace workspace, String name, Map<String, String> scripts) {
        scripts.forEach((machine, script) ->
                workspace.write("scripts/%s/%s".formatted(machine, name), script, Workspace.Kind.EXECUTABLE));
    }
}
