package org.hybridlab.provision.windows;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.image.ImageFetcher;
import org.hybridlab.artifact.image.WantedImage;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabBundles;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.image.LabImages;
import org.hybridlab.provision.render.WindowsMachine;

/** Images for Windows machines, downloaded once on this host. Missing ones are no failure. */
public final class ImagesFetched implements Action {
    /** Time to get the registry client, which may be built. */
    private static final Duration CLIENT = Duration.ofMinutes(30);
    private static final Duration EACH = Duration.ofMinutes(WindowsMachine.PULL_MINUTES);

    private final LabContext labContext;
    private final LabImages images;

    public ImagesFetched(LabContext labContext, LabImages images) {
        this.labContext = labContext;
        this.images = images;
    }

    Duration within() {
        return CLIENT.plus(EACH.multipliedBy(images.all().size()));
    }

    @Override
    public Probe probe(StepContext context) {
        List<WantedImage> missing = images.missing();
        if (missing.isEmpty()) {
            return Probe.present("all images are here");
        }
        return labContext.lab().madeWindowsMachines().stream().allMatch(machine ->
                new WindowsScriptRan(labContext, machine, "images.ps1", EACH).probe(context).isPresent())
                ? Probe.present("every machine has its images")
                : Probe.absent("not here: " + String.join(", ", missing.stream().map(WantedImage::title).toList()));
    }

    @Override
    public Duration longest() {
        return within();
    }

    @Override
    public void run(StepContext context) {
        Fetching fetching = LabBundles.fetching(context);
        Optional<ImageFetcher> fetcher = fetcher(fetching);
        for (WantedImage image : images.missing()) {
            if (fetcher.flatMap(with -> with.fetch(image, EACH, fetching)).isEmpty()) {
                context.line("%s is not fetched here%s; each machine pulls it by itself".formatted(image.title(),
                        image.origins().isEmpty() ? ", because a mirror of its registry has a path" : ""));
            }
        }
    }

    /** Empty without a client, after a message. */
    private Optional<ImageFetcher> fetcher(Fetching fetching) {
        try {
            return images.fetcher(fetching);
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            fetching.lines().accept("this host has no client of registries: " + e.what());
            return Optional.empty();
        }
    }
}
