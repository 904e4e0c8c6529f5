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
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The keys of etcd as a snapshot has them, with their values, as etcd's own answer to a question for all of them. They
 * lie beside the manifest once they were read: a second etcd reads them from the saved data for a moment, in the
 * machine that the data is of; nothing else of that machine changes.
 *
 * @param data this host's archive of etcd's folder
 */
record EtcdSavedKeys(LabContext labContext, MachineDisk disk, String machine, Path data) {
    /** And the sum of it, as {@link SnapshotStore#sum} has it: one that does not fit is none. */
    private static final Pattern FILE = Pattern.compile("etcd-keys-([0-9a-f]{8})\\.json");
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final String SCRIPT = """
            set -eu
            umask 077
            folder=/var/tmp/hybridlab-saved-etcd
            saved=''
            end() {
                [ -z "$saved" ] || kill -9 "$saved" 2> /dev/null || true
                rm -rf "$folder"
            }
            trap end EXIT
            end
            mkdir "$folder"
            cd "$folder"
            tar -x --exclude 'etcd/member/wal/*.tmp' --warning=no-unknown-keyword -f -
            etcd=$(pgrep -o -x etcd)
            "/proc/$etcd/exe" --data-dir etcd --name saved --force-new-cluster --unsafe-no-fsync --log-level error \\
                --listen-client-urls http://127.0.0.1:22379 --advertise-client-urls http://127.0.0.1:22379 \\
                --listen-peer-urls http://127.0.0.1:22380 --initial-advertise-peer-urls http://127.0.0.1:22380 \\
                --heartbeat-interval 10 --election-timeout 100 \\
                > saved.log 2>&1 &
            saved=$!
            tries=0
            until curl -sS --fail --max-time 20 http://127.0.0.1:22379/v3/kv/range \\
                -d '{"key":"AA==","range_end":"AA=="}' > saved.json 2> saved.err; do
                tries=$((tries + 1))
                if [ $tries -gt 600 ] || ! kill -0 "$saved" 2> /dev/null; then
                    cat saved.err saved.log >&2
                    exit 1
                fi
                sleep 0.05
            done
            cat saved.json
            """;

    /**
     * Reads them if they were not read yet.
     *
     * @return this host's file with them
     * @throws LabException if they cannot be read there, or not be kept
     */
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

    /** Etcd says how many there are. */
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
