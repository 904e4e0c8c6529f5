package org.hybridlab.check;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Machine;
import tools.jackson.databind.JsonNode;

/** Every Windows node has the build that the lab file says, and the kubelet of the lab's Kubernetes. */
final class WindowsVersions extends WindowsCheck {
    private static final String BUILD = "node.kubernetes.io/windows-build";

    WindowsVersions() {
        super(false, "image-other-windows-build");
    }

    @Override
    public String id() {
        return "windows-versions";
    }

    @Override
    public String title() {
        return "Every Windows node has the lab file's build of Windows and the lab's kubelet";
    }

    @Override
    public String how() {
        return "the nodes' labels and what their kubelets say, against the lab file";
    }

    @Override
    Look look(CheckContext context) {
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        String kubelet = "v" + context.lab().kubernetes();
        for (Machine machine : context.lab().madeWindowsMachines()) {
            JsonNode node = context.cluster().api().get("/api/v1/nodes/" + machine.name());
            String build = machine.windows().orElseThrow().build().label();
            compare(machine, "Windows", build, node.path("metadata").path("labels").path(BUILD).asString("unknown"),
                    complaints, evidence);
            compare(machine, "kubelet", kubelet, context.cluster().node(machine.name()).map(Node::kubelet)
                    .orElse("unknown"), complaints, evidence);
        }
        return Look.of(complaints, "Windows nodes have the versions that they should have.", evidence);
    }

    private static void compare(Machine machine, String what, String wanted, String seen, List<String> complaints,
                                List<String> evidence) {
        if (seen.equals(wanted)) {
            evidence.add("%s: %s %s".formatted(machine.name(), what, seen));
        } else {
            complaints.add("%s has %s %s instead of %s".formatted(machine.name(), what, seen, wanted));
        }
    }
}
