package org.hybridlab.artifact.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Processes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder {@code images/} of the user's cache: {@code <image>-<build>-<arch>/image.tar} and a record for images of
 * Windows machines, {@code sha256-<digest>/} with blobs and a record for images that the user loaded. An image appears
 * complete, by one rename. The next run removes incomplete ones.
 */
public final class ImageCache {
    /** Begins the folders of images that the user loaded. */
    public static final String LOADED = "sha256-";

    private static final String ARCHIVE = "image.tar";
    private static final String RECORD = "record.json";
    private static final String STAGE = ".new-";

    private final Path root;

    public ImageCache(Path root) {
        this.root = root;
    }

    private record Kept(String image, String osVersion, String digest, String sha256, long bytes) {
    }

    public Optional<KeptImage> look(WantedImage wanted) {
        Path archive = folder(wanted).resolve(ARCHIVE);
        try {
            Kept kept = JsonMapper.shared().readValue(Files.readString(folder(wanted).resolve(RECORD)), Kept.class);
            boolean itself = kept.image().equals(wanted.name().toString());
            return itself && Files.size(archive) == kept.bytes() ? Optional.of(new KeptImage(wanted, archive,
                    kept.osVersion(), kept.digest(), kept.sha256(), kept.bytes())) : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** One run fetches at a time, so incomplete files belong to nobody. */
    CacheLock lock(Fetching fetching) {
        CacheLock lock = CacheLock.hold(root.resolve("lock"), "fetching images", fetching);
        try (Stream<Path> all = Files.list(root)) {
            all.filter(one -> one.getFileName().toString().startsWith(STAGE)).forEach(CacheFolder::delete);
            return lock;
        } catch (IOException e) {
            lock.close();
            throw CacheFolder.notWritable(root, e);
        }
    }

    Path stage() {
        try {
            return Files.createTempDirectory(root, STAGE);
        } catch (IOException e) {
            throw CacheFolder.notWritable(root, e);
        }
    }

    KeptImage accept(WantedImage wanted, OciFolder fetched, Path stage) throws IOException {
        Path whole = Files.createDirectory(stage.resolve("whole"));
        Path archive = whole.resolve(ARCHIVE);
        fetched.pack(wanted.name(), archive);
        Files.writeString(whole.resolve(RECORD), JsonMapper.shared().writeValueAsString(new Kept(
                wanted.name().toString(), fetched.config().path("os.version").asString(""), fetched.digest(),
                Sha256.of(archive), Files.size(archive))) + "\n");
        CacheFolder.delete(folder(wanted));
        Files.move(whole, folder(wanted), StandardCopyOption.ATOMIC_MOVE);
        return look(wanted).orElseThrow(() -> new IOException(folder(wanted) + " does not stay"));
    }

    /**
     * Keeps images that the user loads, each in a folder of its digest.
     *
     * @param word an image of docker, podman or nerdctl; or an archive, which begins with . or /, or ends with .tar
     * @param directory where a relative path begins
     * @return by the full names that pods may use
     * @throws LabException as {@link SavedImages} and {@link HostImages}
     */
    public Map<ImageName, OciImage> keep(String word, Path directory, String arch, Processes processes,
                                         Fetching fetching) {
        boolean archive = word.startsWith(".") || word.startsWith("/") || word.endsWith(".tar");
        Path source = directory.resolve(word).normalize();
        if (archive && Files.notExists(source)) {
            throw LabException.invalid("image-not-found", "%s does not exist.".formatted(source),
                    "An archive is a file or folder of this host.");
        }
        try (CacheLock ignored = lock(fetching)) {
            Path stage = stage();
            try {
                Path saved = stage.resolve("saved.tar");
                if (!archive) {
                    new HostImages(processes, fetching.cancellation()).save(word, arch, saved);
                }
                SavedImages images = SavedImages.read(archive ? source : saved, word, stage);
                Map<ImageName, OciImage> found = images.images(arch);
                for (OciImage image : found.values()) {
                    keep(image, images, Files.createTempDirectory(stage, "image-"));
                }
                // podman calls app:1 localhost/app:1, and pods that say app:1 mean docker.io/library/app:1.
                return archive ? found : Map.of(ImageName.of(word).orElseThrow(() -> HostImages.withoutName(word)),
                        found.values().iterator().next());
            } catch (IOException e) {
                throw CacheFolder.notWritable(stage, e);
            } finally {
                CacheFolder.delete(stage);
            }
        }
    }

    private void keep(OciImage image, SavedImages archive, Path whole) throws IOException {
        if (kept(image.manifest()).isEmpty()) {
            archive.give(image, whole);
            Files.writeString(whole.resolve(RECORD), JsonMapper.shared().writeValueAsString(image) + "\n");
            CacheFolder.delete(folder(image.manifest()));
            Files.move(whole, folder(image.manifest()), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** An image that the user loaded. Empty if it is not here as a whole. @param digest of its manifest */
    public Optional<OciImage> kept(String digest) {
        try {
            OciImage image = JsonMapper.shared().readValue(Files.readString(folder(digest).resolve(RECORD)),
                    OciImage.class);
            return Optional.of(image).filter(one -> blobs(one, Set.of()).stream().allMatch(Files::isRegularFile));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** Its blobs as files of a tar archive. @param snapshots chain ids of layers to leave out */
    public List<Path> blobs(OciImage image, Set<String> snapshots) {
        return image.blobs(snapshots).map(digest -> OciImage.file(folder(image.manifest()), digest)).toList();
    }

    /** Removes images that the user loaded. @param digests of their manifests */
    public void forget(Collection<String> digests, Fetching fetching) {
        if (!digests.isEmpty()) {
            try (CacheLock ignored = lock(fetching)) {
                digests.forEach(digest -> CacheFolder.delete(folder(digest)));
            }
        }
    }

    private Path folder(String digest) {
        return root.resolve(folderOf(digest));
    }

    /** In {@code images/} of the cache. */
    public static String folderOf(String digest) {
        return digest.replace(':', '-');
    }

    private Path folder(WantedImage wanted) {
        return root.resolve(wanted.flat());
    }
}
