package org.hybridlab.check.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.catalog.UpdateFault;
import org.hybridlab.config.model.Machine;
import tools.jackson.databind.JsonNode;

/** Every Windows node has the lab file's build, and the kubelet of the lab's Kubernetes. */
public final class WindowsVersions extends WindowsCheck {
    private static final String BUILD = "node.kubernetes.io/windows-build";

    public WindowsVersions() {
        super(false, "image-other-windows-build");
    }

    @Override
    public String id() {
        return "windows-versions";
    }

    @Override
    public String title() {
        return "Every Windows node has the lab file's build of Windows without known faults, and the lab's kubelet";
    }

    @Override
    public String how() {
        return "the nodes' labels and what their kubelets say, against the lab file and faults of updates";
    }

    @Override
    Observation look(CheckContext context) {
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
            updates(context, machine, node.path("status").path("nodeInfo").path("kernelVersion").asString(""),
                    complaints, evidence);
        }
        return Observation.of(complaints, "Windows nodes have the versions that they should have.", evidence);
    }

    /** The fourth number tells the installed updates. Kubelets report it as kernel version. */
    private static void updates(CheckContext context, Machine machine, String version, List<String> complaints,
                                List<String> evidence) {
        String type = context.lab().network().mode().traits().hnsType();
        Optional<UpdateFault> known = fault(version, type);
        known.ifPresentOrElse(fault ->
                complaints.add("%s has Windows %s, %s".formatted(machine.name(), version, fault.words())),
                () -> evidence.add("%s: updates %s"
                .formatted(machine.name(), version.isEmpty() ? "not known" : version)));
    }

    private static Optional<UpdateFault> fault(String version, String type) {
        String[] parts = version.split("\\.");
        return parts.length != 4 || !parts[2].matches("\\d{1,6}") || !parts[3].matches("\\d{1,6}") ? Optional.empty()
                : KnownBoxes.installed().faults().stream().filter(fault -> fault.has(Integer.parseInt(parts[2]),
                        Integer.parseInt(parts[3]), type)).findFirst();
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
