package org.hybridlab.config.rules.manifest;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.APPS;
import static org.hybridlab.config.rules.core.Section.CLUSTER;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.UNTAINT;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class AppPlacementRules {
    /** kubeadm's taint keeps ordinary pods off control planes. */
    public static final Rule APPS_UNSCHEDULABLE = Rule.of("apps-unschedulable",
            "Where apps have pods for Linux, there is a Linux node that may run them.",
            Set.of(APPS, MACHINES, NETWORK, UNTAINT, CLUSTER), AppPlacementRules::appsUnschedulable);

    private AppPlacementRules() {
    }

    private static List<Defect> appsUnschedulable(LabFacts facts) {
        Lab lab = facts.lab();
        boolean room = lab.untaint() || lab.joinsExisting()
                || lab.machines(Role.WORKER).stream().anyMatch(machine -> machine.os() == Os.LINUX);
        return room || facts.apps().stream().noneMatch(app -> needsLinuxWorker(app, lab)) ? List.of()
                : List.of(error(Place.of("apps"),
                "no node may run the apps' pods: there is no Linux worker, and control planes are tainted",
                "Add a worker, or write `untaint: true`."));
    }

    /** An unreadable manifest may need one. A template that was not rendered is not judged. */
    private static boolean needsLinuxWorker(AppFacts app, Lab lab) {
        boolean unreadable = !app.missing().isEmpty() || !app.broken().isEmpty() || !app.foreign().isEmpty();
        return unreadable || app.objects().stream().flatMap(object -> PodSpec.of(object).stream())
                .anyMatch(pod -> needsLinuxWorker(pod, lab));
    }

    private static boolean needsLinuxWorker(PodSpec pod, Lab lab) {
        boolean elsewhere = pod.isWindows() || lab.hasWindows() && pod.namesOs();
        // A pod with a node name ignores the scheduler and taints.
        return !elsewhere && !pod.node().at("nodeName").isPresent() && !pod.tolerates(NodeTaint.CONTROL_PLANE);
    }
}
