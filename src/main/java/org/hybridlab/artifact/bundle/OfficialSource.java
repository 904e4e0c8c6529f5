package org.hybridlab.artifact.bundle;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

import org.hybridlab.artifact.bundle.Component.Official;
import org.hybridlab.common.archive.TarReader;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.TaskProgress;

/** Publishers' files with SHA-256 sums of the project. A sum beside a file can be replaced with it. */
final class OfficialSource implements BundleSource {
    static final String NAME = "official";
    /** Speed of a typical line, before it is measured. */
    private static final int MEGABYTES_A_SECOND = 5;

    private final Downloads downloads;
    private final PinnedSums pins;

    OfficialSource(Downloads downloads, PinnedSums pins) {
        this.downloads = downloads;
        this.pins = pins;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean offers(BundlePart part) {
        return part.component().official().filter(official -> official.member().isPresent()
                ? isPinned(part, part.fill(official.url()))
                : part.names().stream().allMatch(name -> isPinned(part, part.fill(official.url(), name)))).isPresent();
    }

    private boolean isPinned(BundlePart part, String url) {
        return pins.of(part, fileName(url)).isPresent();
    }

    @Override
    public boolean givesBuiltFiles() {
        return false;
    }

    @Override
    public Duration usual(BundlePart part) {
        return Duration.ofMillis(1000L * part.component().megabytes() / MEGABYTES_A_SECOND);
    }

    @Override
    public void fetch(BundlePart part, Path folder, Fetching fetching) {
        Official official = part.component().official().orElseThrow();
        if (official.member().isPresent()) {
            archive(part, official, official.member().get(), folder, fetching);
            return;
        }
        Duration each = usual(part).dividedBy(part.names().size());
        for (String name : part.names()) {
            fetching.progress().accept(
                    new TaskProgress(each.multipliedBy(part.names().indexOf(name)), each, usual(part)));
            String url = part.fill(official.url(), name);
            downloads.file(url, sum(part, url), folder.resolve(part.fileName(name)), fetching);
        }
    }

    private void archive(BundlePart part, Official official, String member, Path folder, Fetching fetching) {
        String url = part.fill(official.url());
        Path archive = folder.resolve(fileName(url));
        downloads.file(url, sum(part, url), archive, fetching);
        Map<String, String> wanted = new HashMap<>();
        part.names().forEach(name -> wanted.put(part.fill(member, name), part.fileName(name)));
        try {
            extract(archive, wanted, folder);
            Files.delete(archive);
        } catch (IOException e) {
            throw CacheFolder.notWritable(folder, e);
        }
        if (!wanted.isEmpty()) {
            throw LabException.hostNotReady("bundle-not-downloaded", "%s does not hold %s."
                    .formatted(url, wanted.keySet()), Advice.OTHER_SOURCES);
        }
    }

    /** Removes extracted files from {@code wanted}: path in the archive, and name on disk. */
    private static void extract(Path archive, Map<String, String> wanted, Path folder) throws IOException {
        try (InputStream in = new BufferedInputStream(new GZIPInputStream(Files.newInputStream(archive)))) {
            TarReader tar = new TarReader(in);
            for (Optional<TarReader.Entry> entry = tar.next(); entry.isPresent(); entry = tar.next()) {
                String name = wanted.remove(entry.get().name());
                if (name != null) {
                    Files.copy(tar.content(), folder.resolve(name));
                }
            }
        }
    }

    private String sum(BundlePart part, String url) {
        return pins.of(part, fileName(url)).orElseThrow();
    }

    private static String fileName(String path) {
        List<String> parts = Arrays.asList(path.split("/"));
        return parts.get(parts.size() - 1);
    }
}
