package org.hybridlab.provision.legacy;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.ClassicRendering;

/** The cluster has the legacy mode's DaemonSets of kube-proxy and flannel for Windows machines. */
final class ClassicPodsApplied implements Action {
    private final LabContext labContext;

    ClassicPodsApplied(LabContext labContext) {
        this.labContext = labContext;
    }

    @Override
    public Probe probe(StepContext context) {
        return labContext.changes().look("kube-proxy and flannel for Windows machines", objects());
    }

    @Override
    public void run(StepContext context) {
        labContext.changes().apply(objects(), context);
    }

    /** In the order of the text. */
    private List<Manifest> objects() {
        return Stream.of(ClassicRendering.KUBE_PROXY, ClassicRendering.FLANNEL)
                .map(labContext.files().classic().files()::get).map(Manifest::parse).flatMap(List::stream).toList();
    }
}
