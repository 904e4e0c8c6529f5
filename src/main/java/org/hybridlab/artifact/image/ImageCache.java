package org.hybridlab.artifact.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Sha256;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder {@code images/} of the user's cache: {@code <image>-<build>-<arch>/image.tar} and a record. An image
 * appears complete, by one rename. The next run removes incomplete ones.
 */
public final class ImageCache {
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

    private Path folder(WantedImage wanted) {
        return root.resolve(wanted.flat());
    }
}
