package org.hybridlab.artifact.bundle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.TaskProgress;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/** The bundles that this installation knows, and what of them lies in the user's cache. */
public final class Bundles {
    /** Environment variable that decides on the source: auto, official or modules. */
    public static final String SOURCE_VARIABLE = "HYBRIDLAB_BUNDLE_SOURCE";

    private final BundleManifest manifest;
    private final BundleCache cache;
    private final Sources sources;
    private final SourceOptions wish;

    Bundles(BundleManifest manifest, BundleCache cache, Sources sources, SourceOptions wish) {
        this.manifest = manifest;
        this.cache = cache;
        this.sources = sources;
        this.wish = wish;
    }

    /**
     * @param home where hybridlab is installed
     * @param userCache hybridlab's folder in the user's cache
     * @throws LabException {@code bundle-manifest-unreadable}
     */
    public static Bundles of(Path home, Path userCache, Map<String, String> environment, Processes processes) {
        Path folder = home.resolve("bundle");
        BundleManifest manifest = BundleManifestReader.read(folder);
        GoCaches go = GoCaches.in(userCache);
        Path root = userCache.resolve("bundle");
        Downloads downloads = new Downloads(root.resolve("downloads"), environment);
        ModulesSource modules = new ModulesSource(folder.resolve("go"),
                new GoToolchain(manifest.toolchain(), go, processes), go, processes);
        return new Bundles(manifest, new BundleCache(root, manifest.sums(), manifest.official()),
                new Sources(new OfficialSource(downloads, manifest.official()), modules, downloads), wish(environment));
    }

    /** The same with another source. */
    public Bundles from(SourceOptions newWish) {
        return new Bundles(manifest, cache, sources, newWish);
    }

    /** Newest first. */
    public List<Release> releases() {
        return manifest.releases();
    }

    /** The images of a Linux machine by short name, with what is really inside as their tags; nothing is fetched. */
    public Map<String, ImageSpec> images(KubernetesVersion kubernetes) {
        return manifest.images(kubernetes);
    }

    /** What the group consists of, and what of it is here; cheap. */
    public List<PartState> state(KubernetesVersion kubernetes, Group group, Arch arch) {
        return manifest.parts(kubernetes, group, arch).stream().map(this::state).toList();
    }

    /** What {@link #get} would have to fetch; cheap. */
    public DownloadEstimate estimate(KubernetesVersion kubernetes, Group group, Arch arch) {
        return DownloadEstimate.of(state(kubernetes, group, arch));
    }

    /**
     * The bundle for machines of that kind; whatever is missing is fetched first.
     *
     * @throws LabException {@code kubernetes-not-in-bundle}, {@code bundle-not-downloaded}, {@code bundle-not-built},
     *         {@code bundle-wrong-checksum}, {@code program-missing} (Go), {@code interrupted}
     */
    public Bundle get(KubernetesVersion kubernetes, Os os, Arch arch, Fetching fetching) {
        return get(kubernetes, Group.of(os), arch, fetching);
    }

    /** The same for any group. */
    public Bundle get(KubernetesVersion kubernetes, Group group, Arch arch, Fetching fetching) {
        List<BundlePart> parts = manifest.parts(kubernetes, group, arch);
        complete(parts, fetching);
        return bundle(kubernetes, group, arch, parts);
    }

    /** The bundle as far as it is here; empty if something is missing; cheap. */
    public Optional<Bundle> cached(KubernetesVersion kubernetes, Os os, Arch arch) {
        return cached(kubernetes, Group.of(os), arch);
    }

    /** The same for any group. */
    public Optional<Bundle> cached(KubernetesVersion kubernetes, Group group, Arch arch) {
        List<BundlePart> parts = manifest.parts(kubernetes, group, arch);
        return missing(parts).isEmpty() ? Optional.of(bundle(kubernetes, group, arch, parts)) : Optional.empty();
    }

