package org.hybridlab.artifact.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.cache.CacheEntry.CacheUse;
import org.hybridlab.common.error.LabException;

/** hybridlab's folder in the user's cache. Links are entries themselves, and are never followed. */
public final class UserCache {
    /** Lists of docker boxes' files, 8 MB per image. The next snapshot recreates them. */
    public static final String BOX_FILES = "box-files";

    private final Path root;
    private final Set<String> currentParts;
    private final Predicate<String> currentKit;
    private final Predicate<String> currentClasses;
    private final Predicate<String> currentImages;

    /**
     * @param root hybridlab's folder in the user's cache
     * @param currentParts folders of this installation's bundle parts
     * @param currentKit whether this installation uses a kit
     * @param currentClasses whether a class-data archive is this installation's
     * @param currentImages whether a lab may use an image
     */
    public UserCache(Path root, Set<String> currentParts, Predicate<String> currentKit,
                     Predicate<String> currentClasses, Predicate<String> currentImages) {
        this.root = root;
        this.currentParts = currentParts;
        this.currentKit = currentKit;
        this.currentClasses = currentClasses;
        this.currentImages = currentImages;
    }

    public Path root() {
        return root;
    }

    public List<CacheEntry> entries() {
        List<CacheEntry> entries = new ArrayList<>();
        for (Path folder : below(root)) {
            switch (Files.isSymbolicLink(folder) ? "" : name(folder)) {
                case "bundle" -> below(folder).forEach(component -> bundle(component, entries));
                case "box" -> below(folder).forEach(part -> box(part, entries));
                case "images" -> below(folder).forEach(image -> add(image,
                        currentImages.test(name(image)) ? CacheUse.CURRENT : CacheUse.OLD, entries));
                case "classes" -> below(folder).forEach(archive -> add(archive,
                        currentClasses.test(name(archive)) ? CacheUse.CURRENT : CacheUse.OLD, entries));
                case "go" -> below(folder).forEach(part -> add(part, CacheUse.BUILD, entries));
                // From `box fetch --from`, which writes a new one each time.
                case "box-catalogues" -> add(folder, CacheUse.OLD, entries);
                case BOX_FILES -> add(folder, CacheUse.OLD, entries);
                default -> add(folder, CacheUse.UNKNOWN, entries);
            }
        }
        return entries;
    }

    private void bundle(Path component, List<CacheEntry> entries) {
        if (name(component).equals("downloads")) {
            add(component, CacheUse.OLD, entries);
        } else {
            entriesOf(component).forEach(part -> add(part, currentParts.contains(name(component) + "/" + name(part))
                    ? CacheUse.CURRENT : CacheUse.OLD, entries));
        }
    }

    private void box(Path part, List<CacheEntry> entries) {
        switch (name(part)) {
            case "kit" -> entriesOf(part).forEach(kit -> add(kit, currentKit.test(name(kit)) ? CacheUse.CURRENT
                    : CacheUse.OLD, entries));
            case "debian" -> entriesOf(part).forEach(tar -> add(tar, CacheUse.BUILD, entries));
            case "work" -> entriesOf(part).forEach(left -> add(left, CacheUse.OLD, entries));
            default -> add(part, CacheUse.UNKNOWN, entries);
        }
    }

    /**
     * Removes an entry while nobody uses it.
     *
     * @throws LabException {@code cache-not-removed} with what remains, {@code interrupted} while waiting
     */
    public void remove(CacheEntry entry, Fetching fetching) {
        if (entry.use() == CacheUse.UNKNOWN || !entry.path().startsWith(root)) {
            throw new IllegalArgumentException(entry.name());
        }
        try (CacheLock ignored = CacheLock.hold(root.resolve(lock(entry.name())), "working with the cache", fetching)) {
            CacheFolder.remove(entry.path());
        } catch (IOException e) {
            throw LabException.hostNotReady("cache-not-removed", "%s could not be removed: %s".formatted(entry.path(),
                    e.getMessage()), "Remove it yourself, as its owner or as root.").causedBy(e);
        }
    }

    private static String lock(String entry) {
        if (entry.startsWith("box/kit/")) {
            return "box/kit.lock";
        }
        String folder = entry.substring(0, Math.max(0, entry.indexOf('/')));
        return Set.of("box", "images").contains(folder) ? folder + "/lock" : "bundle/lock";
    }

    private void add(Path path, CacheUse use, List<CacheEntry> entries) {
        Sizes sizes = new Sizes();
        try {
            Files.walkFileTree(path, sizes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        entries.add(new CacheEntry(root.relativize(path).toString().replace('\\', '/'), path, use, sizes.bytes,
                sizes.changed));
    }

    /** Ignores what is unreadable or removed meanwhile. */
    private static final class Sizes extends SimpleFileVisitor<Path> {
        private long bytes;
        private Instant changed = Instant.EPOCH;

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return visitFile(directory, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (!attributes.isDirectory()) {
                bytes += attributes.size();
            }
            Instant at = attributes.lastModifiedTime().toInstant();
            changed = at.isAfter(changed) ? at : changed;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }

    private static List<Path> below(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> !name(path).equals("lock") && !name(path).endsWith(".lock")
                    || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty for a link, which leads out of the cache. */
    private static List<Path> entriesOf(Path folder) {
        return Files.isSymbolicLink(folder) ? List.of() : below(folder);
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
