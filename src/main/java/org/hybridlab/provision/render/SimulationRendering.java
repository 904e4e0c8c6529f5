package org.hybridlab.provision.render;

import java.util.LinkedHashMap;
import java.util.Map;

import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.WindowsSettings;

/**
 * Files for simulated machines.
 *
 * @param host the machine that kwok runs on
 * @param stages kwok's configuration
 * @param nodes manifests by machine
 */
public record SimulationRendering(String host, String account, String stages, String script, Map<String,
        String> nodes) {
    public static final String SCRIPT = "kwok.sh";
    /** For labs without simulated machines, or without a control plane of their own. */
    public static final SimulationRendering NONE = new SimulationRendering("", "", "", "", Map.of());

    static SimulationRendering of(Templates templates, Lab lab) {
        if (lab.simulatedMachines().isEmpty() || lab.joinsExisting()) {
            return NONE;
        }
        Map<String, String> nodes = new LinkedHashMap<>();
        lab.simulatedMachines().forEach(machine -> nodes.put(machine.name(), node(templates, lab, machine)));
        return new SimulationRendering(lab.firstControlPlane().name(),
                templates.render("kubernetes/simulation.yaml.ftl", Map.of()),
                templates.render("kubernetes/kwok-stages.yaml.ftl", Map.of()),
                templates.render("linux/kwok.sh.ftl", Map.of()), nodes);
    }

    private static String node(Templates templates, Lab lab, Machine machine) {
        return templates.render("kubernetes/simulated-node.yaml.ftl", Map.of("lab", lab, "machine", machine,
                "build", machine.windows().map(WindowsSettings::build).orElseThrow()));
    }

    void writeTo(Workspace workspace) {
        if (nodes.isEmpty()) {
            return;
        }
        workspace.write("kubernetes/simulation.yaml", account);
        workspace.write("kubernetes/kwok-stages.yaml", stages);
        workspace.write("scripts/%s/%s".formatted(host, SCRIPT), script, Workspace.Kind.EXECUTABLE);
        nodes.forEach((name, manifest) -> workspace.write("kubernetes/simulated-%s.yaml".formatted(name), manifest));
    }
}