    /** One program of a machine's bundle, if it is here; the rest of the bundle need not be. */
    public Optional<Path> program(String name, KubernetesVersion kubernetes, Arch arch) {
        BundlePart part = partWith(name, kubernetes, arch);
        return cache.look(part).map(record -> cache.folder(part).resolve(part.fileName(name)));
    }

    /**
     * The same; what is missing is fetched first, with the programs that come with it.
     *
     * @throws LabException as {@link #get}
     */
    public Path program(String name, KubernetesVersion kubernetes, Arch arch, Fetching fetching) {
        complete(List.of(partWith(name, kubernetes, arch)), fetching);
        return program(name, kubernetes, arch).orElseThrow();
    }

    private BundlePart partWith(String name, KubernetesVersion kubernetes, Arch arch) {
        return manifest.parts(kubernetes, Group.LINUX, arch).stream().filter(part -> part.names().contains(name))
                .findFirst().orElseThrow();
    }

    /** Reads every byte of what is here of the group and names what is not what was fetched. */
    public List<DamagedFile> verify(KubernetesVersion kubernetes, Group group, Arch arch) {
        List<DamagedFile> damages = new ArrayList<>();
        for (BundlePart part : manifest.parts(kubernetes, group, arch)) {
            PartRecord.read(cache.folder(part)).ifPresent(record -> cache.damaged(part, record)
                    .forEach(name -> damages.add(new DamagedFile(part.folder() + "/" + name))));
        }
        return damages;
    }

    /** @throws LabException {@code bundle-damaged} if {@link #verify} found anything */
    public static void refuse(List<DamagedFile> damages) {
        if (!damages.isEmpty()) {
            throw LabException.hostNotReady("bundle-damaged", "These files of the bundle have changed since they were "
                    + "fetched: " + String.join(", ", damages.stream().map(DamagedFile::path).toList()) + ".",
                    "Run `hybridlab bundle get --again`: it fetches them again.");
        }
    }

    /** Forgets what {@link #verify} finds, so that the next {@link #get} fetches it again. */
    public void dropDamaged(KubernetesVersion kubernetes, Group group, Arch arch) {
        for (BundlePart part : manifest.parts(kubernetes, group, arch)) {
            PartRecord.read(cache.folder(part)).filter(record -> !cache.damaged(part, record).isEmpty())
                    .ifPresent(record -> CacheFolder.delete(cache.folder(part)));
        }
    }

    /** Folders in the cache of all parts that this installation knows, for example {@code etcd/3.6.16-linux-amd64}. */
    public Set<String> folders() {
        return manifest.allParts().map(BundlePart::folder).collect(Collectors.toSet());
    }

    /** What is kept besides bundles lies beside them. */
    public Path userCache() {
        return cache.root().toAbsolutePath().getParent();
    }

    /** Moves bundles between hosts. */
    public BundleArchive archive() {
        return new BundleArchive(manifest, cache);
    }

    private void complete(List<BundlePart> parts, Fetching fetching) {
        if (!missing(parts).isEmpty()) {
            try (CacheLock ignored = CacheLock.hold(cache.root().resolve("lock"), "getting files", fetching)) {
                fetch(missing(parts), fetching);
            }
        }
    }

    private void fetch(List<BundlePart> missing, Fetching fetching) {
        List<BundleSource> chosen = missing.isEmpty() ? List.of() : sources.chosen(wish, missing, fetching);
        Duration before = Duration.ZERO;
        Duration rest = missing.stream().map(part -> Sources.offering(part, chosen).usual(part))
                .reduce(Duration.ZERO, Duration::plus);
        for (BundlePart part : missing) {
            BundleSource source = Sources.offering(part, chosen);
            fetching.say("%s, %s".formatted(part.title(), source.name()));
            Duration usual = source.usual(part);
            rest = rest.minus(usual);
            Fetching ofPart = fetching.within(before, rest);
            ofPart.progress().accept(new TaskProgress(Duration.ZERO, usual, usual));
            before = before.plus(usual);
            Path stage = cache.stage(part);
            try {
                source.fetch(part, stage, ofPart);
                cache.accept(part, stage, source.name(), source.givesBuiltFiles() ? cache.built() : List.of());
            } finally {
                CacheFolder.delete(stage);
            }
        }
    }

