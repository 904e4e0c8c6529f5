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
 * What differs from one Vagrant provider to the next, besides what {@code ProviderTraits} says of it.
 * One implementation and one fragment of the Vagrantfile each.
 */
public interface Provider {
    ProviderName name();

    /**
     * The state of the lab's machines, fresh from the provider itself; a machine that is not there is missing in the
     * map.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-not-answering}
     */
    Map<String, MachineState> states(LabId lab, Cancellation cancellation);

    /** The same of one machine, by its name in the lab. */
    default MachineState state(LabId lab, String machine, Cancellation cancellation) {
        return states(lab, cancellation).getOrDefault(machine, MachineState.absent());
    }

    /** What the provider's fragment of the Vagrantfile needs to know of one machine: {@code m.own} there. */
    Map<String, Object> model(LabId id, Lab lab, Machine machine);

    /** How many processors the machine gets, which may be fewer than its file says. */
    default int cpus(Machine machine) {
        return machine.cpus();
    }

    /** Whether machines can be made from the box at the same time. */
    default boolean hasTaken(BoxChoice box, Path vagrantHome, Cancellation cancellation) {
        return true;
    }

    /** Makes of the box what several machines could not make at the same time; may take minutes. */
    default void take(BoxChoice box, Path vagrantHome, Consumer<String> lines, Cancellation cancellation) {
    }

    /** Whether a box that was packaged holds all of its disk, rather than what differs from another box. */
    default boolean standsAlone(String box, Path vagrantHome) {
        return true;
    }

    /**
     * Switches the lab's machines off, freezes them, and lets them go on.
     *
     * @param vagrant which does it where the provider has nothing better
     */
    default MachinePower power(LabId id, MachinePower vagrant) {
        return vagrant;
    }

    /**
     * The machines' snapshots.
     *
     * @param vagrant which takes them where the provider has nothing better
     */
    default MachineSnapshots snapshots(LabId id, MachineSnapshots vagrant) {
        return vagrant;
    }

    /** The machines' disks, where Vagrant's snapshots do not work; empty where they do. */
    default Optional<MachineDisk> disk(LabId id) {
        return Optional.empty();
    }

    /** Networks of addresses that it has, no matter whose; the host may have no route to them. */
    default List<Cidr> subnets(Cancellation cancellation) {
        return List.of();
    }

    /**
     * Well if the lab can have machines here, and this host reaches those that run.
     *
     * @throws org.hybridlab.common.error.LabException (exit 3) with one cause, and what the host says of it
     */
    default void mustServe(LabId id, Lab lab, List<Machine> running, Cancellation cancellation) {
    }

    /**
     * Tries in a machine what it gets from the host and from the provider.
     *
     * @param others that run
     * @param root runs words as root in the machine, and gives what they wrote
     */
    default void tryIn(LabId id, Machine machine, List<Machine> others, Function<List<String>, String> root,
                       Cancellation cancellation) {
    }

    /**
     * Tries the same without a lab, in a machine that it makes and removes.
     *
     * @param box to make it of; empty: only the provider itself is judged
     */
    default void tryOut(Optional<String> box, Cancellation cancellation) {
    }

    /**
     * Makes what the machines need before the first of them starts, above all the lab's network; well if it is there.
     * Called again before every {@code up}, so it also fixes what an interrupted one left.
     */
    void prepare(LabId id, Lab lab, Cancellation cancellation);

    /**
     * Machines that are not at their address in the lab's network, for people, one each, without a full stop. Empty
     * where the provider does not tell.
     */
    default List<String> misplaced(LabId id, Lab lab, Cancellation cancellation) {
        return List.of();
    }

    /**
     * Switches those off and connects them at their address; called after {@link #prepare}.
     *
     * @return what was done, for people, in sentences
     */
    default List<String> place(LabId id, Lab lab, Cancellation cancellation) {
        return List.of();
    }

    /**
     * Removes a machine with its disks, without Vagrant, which may have lost sight of it; well if it is not there.
     *
     * @param machine its name in the lab
     */
    void remove(LabId id, String machine, Cancellation cancellation);

    /**
     * Removes a machine that is off and that Vagrant was interrupted in making, if no later call completes it. Nothing
     * ever ran there.
     */
    default void removeUnfinished(LabId id, String machine, Cancellation cancellation) {
    }

    /** Whether {@link #remove} leaves nothing for Vagrant to do but to forget the machine. */
    default boolean removesWithoutVagrant() {
        return false;
    }

    /** Removes what {@link #prepare} and the machines left; called when all machines are destroyed. */
    void release(LabId id, Cancellation cancellation);

    /**
     * All that the provider has on this host for labs, no matter whose; never something without hybridlab's own label
     * or name.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-not-answering}: what is there is not known then
     */
    List<LabResource> resources(Cancellation cancellation);

    /** Those of one lab. */
    default List<LabResource> resources(LabId id, Cancellation cancellation) {
        return resources(cancellation).stream().filter(one -> id.isIn(one.name())).map(one -> one.of(id))
                .toList();
    }

    /** Those of one lab that machines had, and that nothing has since somebody removed these. */
    default List<LabResource> abandoned(LabId id, Cancellation cancellation) {
        return List.of();
    }

    /** The same with what takes longer to find out: since when they are there, and how large they are. */
    default List<LabResource> measured(List<LabResource> resources, Cancellation cancellation) {
        return resources;
    }

    /** Removes one of {@link #resources}; well if it is gone. */
    void remove(LabResource resource, Cancellation cancellation);
}
