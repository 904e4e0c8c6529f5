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

/** The cluster has the objects of the pod network's manifest. */
public final class PodNetworkApplied implements Action {
    private final LabContext labContext;

    public PodNetworkApplied(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        return labContext.changes().look(title(), objects());
    }

    /** flanneld reads its configuration at its start only. */
    @Override
    public void run(StepContext context) {
        List<Manifest> configurations = ofKind("ConfigMap");
        List<Optional<JsonNode>> before = configurations.stream().map(this::data).toList();
        labContext.changes().apply(objects(), context);
        for (int one = 0; one < configurations.size(); one++) {
            if (before.get(one).isPresent() && !before.get(one).equals(data(configurations.get(one)))) {
                context.line("%s has changed: %s's pods start again".formatted(configurations.get(one).reference(),
                        title()));
                ofKind("DaemonSet").forEach(labContext.cluster().manifests()::restart);
                return;
            }
        }
    }

    private List<Manifest> objects() {
        return Manifest.parse(labContext.files().podNetwork());
    }

    private String title() {
        return labContext.lab().network().plugin().title();
    }

    private List<Manifest> ofKind(String kind) {
        return objects().stream().filter(object -> object.kind().equals(kind)).toList();
    }

    private Optional<JsonNode> data(Manifest configuration) {
        Cluster cluster = labContext.cluster();
        return cluster.api().find(cluster.path(configuration)).map(object -> object.path("data"));
    }
}
