package org.hybridlab.provision.image;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.host.LoadedImages.LoadedImage;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

/** Steps that load images of the user into machines: those of {@code image load}, and again in {@code up}. */
public final class LoadedImagesPlanner {
    private LoadedImagesPlanner() {
    }

    /** Machines that such images are for: Linux nodes that are no simulation. */
    public static List<Machine> nodes(LabContext labContext) {
        return labContext.lab().madeMachines().stream().filter(machine -> !machine.isWindows() && !machine.isEtcd())
                .toList();
    }

    /** None where nothing was loaded. */
    public static List<Step> of(LabContext labContext) {
        List<LoadedImage> all = labContext.loadedImages().all();
        return nodes(labContext).stream().flatMap(machine -> {
            List<LoadedImage> images = all.stream().filter(image -> image.isFor(machine.name(), machine.arch().id()))
                    .toList();
            return images.isEmpty() ? Stream.empty() : Stream.of(step(labContext, machine, images, false)
                    .needs(StepIds.readyForKubeadm(labContext.lab(), machine))
                    .before(StepIds.id(StepIds.NODE_JOINED, machine), StepIds.APP_APPLIED).build());
        }).toList();
    }

    public static Plan load(LabContext labContext, Map<Machine, List<LoadedImage>> images) {
        return new Plan(images.entrySet().stream().map(one -> step(labContext, one.getKey(), one.getValue(), true)
                .build()).toList());
    }

    private static StepBuilder step(LabContext labContext, Machine machine, List<LoadedImage> images,
                                    boolean asked) {
        ImagesLoaded loaded = new ImagesLoaded(labContext, machine, images, asked);
        return StepBuilder.step("images-loaded", "Load images into " + machine.name()).about(machine)
                .timeout(loaded.longest())
                .retry(LabContext.NETWORK_RETRY)
                .inputs(images)
                .action(loaded);
    }
}
