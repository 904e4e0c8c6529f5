package org.hybridlab.provision.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.Addon;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.RenderedFiles;

/** The cluster lacks an addon that is switched off. The workspace still has its manifest. */
record AddonRemoved(LabContext labContext, Addon addon) implements Action {
    @Override
    public Probe probe(StepContext context) {
        return there().isEmpty() ? Probe.present("the cluster has nothing of it")
                : Probe.absent("the cluster has the " + addon.title());
    }

    /** Last first, so that dependencies go after their users. */
    @Override
    public void run(StepContext context) {
        List<String> paths = new ArrayList<>(there());
        Collections.reverse(paths);
        for (String path : paths) {
            labContext.cluster().api().deleteWithOwned(path);
            context.line(path + " deleted");
        }
    }

    /** An app may bring the same program under the same names. */
    private boolean isOfAnApp(Manifest object) {
        return labContext.objectsOfApps().stream().anyMatch(one -> one.reference().equals(object.reference())
                && one.namespace().equals(object.namespace()));
    }

    private List<String> there() {
        Path file = labContext.workspace().folder().resolve(RenderedFiles.addonFile(addon.name()));
        Cluster cluster = labContext.cluster();
        try {
            return !Files.isRegularFile(file) ? List.of() : Manifest.parse(Files.readString(file)).stream()
                    .filter(object -> !isOfAnApp(object)).map(cluster::knownPath).flatMap(Optional::stream)
                    .filter(path -> cluster.api().find(path).isPresent()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
