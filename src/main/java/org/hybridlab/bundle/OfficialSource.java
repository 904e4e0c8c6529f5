package org.hybridlab.bundle;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

import org.hybridlab.bundle.Component.Official;
import org.hybridlab.failure.LabException;
import org.hybridlab.process.TaskProgress;

/** What the makers of a component publish, checked against the SHA-256 sums that they publish with it. */
final class OfficialSource implements Source {
    static final String NAME = "official";
    private static final int SHA256_DIGITS = 64;
    /** What an ordinary line brings; how fast this one is shows on the way. */
    private static final int MEGABYTES_A_SECOND = 5;

    private final Downloads downloads;

    OfficialSource(Downloads downloads) {
        this.downloads = downloads;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean offers(Part part) {
        return part.component().official().isPresent();
    }

    @Override
    public boolean givesPinnedFiles() {
        return false;
    }

    @Override
    public Duration usual(Part part) {
        return Duration.ofMillis(1000L * part.component().megabytes() / MEGABYTES_A_SECOND);
    }

    @Override
    public void fetch(Part part, Path folder, Fetching fetching) {
        Official official = part.component().official().orElseThrow();
        if (official.member().isPresent()) {
            archive(part, official, official.member().get(), folder, fetching);
            return;
        }
        Duration each = usual(part).dividedBy(part.names().size());
        for (String name : part.names()) {
            fetching.progress().accept(new TaskProgress(each.multipliedBy(part.names().indexOf(name)), each, usual(part)));
            String url = part.fill(official.url(), name);
            String sum = sum(part.fill(official.checksum(), name), url, fetching);
            downloads.file(url, sum, folder.resolve(part.fileName(name)), fetching);
        }
    }

    private void archive(Part part, Official official, String member, Path folder, Fetching fetching) {
        String url = part.fill(official.url());
        Path archive = folder.resolve(fileName(url));
        downloads.file(url, sum(part.fill(official.checksum()), url, fetching), archive, fetching);
        Map<String, String> wanted = new HashMap<>();
        part.names().forEach(name -> wanted.put(part.fill(member, name), part.fileName(name)));
        try {
            extract(archive, wanted, folder);
            Files.delete(archive);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!wanted.isEmpty()) {
            throw LabException.hostNotReady("bundle-not-downloaded", "%s does not hold %s."
                    .formatted(url, wanted.keySet()), Advice.OTHER_SOURCES);
        }
    }

    /** Takes what it finds out of {@code wanted}: path in the archive and name on disk. */
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

    /** Publishers write the sum alone, or lines of {@code sha256sum} for one or many files. */
    private String sum(String checksumUrl, String fileUrl, Fetching fetching) {
        String text = downloads.text(checksumUrl, fetching.cancellation()).strip();
        List<String[]> lines = text.lines().map(line -> line.strip().split("\\s+\\*?")).toList();
        return lines.stream().filter(words -> words.length == 1 && lines.size() == 1
                        || words.length == 2 && fileName(words[1]).equals(fileName(fileUrl)))
                .map(words -> words[0].toLowerCase(java.util.Locale.ROOT))
                .filter(sum -> sum.length() == SHA256_DIGITS).findFirst()
                .orElseThrow(() -> LabException.hostNotReady("bundle-not-downloaded",
                        "%s holds no SHA-256 sum of %s.".formatted(checksumUrl, fileName(fileUrl)),
                        Advice.OTHER_SOURCES).because(text));
    }

    private static String fileName(String path) {
        List<String> parts = Arrays.asList(path.split("/"));
        return parts.get(parts.size() - 1);
    }
}
