package org.hybridlab.artifact.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Result;

/** Fetches images into the cache. A failure is only reported, since machines can pull by themselves. */
public final class ImageFetcher {
    /** For breaks within an image. crane itself retries single requests. */
    private static final int ATTEMPTS = 3;
    /** Errors of a registry that answered, as crane reports them (pkg/v1/remote/transport/error.go). */
    private static final Pattern ANSWERED =
            Pattern.compile("(?s).*(_UNKNOWN|UNAUTHORIZED|DENIED|TOOMANYREQUESTS|status code [0-9]).*");

    private final Crane crane;
    private final ImageCache cache;
    /** Places that did not answer, which are not tried again. */
    private final Set<Origin> silent = new HashSet<>();

    public ImageFetcher(Crane crane, ImageCache cache) {
        this.crane = crane;
        this.cache = cache;
    }

    /**
     * @param within time limit of all fetches
     * @throws LabException {@code interrupted}
     */
    public Optional<KeptImage> fetch(WantedImage wanted, Duration within, Fetching fetching) {
        try (CacheLock ignored = cache.lock(fetching)) {
            Optional<KeptImage> kept = cache.look(wanted);
            long end = System.nanoTime() + within.toNanos();
            for (Origin origin : wanted.origins()) {
                if (kept.isEmpty()) {
                    kept = silent.contains(origin) ? not(wanted, origin, "it did not answer before", fetching)
                            : fetch(wanted, origin, end, fetching);
                }
            }
            return kept;
        }
    }

    private Optional<KeptImage> fetch(WantedImage wanted, Origin origin, long end, Fetching fetching) {
        Path stage = cache.stage();
        boolean answers = false;
        try {
            Result manifest = crane.manifest(origin, wanted.name(), stage, fetching);
            answers = manifest.ok() || ANSWERED.matcher(manifest.stderr()).matches();
            if (!manifest.ok()) {
                return not(wanted, origin, Crane.reason(manifest), fetching);
            }
            Optional<Variant> variant = Variant.of(manifest.stdout(), wanted);
            return variant.isPresent() ? pull(wanted, origin, variant.get(), stage, end, fetching)
                    : not(wanted, origin, "it has none for such machines", fetching);
        } catch (LabException e) {
            if (e.id().equals("interrupted")) {
                throw e;
            }
            return not(wanted, origin, e.what(), fetching);
        } catch (IOException | UncheckedIOException e) {
            return not(wanted, origin, e.getMessage(), fetching);
        } finally {
            if (!answers) {
                silent.add(origin);
            }
            CacheFolder.delete(stage);
        }
    }

    private Optional<KeptImage> pull(WantedImage wanted, Origin origin, Variant variant, Path stage, long end,
                                     Fetching fetching) throws IOException {
        fetching.lines().accept("fetching %s from %s".formatted(wanted.title(), origin.host()));
        String why = "";
        for (int attempt = 1; attempt <= ATTEMPTS && System.nanoTime() < end; attempt++) {
            OciFolder folder = new OciFolder(stage.resolve("oci" + attempt));
            Result pulled = crane.pull(origin, wanted.name(), variant, folder.folder(),
                    Duration.ofNanos(end - System.nanoTime()), fetching);
            if (pulled.ok()) {
                return Variant.fits(folder.config(), wanted) ? Optional.of(cache.accept(wanted, folder, stage))
                        : not(wanted, origin, "it is for " + folder.config().path("os").asString("?") + " "
                                + folder.config().path("os.version").asString(""), fetching);
            }
            why = Crane.reason(pulled);
            fetching.lines().accept("attempt %d of %d: %s".formatted(attempt, ATTEMPTS, why));
            CacheFolder.delete(folder.folder());
        }
        return not(wanted, origin, why.isEmpty() ? "no time is left" : why, fetching);
    }

    private static Optional<KeptImage> not(WantedImage wanted, Origin origin, String why, Fetching fetching) {
        fetching.lines().accept("%s: not from %s: %s".formatted(wanted.title(), origin.host(), why));
        return Optional.empty();
    }
}
