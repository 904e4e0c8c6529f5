package org.hybridlab.steps;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.kubernetes.Manifest;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The cluster has the museum piece's DaemonSets of kube-proxy and flannel for Windows machines. */
final class ClassicPodsApplied implements Action {
    private final LabTools tools;

    ClassicPodsApplied(LabTools tools) {
        this.tools = tools;
    }

    @Override
    public Probe probe(StepContext context) {
        if (!tools.hasCluster()) {
            return Probe.absent("there is no cluster yet");
        }
        List<String> missing = manifests().flatMap(manifest -> Manifest.parse(manifest).stream())
                .filter(object -> tools.cluster().api().find(tools.cluster().path(object)).isEmpty())
                .map(Manifest::reference).toList();
        return missing.isEmpty() ? Probe.present("the DaemonSets exist")
                : Probe.absent("the cluster lacks " + String.join(", ", missing));
    }

    @Override
    public void run(StepContext context) {
        manifests().forEach(manifest -> tools.cluster().apply(manifest, context::line));
    }

    /** In the order of the text. */
    private Stream<String> manifests() {
        return Stream.of(ClassicRendering.KUBE_PROXY, ClassicRendering.FLANNEL).map(tools.files().classic().files()::get);
    }
}
