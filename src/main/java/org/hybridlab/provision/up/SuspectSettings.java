package org.hybridlab.provision.up;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.ForeignTaints;
import tools.jackson.databind.JsonNode;

/**
 * Settings that somebody made in the cluster and that stop pods. {@code up} leaves them, as neither lab file nor
 * manifests mention them, but they may be mistakes.
 */
public final class SuspectSettings {
    private static final String KUBECTL = "kubectl %s %s";

    private final LabContext labContext;
    private final List<String> lines = new ArrayList<>();

    private SuspectSettings(LabContext labContext) {
        this.labContext = labContext;
    }

    /** One line each, with the command that reverts it. Empty without a cluster or an answer. */
    public static List<String> of(LabContext labContext) {
        SuspectSettings settings = new SuspectSettings(labContext);
        try {
            if (labContext.hasCluster() && labContext.cluster().api().isReady()) {
                settings.look();
            }
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
        }
        return settings.lines;
    }

    private void look() {
        Lab lab = labContext.lab();
        labContext.cluster().nodes().stream().filter(node -> lab.machine(node.name()).isPresent()).forEach(this::node);
        for (App app : lab.apps()) {
            Manifest.parse(labContext.files().manifest(app)).stream()
                    .filter(object -> List.of("Deployment", "StatefulSet").contains(object.kind()))
                    .forEach(object -> workload(app, object));
        }
    }

    private void node(Node node) {
        if (node.cordoned()) {
            say("%s is cordoned: no new pods go there.".formatted(node.name()), "uncordon %s %s", node.name());
        }
        List<NodeTaint> ours = labContext.lab().machine(node.name()).map(machine -> machine.node().taints())
                .orElse(List.of());
        ForeignTaints.on(node, ours).forEach(taint ->
                say("%s has the taint %s:%s, which keeps pods off it."
                        .formatted(node.name(), taint.key(), taint.effect()),
                        KUBECTL, "taint nodes %s %s:%s-".formatted(node.name(), taint.key(), taint.effect())));
    }

    private void workload(App app, Manifest object) {
        Optional<JsonNode> live = labContext.cluster().api().find(labContext.cluster().path(object));
        JsonNode spec = live.map(found -> found.path("spec")).orElse(null);
        if (spec == null) {
            return;
        }
        String where = object.namespace().equals("default") ? "" : "-n " + object.namespace() + " ";
        if (spec.path("replicas").asInt(1) == 0 && !object.statesReplicas() && !app.scale()
                .containsKey(object.name())) {
            say("%s of the app %s is scaled to 0.".formatted(object.reference(), app.name()), KUBECTL,
                    where + "scale " + object.reference() + " --replicas=1");
        }
        if (spec.path("paused").asBoolean(false)) {
            say("%s of the app %s is paused: changes do not reach its pods.".formatted(object.reference(), app.name()),
                    KUBECTL, where + "rollout resume " + object.reference());
        }
    }

    /** @param command of hybridlab, with places for the lab and the rest */
    private void say(String what, String command, String rest) {
        lines.add("Left as it is: %s If that is a mistake: hybridlab %s".formatted(what,
                command.formatted(labContext.word(), rest)));
    }
}
