package org.hybridlab.provision.image;

import java.net.URI;
import java.util.ArrayList;
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
import org.hybridlab.artifact.image.Origin;
import org.hybridlab.artifact.image.WantedImage;
import org.hybridlab.config.file.RenderedManifests;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Registry;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.provider.vagrant.ProxyEnvironment;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.RegistryFiles;

/** Images for the lab's Windows machines: pause, HostProcess pods, and the apps'. Machines pull those with a digest. */
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

    /** For all machines that are created; each kind has its own. */
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

    /** Without images in boxes, simulated machines and those of others. @param bundled images in boxes of hybridlab */
    public List<WantedImage> ofRegistries(Set<String> bundled) {
        Set<String> onMachines = bundled.stream().map(ImageName::of).flatMap(Optional::stream)
                .map(ImageName::toString).collect(Collectors.toSet());
        return labContext.lab().madeMachines().stream()
                .flatMap(machine -> (machine.isWindows() ? of(machine) : ofApps(machine)).stream()
                        .filter(image -> machine.isWindows() || machine.box().isPresent()
                                || !onMachines.contains(image.name().toString())))
                .distinct().toList();
    }

    /** Cheap. */
    public Optional<KeptImage> here(WantedImage image) {
        return cache.look(image);
    }

    /** Whether this host can fetch them for all machines. */
    public boolean fetchedOnHost() {
        return labContext.bundles().hasImageClient();
    }

    public List<WantedImage> missing() {
        return all().stream().filter(image -> here(image).isEmpty()).toList();
    }

    /** Fetches its program if missing. Empty on hosts without one. */
    public Optional<ImageLookup> lookup(Fetching fetching) {
        return crane(fetching).map(ImageLookup::new);
    }

    /** Fetches its program if missing. Empty on hosts without one. */
    public Optional<ImageFetcher> fetcher(Fetching fetching) {
        return crane(fetching).map(crane -> new ImageFetcher(crane, cache));
    }

    private Optional<Crane> crane(Fetching fetching) {
        return labContext.bundles().imageClient(fetching).map(client ->
                new Crane(client, ProxyEnvironment.of(labContext.lab()), origins::login, labContext.processes()));
    }

    /** Where this host requests an image: as the machines do, in the same order, see {@code hosts.toml}. */
    record ImageOrigins(Lab lab, RegistryFiles registries) {

        /** Empty for images that the machines pull themselves, see {@link #staysAway}. */
        List<Origin> of(ImageName image) {
            Optional<Registry> own = own(image.registry());
            if (own.filter(ImageOrigins::staysAway).isPresent()) {
                return List.of();
            }
            List<URI> mirrors = own.map(one -> one.mirrors().stream()).orElse(lab.outside().registryMirror().stream())
                    .map(URI::create).toList();
            // The client does not support a mirror with a path.
            if (mirrors.stream().anyMatch(mirror -> !mirror.getPath().replace("/", "").isEmpty())) {
                return List.of();
            }
            List<Origin> origins = new ArrayList<>();
            mirrors.forEach(one -> origins.add(new Origin(one.getAuthority(), one.getScheme().equals("http"), true)));
            origins.add(new Origin(image.registry(), own.filter(Registry::plainHttp).isPresent(), false));
            return origins;
        }

        /** {@code user:password} in base 64. Throws {@code registry-password-missing} (exit 3). */
        Optional<String> login(Origin origin) {
            return origin.mirror() ? Optional.empty() : own(origin.host()).flatMap(registries::login);
        }

        /**
         * The client uses plain HTTP for addresses that it considers private (pkg/name of go-containerregistry). It
         * would send a login that the lab file allows for TLS only.
         */
        private static boolean staysAway(Registry registry) {
            String host = registry.host().replaceFirst(":[0-9]+$", "");
            return registry.login().isPresent() && !registry.plainHttp()
                    && (host.matches("[0-9.]+|\\[.*]") || host.endsWith("localhost") || host.endsWith(".local"));
        }

        private Optional<Registry> own(String host) {
            return lab.registries().stream().filter(one -> one.host().equals(host)).findFirst();
        }
    }
}
