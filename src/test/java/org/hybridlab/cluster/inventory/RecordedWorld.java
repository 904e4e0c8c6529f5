package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;

import org.hybridlab.cluster.inventory.InventoryRestore.Limits;
import org.hybridlab.cluster.inventory.InventoryRestore.Outcome;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.fake.FakeObjects;

/** An {@link FakeObjects} with the record that {@code up} left of it, and the product's own soft reset. */
final class RecordedWorld implements AutoCloseable {
    static final Limits LIMITS = new Limits(Duration.ofSeconds(60), Duration.ofSeconds(8), Duration.ofMillis(100));
    /** Where what is left will not change. */
    static final Limits IMPATIENT = new Limits(Duration.ofSeconds(60), Duration.ofMillis(500), Duration.ofMillis(10));

    final FakeObjects world = new FakeObjects();
    final Cancellation cancellation = new Cancellation();
    Inventory record;
    Limits limits = LIMITS;
    private final Parallel parallel = new Parallel(4, cancellation);

    RecordedWorld() {
        world.put("v1", "namespaces", "", "kube-system", "");
        world.put("v1", "namespaces", "", "default", "");
        note();
    }

    void note() {
        record = inventory();
    }

    Inventory inventory() {
        return Inventory.of(ClusterObjects.read(world, parallel), "v1.36.3");
    }

    /** What a later {@code up} records. */
    Inventory later() {
        return later("v1.36.3");
    }

    Inventory later(String version) {
        return record.after(version.equals(record.kubernetes()) ? ClusterObjects.read(world, parallel, record)
                : ClusterObjects.read(world, parallel), version);
    }

    InventoryDifference difference() {
        return InventoryDifference.of(record, ClusterObjects.read(world, parallel, record));
    }

    /** @param agreed what somebody was asked about */
    Outcome restore(InventoryDifference agreed) {
        return restoring().run(agreed);
    }

    Outcome restore() {
        InventoryRestore restore = restoring();
        return restore.run(restore.difference());
    }

    Set<String> removed(Set<String> namespaces) {
        return new NamespaceRemoval(world, record, parallel).remove(namespaces);
    }

    private InventoryRestore restoring() {
        return new InventoryRestore(world, record, limits, parallel, cancellation);
    }

    /** A reset creates, replaces and deletes: an apply would take fields over from others. */
    @Override
    public void close() {
        assertThat(world.calls()).noneMatch(call -> call.startsWith("apply "));
        parallel.close();
    }
}
