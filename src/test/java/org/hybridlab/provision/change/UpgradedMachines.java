package org.hybridlab.provision.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;

/**
 * Machines of a {@link ChangingWorld} with programs of Kubernetes on them. Notes what Kubernetes does not support: a
 * kubelet newer than the API server, one that restarts while pods run, and another machine before the first control
 * plane.
 */
final class UpgradedMachines {
    private static final Pattern UPLOAD = Pattern.compile("'?/usr/local/bin/(kubelet|kubeadm|kubectl)'? '?0755");
    private static final Pattern UPGRADE = Pattern.compile("kubeadm upgrade (apply|node)");

    /** One machine. */
    static final class Programs {
        String kubelet;
        String kubeadm;
        String api = "";
        String mark = "";

        Programs(String version) {
            kubelet = version;
            kubeadm = version;
        }
    }

    final Map<String, Programs> machines = new TreeMap<>();
    final List<String> wrong = new ArrayList<>();
    /** Names of machines that were made again, and are part of no cluster yet. */
    final Set<String> empty = new TreeSet<>();
    private final ChangingWorld world;
    private final String newVersion;

    /** @param controlPlanes of which the first name is the first one's */
    UpgradedMachines(ChangingWorld world, List<String> controlPlanes, String oldVersion, String newVersion) {
        this.world = world;
        this.newVersion = newVersion;
        world.nodes.forEach((name, node) -> {
            node.version = oldVersion;
            machines.put(name, new Programs(oldVersion));
        });
        controlPlanes.forEach(name -> machines.get(name).api = oldVersion);
        world.guests = this::answer;
    }

    private String answer(String machine, String command) {
        Programs programs = Optional.ofNullable(machines.get(machine)).orElseThrow(() -> LabException.labFailed(
                "ssh-lost", machine + " does not answer: it boots.", ""));
        Matcher upload = UPLOAD.matcher(command);
        Matcher upgrade = UPGRADE.matcher(command);
        String unjoined = empty.contains(machine) ? "unjoined\n" : "";
        if (command.contains("kubelet --version")) {
            return "kubelet Kubernetes %s\nkubeadm %s\nupgraded %s\n%send\n".formatted(programs.kubelet,
                    programs.kubeadm, programs.mark, (programs.api.isEmpty() ? "" : "api " + programs.api + "\n")
                            + unjoined);
        }
        if (command.contains("echo unjoined")) {
            return unjoined + "end\n";
        }
        if (command.contains("echo absent")) {
            return "absent\n";
        }
        if (upload.find()) {
            world.change("upload %s %s".formatted(upload.group(1), machine), () -> put(programs, upload.group(1)));
        } else if (upgrade.find()) {
            upgrade(machine, programs);
        } else if (command.contains("restart") && command.contains("kubelet")) {
            world.change("restart kubelet " + machine, () -> restart(machine, programs));
        }
        return "";
    }

    private void put(Programs programs, String program) {
        if (program.equals("kubelet")) {
            programs.kubelet = newVersion;
        } else if (program.equals("kubeadm")) {
            programs.kubeadm = newVersion;
        }
    }

    /** The machine notes it down after kubeadm is done, and may not come to that. */
    private void upgrade(String machine, Programs programs) {
        if (!world.nodes.containsKey(machine)) {
            wrong.add("kubeadm of %s fails: failed to get corresponding node".formatted(machine));
        } else if (!world.nodes.get(machine).labels.contains("control-plane") && world.registered.contains(machine)) {
            wrong.add("the node of %s is no control plane any more".formatted(machine));
        }
        if (!programs.kubeadm.equals(newVersion)) {
            wrong.add("kubeadm of %s is old".formatted(machine));
        }
        if (!machine.equals(first()) && !machines.get(first()).api.equals(newVersion)) {
            wrong.add("%s comes before the first control plane".formatted(machine));
        }
        machines.forEach((name, one) -> {
            if (!one.api.isEmpty() && world.nodes.containsKey(name) && !world.nodes.get(name).ready) {
                wrong.add("kubeadm refuses, as %s is not Ready".formatted(name));
            }
        });
        world.change("kubeadm upgrade " + machine, () -> programs.api = programs.api.isEmpty() ? "" : newVersion);
        world.change("mark " + machine, () -> programs.mark = newVersion);
    }

    private void restart(String machine, Programs programs) {
        if (world.pods.containsValue(machine)) {
            wrong.add("the kubelet of %s restarts while pods run".formatted(machine));
        }
        if (programs.kubelet.equals(newVersion) && !machines.get(first()).api.equals(newVersion)) {
            wrong.add("the kubelet of %s is newer than the API server".formatted(machine));
        }
        world.restartKubelet(machine);
        world.nodes.get(machine).version = programs.kubelet;
    }

    private String first() {
        return machines.entrySet().stream().filter(one -> !one.getValue().api.isEmpty()).map(Map.Entry::getKey)
                .findFirst().orElseThrow();
    }
}
