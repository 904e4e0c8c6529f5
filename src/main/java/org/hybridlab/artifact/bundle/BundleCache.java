package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The folder {@code bundle/} of the user's cache: {@code <component>/<version>-<os>-<arch>/<file>}. A part appears
 * complete and verified, by one rename of its folder.
 */
final class BundleCache {
    private final Path root;
    private final PinnedSums built;
    private final PinnedSums official;

    BundleCache(Path root, PinnedSums built, PinnedSums official) {
        this.root = root;
        this.built = built;
        this.official = official;
    }

    /** Sums for files that were built here. */
    List<PinnedSums> built() {
        return List.of(built);
    }

    /** Sums for files of another cache. */
    List<PinnedSums> all() {
        return List.of(built, official);
    }

    Path root() {
        return root;
    }

    Path folder(BundlePart part) {
        return root.resolve(part.folder());
    }

    /** The part's record, if all its files have the recorded sizes. Fast. */
    Optional<PartRecord> look(BundlePart part) {
        return PartRecord.read(folder(part)).filter(record -> part.names().stream().map(part::fileName)
                .allMatch(name -> isThere(folder(part).resolve(name), record.files().get(name))));
    }

    /** Names of missing or changed files. Reads every byte. */
    List<String> damaged(BundlePart part, PartRecord record) {
        List<String> damaged = new ArrayList<>();
        record.files().forEach((name, entry) -> {
            if (!sumIs(folder(part).resolve(name), entry.sha256())) {
                damaged.add(name);
            }
        });
        return damaged;
    }

    /** A new folder on the cache's file system. */
    Path stage(BundlePart part) {
        try {
            Files.createDirectories(folder(part).getParent());
            return Files.createTempDirectory(folder(part).getParent(), ".new-");
        } catch (IOException e) {
            throw CacheFolder.notWritable(folder(part), e);
        }
    }

    /**
     * Verifies, records and publishes a staged part.
     *
     * @param pins each file must match one of them, if any has a sum for it
     * @throws org.hybridlab.common.error.LabException {@code bundle-wrong-checksum}, and nothing is moved
     */
    void accept(BundlePart part, Path stage, String source, List<PinnedSums> pins) {
        try {
            Map<String, PartRecord.Entry> files = new TreeMap<>();
            for (String name : part.names()) {
                Path file = stage.resolve(part.fileName(name));
                makeExecutable(file);
                files.put(part.fileName(name), PartRecord.Entry.of(file));
            }
            files.forEach((name, entry) -> check(part, name, entry.sha256(), source, pins));
            new PartRecord(source, files).write(stage);
            move(stage, folder(part));
        } catch (IOException e) {
            throw CacheFolder.notWritable(folder(part), e);
        }
    }

    /** Files without a sum of the project. An archive's own sums do not count. */
    List<String> withoutPin(BundlePart part) {
        return part.names().stream().map(part::fileName).filter(name ->
                all().stream().allMatch(pins -> pins.of(part, name).isEmpty())).toList();
    }

    private static void check(BundlePart part, String name, String sum, String source, List<PinnedSums> pins) {
        List<String> expected = pins.stream().flatMap(one -> one.of(part, name).stream()).toList();
        if (!expected.isEmpty() && !expected.contains(sum)) {
            throw WrongChecksum.of(name + " of " + part.title(), source, String.join(" or ", expected), sum);
        }
    }

    private static boolean isThere(Path file, PartRecord.Entry entry) {
        try {
            return entry != null && Files.isRegularFile(file) && Files.size(file) == entry.bytes();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean sumIs(Path file, String expected) {
        try {
            return Files.isRegularFile(file) && Sha256.of(file).equals(expected);
        } catch (IOException e) {
            return false;
        }
    }

    private static void makeExecutable(Path file) throws IOException {
        if (!file.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }

    /** An existing folder is damaged, since complete parts are never fetched again. */
    private static void move(Path stage, Path target) throws IOException {
        if (Files.exists(target)) {
            Path old = Files.createTempDirectory(target.getParent(), ".old-");
            atomically(target, old.resolve("part"));
            CacheFolder.delete(old);
        }
        atomically(stage, target);
    }

    private static void atomically(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to);
        }
    }
}
