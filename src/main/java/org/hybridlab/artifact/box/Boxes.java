package org.hybridlab.artifact.box;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.UserEnvironment;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.ProviderName;

/** Linux boxes that hybridlab builds from Debian packages and a bundle, and boxes packaged from machines. */
public final class Boxes {
    /** Estimated duration for a box or kit, on two cores. */
    public static final Duration USUAL = Duration.ofMinutes(3);
    public static final Duration USUAL_PAYLOAD = Duration.ofMinutes(1);

    private final Recipe recipe;
    private final Supplier<Debian> debian;
    private final BoxBuilder builder;
    private final NodePayloadStore kits;
    private final Path lock;
    private final List<BoxStore> shelves;
    private final PackagedBoxes packaged;

    private Boxes(Recipe recipe, Supplier<Debian> debian, BoxBuilder builder, NodePayloadStore kits, Path lock,
                  List<BoxStore> shelves, PackagedBoxes packaged) {
        this.recipe = recipe;
        this.debian = debian;
        this.builder = builder;
        this.kits = kits;
        this.lock = lock;
        this.shelves = shelves;
        this.packaged = packaged;
    }

    /** @param userCache hybridlab's folder in the user's cache */
    public static Boxes of(Path home, Path userCache, Map<String, String> environment, Root root,
                           Processes processes) {
        Path folder = userCache.resolve("box");
        Recipe recipe = new Recipe(home);
        return new Boxes(recipe,
                () -> new Debian(folder.resolve("debian"), AptSources.ofHost(Path.of("/")), environment, root,
                        processes),
                new BoxBuilder(folder.resolve("work"), recipe, root, processes),
                new NodePayloadStore(folder.resolve("kit"), recipe), folder.resolve("lock"),
                List.of(new DockerBoxStore(processes), new LibvirtBoxStore(vagrantHome(environment), processes)),
                new PackagedBoxes(vagrantHome(environment), new VagrantBoxes(processes)));
    }

    /** Labs on other providers name a box to download. */
    public boolean makesFor(ProviderName provider) {
        return shelves.stream().anyMatch(store -> store.provider() == provider);
    }

    /** Why this host cannot build boxes and kits: {@code box-host-unfit}; empty if it can. */
    public Optional<LabException> unfit() {
        try {
            AptSources.ofHost(Path.of("/"));
            return Optional.empty();
        } catch (LabException e) {
            return Optional.of(e);
        }
    }

    /** Name for the Vagrantfile, before anything is built or fetched. */
    public String name(ProviderName provider, KubernetesVersion kubernetes, Arch arch) {
        return store(provider).name("linux", payloadName(kubernetes, arch));
    }

    public String stockName(ProviderName provider, Arch arch) {
        return store(provider).name("stock", recipe.ending(arch));
    }

    public boolean exists(ProviderName provider, String name, Cancellation cancellation) {
        return store(provider).has(name, cancellation);
    }

    /**
     * Builds the bundle's box if it does not exist.
     *
     * @return its {@link #name}
     * @throws LabException {@code box-not-built}, {@code box-host-unfit}, {@code box-provider-unfit}, {@code
     * interrupted}
     */
    public String ensure(ProviderName provider, Bundle bundle, Fetching fetching) {
        return build(provider, name(provider, bundle.kubernetes(), bundle.arch()), fetching,
                (build, name) -> build.node(name, bundle));
    }

    public String ensureStock(ProviderName provider, Arch arch, Fetching fetching) {
        return build(provider, stockName(provider, arch), fetching, (build, name) -> build.stock(name, arch));
    }

    /** Name of the kit for stock boxes, before anything is built or fetched. */
    public String payloadName(KubernetesVersion kubernetes, Arch arch) {
        return kubernetes + "-" + recipe.ending(arch);
    }

    public boolean isCurrentPayload(String name) {
        return Stream.of(Arch.values()).anyMatch(arch -> name.endsWith("-" + recipe.ending(arch)));
    }

    public boolean hasNodePayload(KubernetesVersion kubernetes, Arch arch) {
        return kits.has(payloadName(kubernetes, arch));
    }

