package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;

/**
 * Etcd, which runs on, has the keys of the snapshot with their values; to the API server these are changes like others.
 * They are {@link EtcdSavedKeys}. Leases stay as they are, as they are renewed all the time,
 * but for those of controllers, which are all stopped. What ends by itself, such as an event, does not come back.
 * Services come last: the API server gives one without its IPAddress a new one.
 */
final class EtcdSetBack implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(3);
    /** A request of etcd's may have 128 operations and 1.5 MiB (--max-txn-ops, --max-request-bytes). */
    static final String CHANGES = """
            def by_key: reduce (.kvs // [])[] as $kv ({}; .[$kv.key] = $kv);
            def left: startswith("/registry/masterleases/") or startswith("/registry/peerserverleases/")
                or (startswith("/registry/") | not);
            def of_stopped: test("^/registry/leases/kube-system/kube-(controller-manager|scheduler)$");
            ($saved[0] | by_key) as $saved | ($live[0] | by_key) as $live
            | [($live | keys[] | select($saved[.] == null or (@base64d | of_stopped)) | select(@base64d | left | not)
                    | {request_delete_range: {key: .}}),
               ([$saved[] | select(.lease == null) | select(.value != $live[.key].value)
                    | (.key | @base64d) as $name
                    | select(($name | left | not)
                        and ($live[.key] == null or ($name | startswith("/registry/leases/") | not)))
                    | {name: (if $name | startswith("/registry/services/") then "~" + $name else $name end), kv: .}]
                    | sort_by(.name)[] | {request_put: {key: .kv.key, value: (.kv.value // "")}})]
            | reduce .[] as $one ([[]]; if (.[-1] | length) < 100 and (.[-1] | tostring | length) < 400000
                then .[-1] += [$one] else . + [[$one]] end)
            | .[] | select(length > 0) | {success: .}
            """;
    private static final String SCRIPT = """
            set -eu
            umask 077
            folder=/var/tmp/hybridlab-etcd
            trap 'rm -rf "$folder"' EXIT
            rm -rf "$folder"
            mkdir "$folder"
            cd "$folder"
            cat > saved.json
            keys=/etc/kubernetes/pki/etcd
            ask() {
                curl -sS --fail --max-time 20 --cacert $keys/ca.crt --cert $keys/server.crt --key $keys/server.key \\
                    "https://127.0.0.1:2379/v3/kv/$1" --data-binary @-
            }
            echo '{"key":"AA==","range_end":"AA=="}' | ask range > live.json
            jq -cn --slurpfile saved saved.json --slurpfile live live.json "$1" > changes.json
            while read -r change; do
                printf '%s' "$change" | ask txn > answer.json
                jq -e .succeeded answer.json > /dev/null
            done < changes.json
            echo "$(jq '.success | length' changes.json | awk '{ all += $1 } END { print all + 0 }') keys were set back"
            """;

    private final MachineDisk disk;
    private final String machine;
    private final Path keys;

    /** @param keys this host's file with them */
    EtcdSetBack(MachineDisk disk, String machine, Path keys) {
        this.disk = disk;
        this.machine = machine;
        this.keys = keys;
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return WITHIN;
    }

    @Override
    public void run(StepContext context) {
        context.line(disk.run(machine, SCRIPT, List.of(CHANGES), List.of(keys), WITHIN, context.cancellation())
                .strip());
    }
}
