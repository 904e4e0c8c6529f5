package org.hybridlab.provision.snapshot;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import org.hybridlab.common.archive.TarReader;
import org.hybridlab.common.archive.TarWriter;

/**
 * Shortens an archive of etcd's folder by the space that etcd preallocates: its write-ahead log files have 64 MB each,
 * and one is unused. That is nine tenths of a small cluster's archive. Etcd accepts a log that ends early, and creates
 * the next file itself.
 *
 * @param kept bytes kept of each file
 */
record EtcdArchive(Path archive, Map<String, Long> kept) {
    private static final String FOLDER = "etcd/member/";
    private static final String LOG = FOLDER + "wal/";
    private static final int LONGEST = 100;
    /** As etcd creates its own. */
    private static final int FOLDER_MODE = 0700;
    private static final int FILE_MODE = 0600;
    /** Some zeros belong to an entry: no etcd request is longer (--max-request-bytes, 1.5 MiB). */
    private static final long KEPT_ZEROS = 2 << 20;
    private static final int BUFFER = 1 << 16;

    /** @return empty if the archive has files that etcd does not create */
    static Optional<EtcdArchive> read(Path archive) throws IOException {
        Map<String, Long> kept = new LinkedHashMap<>();
        try (InputStream in = opened(archive)) {
            TarReader reader = new TarReader(in);
            boolean etcds = true;
            for (Optional<TarReader.Entry> one = reader.next(); one.isPresent(); one = reader.next()) {
                String name = one.get().name();
                boolean log = name.startsWith(LOG);
                etcds &= name.startsWith(FOLDER) && name.length() <= LONGEST;
                if (!log || !name.endsWith(".tmp")) {
                    kept.put(name, log ? Math.min(one.get().size(), used(reader.content()) + KEPT_ZEROS)
                            : one.get().size());
                }
            }
            return etcds && !kept.isEmpty() && reader.hasPrivateOnly() ? Optional.of(new EtcdArchive(archive, kept))
                    : Optional.empty();
        }
    }

    void writeShorter(OutputStream out) throws IOException {
        TarWriter writer = new TarWriter(new BufferedOutputStream(out, BUFFER));
        for (String folder : folders()) {
            writer.folder(folder, FOLDER_MODE);
        }
        try (InputStream in = opened(archive)) {
            TarReader reader = new TarReader(in);
            for (Optional<TarReader.Entry> one = reader.next(); one.isPresent(); one = reader.next()) {
                Long size = kept.get(one.get().name());
                if (size != null) {
                    writer.file(one.get().name(), size, FILE_MODE, to -> copy(reader.content(), size, to));
                }
            }
        }
        writer.close();
    }

    private TreeSet<String> folders() {
        TreeSet<String> folders = new TreeSet<>();
        for (String name : kept.keySet()) {
            for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
                folders.add(name.substring(0, slash));
            }
        }
        return folders;
    }

    private static InputStream opened(Path archive) throws IOException {
        return new BufferedInputStream(Files.newInputStream(archive), BUFFER);
    }

    /** Length without the zeros at the end, rounded up. */
    private static long used(InputStream content) throws IOException {
        byte[] zeros = new byte[BUFFER];
        long used = 0;
        long read = 0;
        for (byte[] part = content.readNBytes(BUFFER); part.length > 0; part = content.readNBytes(BUFFER)) {
            read += part.length;
            if (Arrays.mismatch(part, 0, part.length, zeros, 0, part.length) >= 0) {
                used = read;
            }
        }
        return used;
    }

    private static void copy(InputStream from, long length, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (long left = length; left > 0;) {
            int part = from.read(buffer, 0, (int) Math.min(BUFFER, left));
            to.write(buffer, 0, part);
            left -= part;
        }
    }
}