    /**
     * The kit for stock boxes, built if needed.
     *
     * @throws LabException {@code box-not-built}, {@code box-host-unfit}, {@code interrupted}
     */
    public NodePayload payload(Bundle bundle, Fetching fetching) {
        String name = payloadName(bundle.kubernetes(), bundle.arch());
        if (!kits.has(name)) {
            Path kitLock = lock.resolveSibling("kit.lock");
            try (CacheLock ignored = CacheLock.hold(kitLock, "putting a kit together", fetching)) {
                if (!kits.has(name)) {
                    makeKit(name, bundle, fetching);
                }
            }
        }
        return kits.payload(name, bundle);
    }

    private void makeKit(String name, Bundle bundle, Fetching fetching) {
        BoxBuild.Pieces pieces = BoxBuild.ofKit(debian.get().cached(recipe.packages(bundle.arch(), "image"),
                bundle.arch()).isPresent(), fetching);
        pieces.next();
        Path imageBase = imageBase(bundle.arch(), fetching);
        pieces.next();
        kits.make(name, bundle, imageBase, fetching);
    }

    /** Waits for another build only if it makes the same file. */
    private Path imageBase(Arch arch, Fetching fetching) {
        List<String> packages = recipe.packages(arch, "image");
        Optional<Path> there = debian.get().cached(packages, arch);
        if (there.isPresent()) {
            return there.get();
        }
        try (CacheLock ignored = CacheLock.hold(lock, "building a box", fetching)) {
            return debian.get().with(packages, arch, fetching);
        }
    }

    public List<String> nodePackages(Arch arch) {
        return recipe.packages(arch, "node");
    }

    public PackagedBoxes packaged() {
        return packaged;
    }

    /** With packaged boxes, and those of older recipes. */
    public List<BuiltBox> list(ProviderName provider, Cancellation cancellation) {
        Stream<BuiltBox> built = makesFor(provider) ? store(provider).list(cancellation).stream()
                .map(box -> new BuiltBox(box.provider(), box.name(), box.kubernetes(),
                        isCurrentPayload(box.name()), box.megabytes(), Optional.empty())) : Stream.empty();
        return Stream.concat(built, packaged.list(provider).stream()).toList();
    }

    /** A provider may keep more of a box than Vagrant. */
    public void remove(BuiltBox box, Fetching fetching) {
        // Another lab may be copying its disk into the provider's storage.
        try (CacheLock ignored = CacheLock.hold(lock(lock.getParent().getParent(), box.name()), "using this box",
                fetching)) {
            if (makesFor(box.provider())) {
                store(box.provider()).remove(box.name(), fetching.cancellation());
            } else {
                packaged.remove(box.name(), box.provider(), fetching.cancellation());
            }
        }
    }

    private String build(ProviderName provider, String name, Fetching fetching,
                         BiConsumer<BoxBuild, String> kind) {
        BoxStore store = store(provider);
        if (store.has(name, fetching.cancellation())) {
            return name;
        }
        try (CacheLock ignored = CacheLock.hold(lock, "building a box", fetching)) {
            if (!store.has(name, fetching.cancellation())) {
                kind.accept(new BoxBuild(recipe, debian.get(), builder, store, fetching), name);
            }
        }
        return name;
    }

    /** Lock of a Vagrant box, for work that labs must not do at the same time. */
    public static Path lock(Path userCache, String box) {
        return userCache.resolve("box").resolve(URLEncoder.encode(box, StandardCharsets.UTF_8) + ".lock");
    }

    private static Path vagrantHome(Map<String, String> environment) {
        String home = environment.getOrDefault("VAGRANT_HOME", "");
        return home.isEmpty() ? UserEnvironment.home(environment).resolve(".vagrant.d") : Path.of(home);
    }

    private BoxStore store(ProviderName provider) {
        return shelves.stream().filter(store -> store.provider() == provider).findFirst()
                .orElseThrow(() -> LabException.invalid("box-provider-unfit",
                        "hybridlab makes no boxes for " + provider.traits().title() + ".",
                        "Name a box in the lab file (box:), or take provider docker or libvirt."));
    }
}
