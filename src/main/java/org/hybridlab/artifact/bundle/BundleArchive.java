package org.hybridlab.artifact.bundle;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.archive.TarReader;
import org.hybridlab.common.archive.TarWriter;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.FilePlace;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bundle as a tar file for offline hosts: parts as in the cache, each with its record first. Import trusts nothing in
 * it: every file must match its record, and the project's sum if there is one.
 */
public final class BundleArchive {
    private static final JsonMapper JSON = new JsonMapper();

    private final BundleManifest manifest;
    private final BundleCache cache;

    BundleArchive(BundleManifest manifest, BundleCache cache) {
        this.manifest = manifest;
        this.cache = cache;
    }

    /**
     * Writes a group that must be in the cache. Replaces only an earlier export.
     *
     * @throws LabException {@code export-over-other-file}, {@code bundle-incomplete}, {@code bundle-damaged}, or {@code
     * file-not-written} (exit 3)
     */
    public void write(KubernetesVersion kubernetes, Group group, Arch arch, Path target) {
        List<BundlePart> parts = manifest.parts(kubernetes, group, arch);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !isExport(target)) {
            throw LabException.invalid("export-over-other-file", target + " is no bundle that hybridlab exported.",
                    "Nothing was changed. Name a new file.");
        }
        FilePlace.trouble(target).ifPresent(why -> {
            throw notWritten(target, why);
        });
        Path partial = target.resolveSibling(target.getFileName() + ".part");
        try {
            // Only a file of this call may be deleted: a folder of that name is the user's.
            OutputStream out = Files.newOutputStream(partial);
            try {
                write(parts, out);
                Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (TarWriter.UnreadableContent e) {
            throw damaged(e.getMessage()).causedBy(e);
        } catch (IOException e) {
            throw notWritten(target, e.getMessage()).causedBy(e);
        }
    }

    private static LabException damaged(String what) {
        return LabException.hostNotReady("bundle-damaged", what, "Run `hybridlab bundle get --again` first.");
    }

    private static LabException notWritten(Path target, String why) {
        return LabException.hostNotReady("file-not-written", "%s could not be written: %s".formatted(target, why),
                "Name a file in a folder that is yours, with room for the bundle.");
    }

    /** Whether it is empty, or begins with a part's record, of any version of hybridlab. */
    private static boolean isExport(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        if (file.toFile().length() == 0) {
            return true;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            TarReader tar = new TarReader(in);
            Optional<TarReader.Entry> first = tar.next();
            return first.isPresent() && first.get().name().endsWith("/" + PartRecord.NAME)
                    && Optional.ofNullable(JSON.readValue(tar.readAll(), PartRecord.class)).map(PartRecord::source)
                    .isPresent();
        } catch (IOException | JacksonException e) {
            return false;
        }
    }

    /**
     * Imports every part that this installation's manifest knows. Files must match the project's own sums, wherever
     * they come from, since some run as root in box builds.
     *
     * @param sha256 of the archive, for which the user vouches; empty: nobody does
     * @return imported parts, for people
     * @throws LabException {@code bundle-archive-unreadable}, {@code bundle-not-pinned}, {@code bundle-wrong-checksum},
     * {@code cache-not-writable}; parts before the bad one are imported
     */
    public List<String> read(Path source, Optional<String> sha256) {
        sha256.ifPresent(expected -> checkWhole(source, expected));
        Map<String, BundlePart> known = new LinkedHashMap<>();
        allParts().forEach(part -> known.put(part.folder(), part));
        List<String> taken = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(source))) {
            TarReader tar = new TarReader(in);
            for (Optional<TarReader.Entry> entry = tar.next(); entry.isPresent(); entry = tar.next()) {
                BundlePart part = known.get(folder(entry.get().name()));
                if (part != null && entry.get().name().endsWith("/" + PartRecord.NAME)) {
                    read(part, tar, source, sha256.isPresent());
                    taken.add(part.title());
                }
            }
        } catch (IOException | JacksonException e) {
            throw LabException.invalid("bundle-archive-unreadable", "%s cannot be read as an exported bundle: %s"
                    .formatted(source, e.getMessage()), "Export it again with `hybridlab bundle export`.").causedBy(e);
        }
        if (taken.isEmpty()) {
            throw LabException.invalid("bundle-archive-unreadable",
                    source + " holds nothing that this hybridlab knows.",
                    "Export it with the same version of hybridlab.");
        }
        return taken;
    }

    private void write(List<BundlePart> parts, OutputStream out) throws IOException {
        try (TarWriter tar = new TarWriter(new BufferedOutputStream(out))) {
            for (BundlePart part : parts) {
                write(part, tar);
            }
        }
    }

    private void write(BundlePart part, TarWriter tar) throws IOException {
        PartRecord record = cache.look(part).orElseThrow(() -> LabException.hostNotReady("bundle-incomplete",
                part.title() + " is not in the cache.", "Run `hybridlab bundle get` first."));
        if (!cache.damaged(part, record).isEmpty()) {
            throw damaged(part.title() + " has changed since it was fetched: " + cache.damaged(part, record));
        }
        Path folder = cache.folder(part);
        tar.file(part.folder() + "/" + PartRecord.NAME, folder.resolve(PartRecord.NAME), 0644);
        for (String name : record.files().keySet()) {
            tar.file(part.folder() + "/" + name, folder.resolve(name), 0755);
        }
    }

    /** The record was just read, and the part's files follow. */
    private void read(BundlePart part, TarReader tar, Path source, boolean vouched) throws IOException {
        String json = new String(tar.readAll(), StandardCharsets.UTF_8);
        PartRecord record = JSON.readValue(json, PartRecord.class);
        if (!record.files().keySet().equals(part.packages().keySet())) {
            throw new IOException("its record of %s names %s".formatted(part.title(), record.files().keySet()));
        }
        if (!vouched && !cache.withoutPin(part).isEmpty()) {
            throw LabException.invalid("bundle-not-pinned",
                    "hybridlab has no sum of its own for %s, and an archive's word "
                    .formatted(part.title()) + "for itself is none.", "If you know who exported it: add --sha256 with "
                    + "the sum that `hybridlab bundle export` printed there.");
        }
        Path stage = cache.stage(part);
        try {
            for (String name : record.files().keySet()) {
                TarReader.Entry entry = tar.next().orElseThrow(() -> new IOException("it ends too early"));
                if (!entry.name().equals(part.folder() + "/" + name)) {
                    throw new IOException(entry.name() + " stands where " + name + " should");
                }
                Path file = stage.resolve(name);
                CacheFolder.write(tar.content(), file);
                String sum = Sha256.of(file);
                if (!sum.equals(record.files().get(name).sha256())) {
                    throw WrongChecksum.of(name + " of " + part.title(), source.toString(),
                            record.files().get(name).sha256(), sum);
                }
            }
            cache.accept(part, stage, record.source(), vouched ? List.of() : cache.all());
        } finally {
            CacheFolder.delete(stage);
        }
    }

    private static void checkWhole(Path source, String expected) {
        String actual = sum(source);
        if (!actual.equalsIgnoreCase(expected.strip())) {
            throw WrongChecksum.of(source.getFileName().toString(), "--sha256", expected, actual);
        }
    }

    public static String sum(Path archive) {
        try {
            return Sha256.of(archive);
        } catch (IOException e) {
            throw LabException.invalid("bundle-archive-unreadable", "%s cannot be read: %s".formatted(archive,
                    e.getMessage()), "Look at its name and permissions.").causedBy(e);
        }
    }

    private Stream<BundlePart> allParts() {
        return manifest.allParts();
    }

    private static String folder(String path) {
        return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
    }
}
