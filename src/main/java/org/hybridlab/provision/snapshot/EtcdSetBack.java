package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineDisk;

/**
 * A running etcd gets the snapshot's keys from {@link EtcdSavedKeys}; the API server sees normal changes. Leases stay,
 * except those of controllers, which are stopped. Objects that expire, such as events, are not restored. Services come
 * last: the API server reallocates one without its IPAddress.
 */
final class EtcdSetBack implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(3);
    /** A request has at most 128 operations and 1.5 MiB (--max-txn-ops, --max-request-bytes). */
    static final String CHANGES = ResourceText.of(EtcdSetBack.class, "changed-keys.jq");
    private static final String SCRIPT = ResourceText.of(EtcdSetBack.class, "set-keys-back.sh");

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
