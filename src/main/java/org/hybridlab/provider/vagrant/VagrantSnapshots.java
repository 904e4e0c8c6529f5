package org.hybridlab.provider.vagrant;

import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.MachineSnapshots;

public record VagrantSnapshots(Vagrant vagrant) implements MachineSnapshots {
    @Override
    public void save(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        vagrant.snapshotSave(machine, name, lines, cancellation);
    }

    @Override
    public void restore(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        vagrant.snapshotRestore(machine, name, lines, cancellation);
    }

    @Override
    public void delete(String machine, String name, Consumer<String> lines, Cancellation cancellation) {
        vagrant.snapshotDelete(machine, name, lines, cancellation);
    }

    @Override
    public List<String> list(String machine, Cancellation cancellation) {
        return vagrant.snapshotList(machine, cancellation);
    }
}
