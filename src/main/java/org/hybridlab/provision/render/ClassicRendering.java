package org.hybridlab.provision.render;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/**
 * What chapter 18 of "Learn Kubernetes in a Month of Lunches" ran in 2020, for labs in the mode {@code ch18-classic}:
 * its two set-up scripts, PrepareNode.ps1, and its manifests for Windows machines. It lies where every lab's files lie;
 * {@code kubeadm}'s settings and flannel for Linux take the place of those of today.
 *
 * @param files text by path below the workspace
 */
public record ClassicRendering(Map<String, String> files) {
    public static final String FLANNEL = "kubernetes/flannel-overlay.yml";
    public static final String KUBE_PROXY = "kubernetes/kube-proxy.yml";

    private static final String FOLDER = "ch18-classic/";
    /** Where a join has the token: nobody's, because no file of the host may hold one. */
    private static final String NO_TOKEN = "the-token";

    /** Whether the lab is one. */
    public static boolean isOf(Lab lab) {
        return lab.network().mode().traits().legacy();
    }

    /** The folder of templates that have the lab's kubeadm settings and its flannel. */
    public static String templates(Lab lab) {
        return isOf(lab) ? FOLDER : "kubernetes/";
    }

    /** @param model of the lab, without a machine */
    static ClassicRendering of(Templates templates, Lab lab, Map<String, Object> model) {
        Map<String, String> files = new LinkedHashMap<>();
        if (isOf(lab)) {
            lab.machines().forEach(machine -> machine(templates, lab, machine, model, files));
        }
        if (isOf(lab) && lab.hasWindows()) {
            manifests(templates, model, files);
        }
        return new ClassicRendering(files);
    }

    private static void machine(Templates templates, Lab lab, Machine machine, Map<String, Object> model,
                                Map<String, String> files) {
        Map<String, Object> own = new LinkedHashMap<>(model);
        own.put("machine", machine);
        own.put("discoveryFile", "discovery.yaml");
        own.put("token", NO_TOKEN);
        String folder = "scripts/%s/".formatted(machine.name());
        if (!machine.isWindows()) {
            files.put(folder + ScriptNames.CLASSIC_LINUX, templates.render(FOLDER + "linux-setup.sh.ftl", own));
        }
        if (lab.joining().contains(machine)) {
            files.put(folder + "kubeadm-join.yaml", templates.render(FOLDER + "kubeadm-join.yaml.ftl", own));
        }
    }

    private static void manifests(Templates templates, Map<String, Object> model, Map<String, String> files) {
        Map<String, Object> own = new LinkedHashMap<>(model);
        own.put("runFlannel", templates.render(FOLDER + "run-flannel.ps1.ftl", model));
        own.put("runKubeProxy", templates.render(FOLDER + "run-kube-proxy.ps1.ftl", model));
        own.put("cniConf", templates.render(FOLDER + "cni-conf.json.ftl", model));
        files.put(KUBE_PROXY, templates.render(FOLDER + "kube-proxy.yaml.ftl", own));
        files.put(FLANNEL, templates.render(FOLDER + "flannel-overlay.yaml.ftl", own));
        files.put("kubernetes/run-flannel.ps1", own.get("runFlannel").toString());
        files.put("kubernetes/run-kube-proxy.ps1", own.get("runKubeProxy").toString());
    }

    /** Scripts and settings of a Windows machine: of today's, those that make it a member of the lab. */
    static WindowsFiles windows(Templates templates, WindowsMachine machine) {
        Map<String, Object> model = machine.model();
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : List.of("key.ps1", "prepare.ps1")) {
            texts.put(name, templates.render("windows/%s.ftl".formatted(name), model));
        }
        for (String name : List.of(ScriptNames.CLASSIC_WINDOWS, ScriptNames.CLASSIC_PREPARE_NODE, "StartKubelet.ps1",
                "join.ps1")) {
            texts.put(name, templates.render(FOLDER + name + ".ftl", model));
        }
        return new WindowsFiles(machine.machine().name(), Map.copyOf(texts));
    }

    /** The script that installs Docker and Kubernetes on a Linux machine. */
    public String linuxSetup(Machine machine) {
        return files.get("scripts/%s/%s".formatted(machine.name(), ScriptNames.CLASSIC_LINUX));
    }

    void writeTo(Workspace workspace) {
        files.forEach((path, text) -> workspace.write(path, text,
                path.endsWith(".sh") ? Workspace.Kind.EXECUTABLE : Workspace.Kind.PLAIN));
    }
}
