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

/** Known bundles, and their parts in the user's cache. */
public final class Bundles {
    /** Environment variable for the source: auto, official or modules. */
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
     * @param userCache hybridlab's folder in the user's cache
     * @throws LabException {@code bundle-manifest-unreadable}
     */
    public static Bundles of(Path home, Path userCache, Map<String, String> environment, Processes processes) {
        Path folder = home.resolve("data/bundle");
        BundleManifest manifest = BundleManifestReader.read(folder);
        GoCaches go = GoCaches.in(userCache);
        Path root = userCache.resolve("bundle");
        Downloads downloads = new Downloads(root.resolve("downloads"), environment);
        ModulesSource modules = new ModulesSource(folder.resolve("go"),
                new GoToolchain(manifest.toolchain(), go, processes), go, processes);
        return new Bundles(manifest, new BundleCache(root, manifest.sums(), manifest.official()),
                new Sources(new OfficialSource(downloads, manifest.official()), modules, downloads), wish(environment));
    }

    public Bundles from(SourceOptions newWish) {
        return new Bundles(manifest, cache, sources, newWish);
    }

    public List<Release> releases() {
        return manifest.releases();
    }

    /** Images of a Linux machine by short name, with real versions as tags. Fetches nothing. */
    public Map<String, ImageSpec> images(KubernetesVersion kubernetes) {
        return manifest.images(kubernetes);
    }

    public List<PartState> state(KubernetesVersion kubernetes, Group group, Arch arch) {
        return manifest.parts(kubernetes, group, arch).stream().map(this::state).toList();
    }

    public DownloadEstimate estimate(KubernetesVersion kubernetes, Group group, Arch arch) {
        return DownloadEstimate.of(state(kubernetes, group, arch));
    }

    /**
     * Fetches what is missing.
     *
     * @throws LabException {@code kubernetes-not-in-bundle}, {@code bundle-not-downloaded}, {@code bundle-not-built},
     * {@code bundle-wrong-checksum}, {@code program-missing} (Go), {@code interrupted}
     */
    public Bundle get(KubernetesVersion kubernetes, Os os, Arch arch, Fetching fetching) {
        return get(kubernetes, Group.of(os), arch, fetching);
    }

    public Bundle get(KubernetesVersion kubernetes, Group group, Arch arch, Fetching fetching) {
        List<BundlePart> parts = manifest.parts(kubernetes, group, arch);
        complete(parts, fetching);
        return bundle(kubernetes, group, arch, parts);
    }

    public Optional<Bundle> cached(KubernetesVersion kubernetes, Os os, Arch arch) {
        return cached(kubernetes, Group.of(os), arch);
    }

    public Optional<Bundle> cached(KubernetesVersion kubernetes, Group group, Arch arch) {
        List<BundlePart> parts = manifest.parts(kubernetes, group, arch);
        return missing(parts).isEmpty() ? Optional.of(bundle(kubernetes, group, arch, parts)) : Optional.empty();
    }

    /** One program of a bundle, if it is here. Others may be missing. */
    public Optional<Path> program(String name, KubernetesVersion kubernetes, Arch arch) {
        BundlePart part = partWith(name, kubernetes, arch);
        return cache.look(part).map(record -> cache.folder(part).resolve(part.fileName(name)));
    }

    /**
     * Fetches the program's part if needed.
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

    /** Files that differ from their records. Reads every byte. */
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

    /** Removes what {@link #verify} finds, so that {@link #get} fetches it again. */
    public void dropDamaged(KubernetesVersion kubernetes, Group group, Arch arch) {
        for (BundlePart part : manifest.parts(kubernetes, group, arch)) {
            PartRecord.read(cache.folder(part)).filter(record -> !cache.damaged(part, record).isEmpty())
                    .ifPresent(record -> CacheFolder.delete(cache.folder(part)));
        }
    }

    /** By path below the cache. Fetches what is missing. */
    Map<String, String> sums(List<BundlePart> parts, Fetching fetching) {
        complete(parts, fetching);
        Map<String, String> sums = new HashMap<>();
        parts.forEach(part -> cache.look(part).orElseThrow().files().forEach((name, file) ->
                sums.put(part.folder() + "/" + name, file.sha256())));
        return sums;
    }

    /** Cache folders of all known parts, for example {@code etcd/3.6.16-linux-amd64}. */
    public Set<String> folders() {
        return manifest.allParts().map(BundlePart::folder).collect(Collectors.toSet());
    }

    public Path userCache() {
        return cache.root().toAbsolutePath().getParent();
    }

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

    /** Chooses sources of parts, with one connection test per run. */
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

        /** In order of preference. */
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
