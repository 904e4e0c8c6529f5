package org.hybridlab.provider.api;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;

/** Snapshots that a provider keeps of the machines of one lab. */
public interface MachineSnapshots {
    /** Takes the place of one of the same name. */
    void save(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    /** The machine is off afterwards, or as it was in the snapshot; on Hyper-V Vagrant starts it all the same. */
    void restore(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    void delete(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    /** Their names. The machine must be there. */
    List<String> list(String machine, Cancellation cancellation);

    /** Where they are saved, as far as that is known before; empty also if it cannot be asked. */
    default OptionalLong freeBytes(Cancellation cancellation) {
        return OptionalLong.empty();
    }

    /** How much of its memory a machine that is on has in use; empty if that is not known. */
    default OptionalLong memoryBytes(String machine, Cancellation cancellation) {
        return OptionalLong.empty();
    }
}
