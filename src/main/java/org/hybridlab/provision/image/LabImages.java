package org.hybridlab.provision.image;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.image.Crane;
import org.hybridlab.artifact.image.ImageCache;
import org.hybridlab.artifact.image.ImageFetcher;
import org.hybridlab.artifact.image.ImageLookup;
import org.hybridlab.artifact.image.ImageName;
import org.hybridlab.artifact.image.KeptImage;
import org.hybridlab.artifact.image.WantedImage;
import org.hybridlab.config.file.RenderedManifests;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.provider.vagrant.ProxyEnvironment;
import org.hybridlab.provision.context.LabContext;

/**
 * The images that a lab's Windows machines will need: of pause and HostProcess pods, and of the lab's own apps. What
 * names a digest is left to the machines.
 */
public final class LabImages {
    private final LabContext labContext;
    private final ImageCache cache;
    private final ImageOrigins origins;

    private LabImages(LabContext labContext) {
        this.labContext = labContext;
        this.cache = labContext.bundles().images();
        this.origins = new ImageOrigins(labContext.lab(), labContext.registries());
    }

    public static LabImages of(LabContext labContext) {
        return new LabImages(labContext);
    }

    /** Of all machines that are made; each kind of machine has its own. */
    public List<WantedImage> all() {
        return labContext.lab().madeWindowsMachines().stream()
                .flatMap(machine -> of(machine).stream()).distinct().toList();
    }

    /** What a machine needs before it joins comes first. */
    public List<WantedImage> of(Machine machine) {
        Stream<String> own = labContext.windowsMachine(machine).images().stream();
        return Stream.concat(own.map(ImageName::of).flatMap(Optional::stream).map(name -> wanted(name, machine)),
                ofApps(machine).stream()).distinct().toList();
    }

    private List<WantedImage> ofApps(Machine machine) {
        return RenderedManifests.images(labContext.lab(), machine, labContext.files().manifests()).stream()
                .map(ImageName::of).flatMap(Optional::stream).map(name -> wanted(name, machine)).distinct().toList();
    }

    private WantedImage wanted(ImageName name, Machine machine) {
        return new WantedImage(name, machine.windows().map(WindowsSettings::build), machine.arch(), origins.of(name));
    }

    /**
     * Those that only a registry has: what a machine's box brings is not among them. None of machines that are
     * simulated, or that the lab does not make.
     *
     * @param bundled references of the images in boxes that hybridlab builds
     */
    public List<WantedImage> ofRegistries(Set<String> bundled) {
        Set<String> onMachines = bundled.stream().map(ImageName::of).flatMap(Optional::stream)
                .map(ImageName::toString).collect(Collectors.toSet());
        return labContext.lab().madeMachines().stream()
                .flatMap(machine -> (machine.isWindows() ? of(machine) : ofApps(machine)).stream()
                        .filter(image -> machine.isWindows() || machine.box().isPresent()
                                || !onMachines.contains(image.name().toString())))
                .distinct().toList();
    }

    /** What of an image is on this host; a cheap look. */
    public Optional<KeptImage> here(WantedImage image) {
        return cache.look(image);
    }

    /** Whether this host is one that can fetch them for all machines. */
    public boolean fetchedOnHost() {
        return labContext.bundles().hasImageClient();
    }

    public List<WantedImage> missing() {
        return all().stream().filter(image -> here(image).isEmpty()).toList();
    }

    /** Asks registries; its program is fetched first, if it is missing. Empty on hosts that it is not made for. */
    public Optional<ImageLookup> lookup(Fetching fetching) {
        return crane(fetching).map(ImageLookup::new);
    }

    /** Gets images; its program is fetched first, if it is missing. Empty on hosts that it is not made for. */
    public Optional<ImageFetcher> fetcher(Fetching fetching) {
        return crane(fetching).map(crane -> new ImageFetcher(crane, cache));
    }

    private Optional<Crane> crane(Fetching fetching) {
        return labContext.bundles().imageClient(fetching).map(client ->
                new Crane(client, ProxyEnvironment.of(labContext.lab()), origins::login, labContext.processes()));
    }
}
