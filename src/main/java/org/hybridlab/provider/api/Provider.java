package org.hybridlab.provider.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;

/**
 * How a Vagrant provider differs from others, beyond {@code ProviderTraits}. Each has one implementation and one
 * fragment of the Vagrantfile.
 */
public interface Provider {
    ProviderName name();

    /**
     * Present states of the lab's machines. Absent machines have no entry.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-not-answering}
     */
    Map<String, MachineState> states(LabId lab, Cancellation cancellation);

    default MachineState state(LabId lab, String machine, Cancellation cancellation) {
        return states(lab, cancellation).getOrDefault(machine, MachineState.absent());
    }

    /** Values of a machine for the provider's Vagrantfile fragment, {@code m.own} there. */
    Map<String, Object> model(LabId id, Lab lab, Machine machine);

    /** Processors of the machine, maybe fewer than in the lab file. */
    default int cpus(Machine machine) {
        return machine.cpus();
    }

    /** Whether the box is ready for machines to be created in parallel. */
    default boolean hasTaken(BoxChoice box, Path vagrantHome, Cancellation cancellation) {
        return true;
    }

    /** Prepares the box for parallel creation. May take minutes. */
    default void take(BoxChoice box, Path vagrantHome, Consumer<String> lines, Cancellation cancellation) {
    }

    /** Whether a packaged box has its whole disk, and not only differences from another box. */
    default boolean standsAlone(String box, Path vagrantHome) {
        return true;
    }

    /** @param vagrant default implementation */
    default MachinePower power(LabId id, MachinePower vagrant) {
        return vagrant;
    }

    /** @param vagrant default implementation */
    default MachineSnapshots snapshots(LabId id, MachineSnapshots vagrant) {
        return vagrant;
    }

    /** Disk access for providers without Vagrant's snapshots; otherwise empty. */
    default Optional<MachineDisk> disk(LabId id) {
        return Optional.empty();
    }

    /** Networks of the provider, of any owner. The host may have no route to them. */
    default List<Cidr> subnets(Cancellation cancellation) {
        return List.of();
    }

    /**
     * Checks that the lab can have machines here, and that this host reaches the running ones.
     *
     * @throws org.hybridlab.common.error.LabException (exit 3) with one cause and its evidence
     */
    default void mustServe(LabId id, Lab lab, List<Machine> running, Cancellation cancellation) {
    }

    /**
     * Tests host and provider from a machine.
     *
     * @param root runs a command as root in the machine, and returns its output
     */
    default void tryIn(LabId id, Machine machine, List<Machine> others, Function<List<String>, String> root,
                       Cancellation cancellation) {
    }

    /**
     * The same without a lab, in a temporary machine.
     *
     * @param box of the machine; empty: tests only the provider
     */
    default void tryOut(Optional<String> box, Cancellation cancellation) {
    }

    /**
     * Creates what machines need before their start, such as the lab's network. Runs before every {@code up}, and
     * repairs what an interrupted one left.
     */
    void prepare(LabId id, Lab lab, Cancellation cancellation);

    /** Machines with a wrong address, for people, without a full stop. Empty if the provider does not tell. */
    default List<String> misplaced(LabId id, Lab lab, Cancellation cancellation) {
        return List.of();
    }

    /**
     * Stops those machines and connects them at their address. Called after {@link #prepare}.
     *
     * @return what was done, in sentences
     */
    default List<String> place(LabId id, Lab lab, Cancellation cancellation) {
        return List.of();
    }

    /**
     * Removes a machine and its disks without Vagrant, which may have lost it. A missing machine is no error.
     *
     * @param machine its name in the lab
     */
    void remove(LabId id, String machine, Cancellation cancellation);

    /** Removes a machine that Vagrant was interrupted in creating and cannot complete. Nothing ran there. */
    default void removeUnfinished(LabId id, String machine, Cancellation cancellation) {
    }

    /** Whether Vagrant only has to forget a machine after {@link #remove}. */
    default boolean removesWithoutVagrant() {
        return false;
    }

    /** Removes what {@link #prepare} and the machines left, once all machines are destroyed. */
    void release(LabId id, Cancellation cancellation);

    /**
     * Everything on this host with hybridlab's label or name, of any owner.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-not-answering}, so that resources are unknown
     */
    List<LabResource> resources(Cancellation cancellation);

    default List<LabResource> resources(LabId id, Cancellation cancellation) {
        return resources(cancellation).stream().filter(one -> id.isIn(one.name())).map(one -> one.of(id))
                .toList();
    }

    /** Resources of a lab's machines that were removed by others. */
    default List<LabResource> abandoned(LabId id, Cancellation cancellation) {
        return List.of();
    }

    /** Adds creation times and sizes, which takes longer. */
    default List<LabResource> measured(List<LabResource> resources, Cancellation cancellation) {
        return resources;
    }

    /** Removes one of {@link #resources}. A missing one is no error. */
    void remove(LabResource resource, Cancellation cancellation);
}
