package org.hybridlab.provision.reset;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.cluster.inventory.Inventory;
import org.hybridlab.cluster.inventory.InventoryDifference;
import org.hybridlab.cluster.inventory.InventoryRestore;
import org.hybridlab.cluster.inventory.InventoryRestore.Limits;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.Timeouts;

/** Restores the objects of a lab's cluster to what they were after {@code up}. */
public final class SoftReset implements AutoCloseable {
    private final Parallel parallel;
    private final InventoryRestore restore;

    private SoftReset(Parallel parallel, InventoryRestore restore) {
        this.parallel = parallel;
        this.restore = restore;
    }

    /** Throws {@code soft-reset-not-ours} or {@code objects-not-recorded} (exit 2). */
    public static SoftReset of(LabContext labContext, Cancellation cancellation) {
        String word = labContext.word();
        if (labContext.lab().joinsExisting()) {
            throw LabException.invalid("soft-reset-not-ours", "The cluster of %s is not the lab's own.".formatted(word),
                    "Others have objects there too. Remove by kubectl what you do not want.");
        }
        ObjectRecord file = new ObjectRecord(labContext);
        Inventory record = file.readable().orElseThrow(() -> LabException.invalid(
                "objects-not-recorded", "Nobody recorded what the objects of %s were like.".formatted(word),
                "`up` does so once it is done. Bring the lab up again: hybridlab up " + word));
        ApiServer api = labContext.cluster().api();
        if (!record.cluster().equals(file.cluster())) {
            throw LabException.invalid("objects-not-recorded", "What was recorded of %s is of an earlier cluster."
                    .formatted(word), "Bring the lab up again: hybridlab up " + word);
        }
        Parallel parallel = new Parallel(ObjectRecord.WIDTH, cancellation);
        return new SoftReset(parallel, new InventoryRestore(api, record, limits(labContext.timeouts()), parallel,
                cancellation));
    }

    static Limits limits(Timeouts timeouts) {
        return new Limits(timeouts.usual(60), timeouts.usual(8), timeouts.look());
    }

    public InventoryDifference difference() {
        return restore.difference();
    }

    public InventoryRestore.Outcome undo(InventoryDifference difference) {
        return restore.run(difference);
    }

    @Override
    public void close() {
        parallel.close();
    }
}
