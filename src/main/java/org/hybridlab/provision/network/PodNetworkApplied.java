package org.hybridlab.provision.network;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.databind.JsonNode;

/** The cluster has flannel's objects, as the manifest says them. */
public final class PodNetworkApplied implements Action {
    private final LabContext tools;

    public PodNetworkApplied(LabContext tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        return tools.changes().look("flannel", objects());
    }

    /** flanneld reads its configuration once, at its start. */
    @Override
    public void run(StepContext context) {
        List<Manifest> configurations = ofKind("ConfigMap");
        List<Optional<JsonNode>> before = configurations.stream().map(this::data).toList();
        tools.changes().apply(objects(), context);
        for (int one = 0; one < configurations.size(); one++) {
            if (before.get(one).isPresent() && !before.get(one).equals(data(configurations.get(one)))) {
                context.line(configurations.get(one).reference() + " has changed: flannel's pods start again");
                ofKind("DaemonSet").forEach(tools.cluster().manifests()::restart);
                return;
            }
        }
    }

    private List<Manifest> objects() {
        return Manifest.parse(tools.files().flannel());
    }

    private List<Manifest> ofKind(String kind) {
        return objects().stream().filter(object -> object.kind().equals(kind)).toList();
    }

    private Optional<JsonNode> data(Manifest configuration) {
        Cluster cluster = tools.cluster();
        return cluster.api().find(cluster.path(configuration)).map(object -> object.path("data"));
    }
}
