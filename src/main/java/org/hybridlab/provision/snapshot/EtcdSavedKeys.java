package org.hybridlab.provision.snapshot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys and values of etcd in a snapshot, as etcd's own response. A second etcd in the machine reads them from the
 * saved data. The file is kept beside the manifest; nothing else in the machine changes.
 *
 * @param data this host's archive of etcd's folder
 */
record EtcdSavedKeys(LabContext labContext, MachineDisk disk, String machine, Path data) {
    /** The name has the sum of the file, as {@link SnapshotStore#sum}. A wrong sum counts as no file. */
    private static final Pattern FILE = Pattern.compile("etcd-keys-([0-9a-f]{8})\\.json");
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final String SCRIPT = ResourceText.of(EtcdSavedKeys.class, "read-saved-keys.sh");

    /** Reads them once, and returns this host's file. Throws if they cannot be read or written. */
    Path file(Cancellation cancellation) {
        Optional<Path> read = known();
        if (read.isPresent()) {
            return read.get();
        }
        String said = disk.run(machine, SCRIPT, List.of(), List.of(data), WITHIN, cancellation);
        if (!isWhole(said)) {
            throw LabException.labFailed("etcd-keys-not-whole", "Etcd's answer did not come whole.",
                    "Whole machines can be set back: hybridlab reset does so.");
        }
        Path file = data.resolveSibling("etcd-keys-%s.json".formatted(sum(said)));
        labContext.workspace().write(labContext.workspace().folder().relativize(file).toString(), said,
                Workspace.Kind.SECRET);
        return file;
    }

    /** Compares with the number that etcd states. */
    private static boolean isWhole(String said) {
        try {
            JsonNode answer = JsonMapper.shared().readTree(said);
            int keys = answer.path("kvs").size();
            return keys > 0 && keys == answer.path("count").asInt(-1);
        } catch (JacksonException e) {
            return false;
        }
    }

    private static String sum(String said) {
        try {
            return SnapshotStore.sum(new ByteArrayInputStream(said.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Path> known() {
        try (Stream<Path> files = Files.list(data.getParent())) {
            return files.filter(EtcdSavedKeys::isAsWritten).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isAsWritten(Path file) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        return name.matches() && SnapshotStore.sum(file).equals(name.group(1));
    }
}
