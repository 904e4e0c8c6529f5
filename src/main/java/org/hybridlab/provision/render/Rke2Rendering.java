package org.hybridlab.provision.render;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NetworkMode;

/**
 * RKE2's configuration for the same cluster, for labs in the mode {@code rke2}: to be read, and used by hand. {@code
 * up} uses kubeadm, and flannel with the same values.
 *
 * @param files by path below the workspace's folder {@code rke2}
 */
record Rke2Rendering(Map<String, String> files) {
    static Rke2Rendering of(Templates templates, Lab lab) {
        Map<String, String> files = new LinkedHashMap<>();
        if (lab.network().mode() == NetworkMode.RKE2 && !lab.joinsExisting()) {
            lab.nodes().forEach(machine -> add(templates, lab, machine, files));
        }
        return new Rke2Rendering(files);
    }

    private static void add(Templates templates, Lab lab, Machine machine, Map<String, String> files) {
        String type = machine.isControlPlane() ? "server" : "agent";
        // RKE2's release names: Kubernetes' version and a build number.
        Map<String, Object> model = Map.of("lab", lab, "machine", machine, "type", type,
                "version", "v%s+rke2r1".formatted(machine.kubernetes()));
        String folder = machine.name() + "/";
        files.put(folder + "config.yaml", templates.render("rke2/config.yaml.ftl", model));
        String script = machine.isWindows() ? "install.ps1" : "install.sh";
        files.put(folder + script, templates.render("rke2/%s.ftl".formatted(script), model));
        if (machine.isControlPlane()) {
            files.put(folder + "rke2-flannel-config.yaml",
                    templates.render("rke2/rke2-flannel-config.yaml.ftl", model));
        }
    }

    void writeTo(Workspace workspace) {
        files.forEach((path, text) -> workspace.write("rke2/" + path, text));
    }
}
