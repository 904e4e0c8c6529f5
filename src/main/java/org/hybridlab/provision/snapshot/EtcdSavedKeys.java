package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.MachineDisk;

/**
 * The keys of etcd as a snapshot has them, with their values. A second etcd reads them from the saved data for a moment
 * and leaves them in the machine's memory; nothing else of the machine changes.
 *
 * @param data this host's archive of etcd's folder
 */
record EtcdSavedKeys(MachineDisk disk, String machine, Path data) {
    static final String FILE = "/run/hybridlab-etcd.json";
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final String SCRIPT = """
            set -eu
            umask 077
            file=%s
            folder=/var/tmp/hybridlab-saved-etcd
            saved=''
            end() {
                [ -z "$saved" ] || kill -9 "$saved" 2> /dev/null || true
                rm -rf "$folder"
            }
            trap end EXIT
            end
            rm -f "$file"
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
            mv saved.json "$file"
            """.formatted(FILE);

    /** @throws org.hybridlab.common.error.LabException if they cannot be read there */
    void read(Cancellation cancellation) {
        disk.run(machine, SCRIPT, List.of(), List.of(data), WITHIN, cancellation);
    }
}
