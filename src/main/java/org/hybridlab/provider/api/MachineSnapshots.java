package org.hybridlab.provider.api;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;

public interface MachineSnapshots {
    /** Replaces a snapshot of that name. */
    void save(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    /** Leaves the machine off, or as in the snapshot. On Hyper-V Vagrant starts it anyway. */
    void restore(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    void delete(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    List<String> list(String machine, Cancellation cancellation);

    /** Free space for snapshots; empty if unknown. */
    default OptionalLong freeBytes(Cancellation cancellation) {
        return OptionalLong.empty();
    }

    /** Memory in use by a running machine; empty if unknown. */
    default OptionalLong memoryBytes(String machine, Cancellation cancellation) {
        return OptionalLong.empty();
    }
}
