package org.hybridlab.artifact.box;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.config.model.PodNetworkPlugin;

/** Where a node has the bundle's programs, in our boxes and in stock ones. */
final class NodeFiles {
    private NodeFiles() {
    }

    /** Names in the bundle by absolute path in the machine. */
    static Map<String, String> programs() {
        Map<String, String> programs = new LinkedHashMap<>();
        for (String name : List.of("kubeadm", "kubelet", "kubectl", "containerd", "containerd-shim-runc-v2", "ctr")) {
            programs.put("/usr/local/bin/" + name, name);
        }
        // For the addon storage.
        programs.put("/usr/local/lib/hybridlab/local-path-provisioner", "local-path-provisioner");
        Stream.concat(Stream.of("bridge", "loopback", "portmap", "host-local"),
                PodNetworkPlugin.all().stream().map(PodNetworkPlugin::id))
                .forEach(name -> programs.put("/opt/cni/bin/" + name, name));
        return programs;
    }

    /** Octal mode of files from {@code templates/box/node}. */
    static String mode(String path) {
        return path.startsWith("/usr/local/lib/") ? "0755" : "0644";
    }
}
