package org.hybridlab.provision.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.common.workspace.PathsThere;
import org.hybridlab.config.model.App.Chart;
import org.hybridlab.config.rules.core.ManifestMark;

/** The files of a chart in the lab's folder, and of its values. */
public final class ChartFiles {
    private static final int MOST_FILES = 2000;
    private static final long MOST_BYTES = 32 << 20;

    private ChartFiles() {
    }

    /**
     * Their contents, by absolute path.
     *
     * @throws LabException {@code manifest-unreadable} or {@code path-outside-lab} (exit 2)
     */
    public static SortedMap<Path, byte[]> contents(LabFolder folder, Chart chart) {
        SortedMap<Path, byte[]> files = new TreeMap<>();
        long bytes = 0;
        for (Path file : of(folder, chart)) {
            try {
                byte[] content = folder.read(file);
                bytes += content.length;
                files.put(file, content);
            } catch (IOException e) {
                throw unreadable(chart, "%s cannot be read".formatted(folder.path().relativize(file)), e);
            }
            if (files.size() > MOST_FILES || bytes > MOST_BYTES) {
                throw unreadable(chart, "a chart may have %d files of %d MiB in all".formatted(MOST_FILES,
                        MOST_BYTES >> 20), null);
            }
        }
        return files;
    }

    public static List<Path> of(LabFolder folder, Chart chart) {
        SortedMap<Path, byte[]> files = new TreeMap<>();
        try {
            PathsThere.in(folder.inside(folder.path().resolve(chart.path())), Integer.MAX_VALUE).stream()
                    .filter(Files::isRegularFile).map(folder::inside).forEach(file -> files.put(file, new byte[0]));
        } catch (IOException e) {
            throw unreadable(chart, "its folder cannot be read", e);
        }
        for (String values : chart.values()) {
            Path file = folder.inside(folder.path().resolve(values));
            if (!Files.isRegularFile(file)) {
                throw unreadable(chart, "there is no file %s of values".formatted(values), null);
            }
            files.put(file, new byte[0]);
        }
        return List.copyOf(files.keySet());
    }

    private static LabException unreadable(Chart chart, String reason, IOException cause) {
        return AppRenderer.unreadable(new ManifestMark(chart.manifest(), 1, 1), reason).causedBy(cause);
    }
}
