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
 * Etcd, which runs on, has the keys of the snapshot with their values; to the API server these are changes like others.
 * They are {@link EtcdSavedKeys}. Leases stay as they are, as they are renewed all the time,
 * but for those of controllers, which are all stopped. What ends by itself, such as an event, does not come back.
 * Services come last: the API server gives one without its IPAddress a new one.
 */
final class EtcdSetBack implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(3);
    /** A request of etcd's may have 128 operations and 1.5 MiB (--max-txn-ops, --max-request-bytes). */
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
