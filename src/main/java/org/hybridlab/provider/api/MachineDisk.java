package org.hybridlab.provider.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;

/**
 * The disks of one lab's machines, where the provider has no snapshots but lets files be read while a machine is
 * frozen. Machines are called by their names in the lab.
 */
public interface MachineDisk {
    /** Where the machine's disk differs from its box; without what lies on volumes. */
    DiskChanges changes(String machine, Cancellation cancellation);

    /**
     * Writes a file or folder into a tar archive of this host, whose entries begin with the path's last name.
     *
     * @return whether the machine has it; otherwise the archive is nothing
     */
    boolean read(String machine, String path, Path archive, Cancellation cancellation);

    /** Writes files and folders of the machine's box into one tar archive, whose entries begin below the root. */
    void readFromBox(String machine, List<String> paths, Path archive, Cancellation cancellation);

    /**
     * An id of what a machine was made from: a box that is built again has another one.
     *
     * @param box what the Vagrantfile calls it; empty: the one that the machine was made from
     */
    String box(String machine, Optional<String> box, Cancellation cancellation);

    /**
     * Runs a shell script as root in a copy of a box, which does not boot.
     *
     * @param box what the Vagrantfile calls it; empty: the one that the machine was made from
     * @return what it wrote
     */
    String runInBox(String machine, Optional<String> box, String script, Cancellation cancellation);

    /**
     * Runs a shell script as root in a machine that runs, with no help of a service in it.
     *
     * @param stdin files of this host that the script reads one after the other
     * @return what it wrote
     */
    String run(String machine, String script, List<String> arguments, List<Path> stdin, Duration within,
               Cancellation cancellation);

    /** Switches the machine off at once, without telling it. */
    void cutPower(String machine, Cancellation cancellation);
}