    private List<BundlePart> missing(List<BundlePart> parts) {
        return parts.stream().filter(part -> cache.look(part).isEmpty()).toList();
    }

    private Bundle bundle(KubernetesVersion kubernetes, Group group, Arch arch, List<BundlePart> parts) {
        Map<String, Path> files = new HashMap<>();
        Map<String, String> sums = new HashMap<>();
        for (BundlePart part : parts) {
            PartRecord record = cache.look(part).orElseThrow();
            for (String name : part.names()) {
                files.put(name, cache.folder(part).resolve(part.fileName(name)));
                sums.put(name, record.files().get(part.fileName(name)).sha256());
            }
        }
        return new Bundle(kubernetes, group.os(), arch, manifest.release(kubernetes).versions(), files, sums,
                group == Group.LINUX ? manifest.images(kubernetes) : Map.of());
    }

    private PartState state(BundlePart part) {
        Optional<String> source = cache.look(part).map(PartRecord::source);
        return new PartState(part.component().name(), part.version(), part.os().id() + "-" + part.arch().id(),
                source, part.names().stream().map(part::fileName).toList(), part.component().megabytes(),
                part.component().seconds());
    }

    private static SourceOptions wish(Map<String, String> environment) {
        String given = environment.getOrDefault(SOURCE_VARIABLE, "").strip();
        String word = given.isEmpty() ? "auto" : given;
        return Arrays.stream(SourceOptions.values()).filter(wish -> wish.name().equalsIgnoreCase(word)).findFirst()
                .orElseThrow(() -> LabException.invalid("bundle-source-unknown",
                        "%s is '%s'.".formatted(SOURCE_VARIABLE, word), "Set it to auto, official or modules."));
    }

    /** Decides, by one probe in a run, where parts come from. */
    static final class Sources {
        private static final Duration PROBE = Duration.ofSeconds(4);

        private final OfficialSource official;
        private final ModulesSource modules;
        private final Downloads downloads;

        Sources(OfficialSource official, ModulesSource modules, Downloads downloads) {
            this.official = official;
            this.modules = modules;
            this.downloads = downloads;
        }

        /** In the order in which they are asked whether they offer a part. */
        List<BundleSource> chosen(SourceOptions wish, List<BundlePart> missing, Fetching fetching) {
            boolean takesOfficial = switch (wish) {
                case OFFICIAL -> true;
                case MODULES -> false;
                case AUTO -> isOfficialReachable(missing, fetching);
            };
            if (wish == SourceOptions.AUTO && missing.stream().anyMatch(official::offers)) {
                fetching.say(takesOfficial ? "official downloads can be reached"
                        : "official downloads cannot be reached: building from Go modules");
            }
            return takesOfficial ? List.of(official, modules) : List.of(modules);
        }

        static BundleSource offering(BundlePart part, List<BundleSource> sources) {
            return sources.stream().filter(source -> source.offers(part)).findFirst()
                    .orElseThrow(() -> LabException.invalid("bundle-not-offered",
                            "No source offers " + part.title() + ".",
                            "Take a Kubernetes version that `hybridlab bundle list` shows."));
        }

        private boolean isOfficialReachable(List<BundlePart> missing, Fetching fetching) {
            return missing.stream().filter(official::offers).findFirst().map(part -> {
                String url = part.fill(part.component().official().orElseThrow().checksum(), part.names().get(0));
                return downloads.reaches(url, PROBE, fetching.cancellation());
            }).orElse(false);
        }
    }
}
