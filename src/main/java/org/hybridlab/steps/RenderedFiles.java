package org.hybridlab.steps;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.lab.App;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.render.Templates;
import org.hybridlab.render.Workspace;

/**
 * Everything that is rendered for a lab, as text. Rendering touches nothing; {@link #writeTo} lays the files into the
 * workspace, where people can read them and use them by hand.
 *
 * @param vagrantfile of all machines
 * @param prepare set-up script by machine name
 * @param kubeadmInit configuration of {@code kubeadm init}
 * @param flannel manifest of the pod network
 * @param manifests of the apps, by app name
 */
public record RenderedFiles(String vagrantfile, Map<String, String> prepare, String kubeadmInit, String flannel,
                            Map<String, String> manifests) {
    /** @param vagrantfile rendered, see {@link org.hybridlab.vagrant.Vagrantfile} */
    public static RenderedFiles render(Templates templates, Lab lab, LabFacts facts, String vagrantfile,
                                       AppManifests apps) {
        Map<String, Object> model = facts.with(Map.of("lab", lab, "machines", lab.machines(),
                "controlPlane", lab.firstControlPlane()));
        Map<String, String> prepare = new LinkedHashMap<>();
        for (Machine machine : lab.machines()) {
            Map<String, Object> own = new LinkedHashMap<>(model);
            own.put("machine", machine);
            prepare.put(machine.name(), templates.render("linux/prepare.sh.ftl", own));
        }
        Map<String, String> manifests = new LinkedHashMap<>();
        lab.apps().forEach(app -> manifests.put(app.name(), apps.text(app, templates, model)));
        return new RenderedFiles(vagrantfile, prepare, templates.render("kubernetes/kubeadm-init.yaml.ftl", model),
                templates.render("kubernetes/flannel.yaml.ftl", model), manifests);
    }

    String manifest(App app) {
        return manifests.get(app.name());
    }

    public void writeTo(Workspace workspace) {
        workspace.write("Vagrantfile", vagrantfile);
        prepare.forEach((machine, script) ->
                workspace.write("scripts/%s/prepare.sh".formatted(machine), script, Workspace.Kind.EXECUTABLE));
        workspace.write("kubernetes/kubeadm-init.yaml", kubeadmInit);
        workspace.write("kubernetes/flannel.yaml", flannel);
        manifests.forEach((app, manifest) -> workspace.write("apps/%s.yaml".formatted(app), manifest));
    }
}
