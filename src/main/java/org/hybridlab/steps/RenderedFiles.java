package org.hybridlab.steps;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.lab.App;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Os;
import org.hybridlab.render.Templates;
import org.hybridlab.render.Workspace;

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
 */
public record RenderedFiles(String vagrantfile, Map<String, String> install, Map<String, String> prepare,
                            String kubeadmInit, String flannel, Map<String, String> manifests) {
    /**
     * @param vagrantfile rendered, see {@link org.hybridlab.vagrant.Vagrantfile}
     * @param stock whether machines that name no box have a stock box too
     */
    public static RenderedFiles render(Templates templates, Lab lab, LabFacts facts, String vagrantfile,
                                       AppManifests apps, boolean stock) {
        Map<String, Object> model = facts.with(Map.of("lab", lab, "machines", lab.machines(),
                "controlPlane", lab.firstControlPlane()));
        Map<String, String> install = new LinkedHashMap<>();
        Map<String, String> prepare = new LinkedHashMap<>();
        for (Machine machine : lab.machines()) {
            Map<String, Object> own = new LinkedHashMap<>(model);
            own.put("machine", machine);
            if (machine.os() == Os.LINUX && (stock || machine.box().isPresent())) {
                install.put(machine.name(), templates.render("linux/install.sh.ftl", own));
            }
            prepare.put(machine.name(), templates.render("linux/prepare.sh.ftl", own));
        }
        Map<String, String> manifests = new LinkedHashMap<>();
        lab.apps().forEach(app -> manifests.put(app.name(), apps.text(app, templates, model)));
        return new RenderedFiles(vagrantfile, install, prepare, templates.render("kubernetes/kubeadm-init.yaml.ftl", model),
                templates.render("kubernetes/flannel.yaml.ftl", model), manifests);
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
        manifests.forEach((app, manifest) -> workspace.write("apps/%s.yaml".formatted(app), manifest));
    }

    private static void write(Workspace workspace, String name, Map<String, String> scripts) {
        scripts.forEach((machine, script) ->
                workspace.write("scripts/%s/%s".formatted(machine, name), script, Workspace.Kind.EXECUTABLE));
    }
}
