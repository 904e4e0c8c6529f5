package org.hybridlab.provider.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;

/** Disks of a lab's machines, for providers without snapshots. Files can be read while a machine is paused. */
public interface MachineDisk {
    /** Differences from the box, without volumes. */
    DiskChanges changes(String machine, Cancellation cancellation);

    /**
     * Writes a file or folder to a tar archive on this host. Entries begin with the path's last name.
     *
     * @return false if the machine does not have it, and the archive is unusable
     */
    boolean read(String machine, String path, Path archive, Cancellation cancellation);

    /** Writes files and folders of the box to one tar archive. Entries begin below the root. */
    void readFromBox(String machine, List<String> paths, Path archive, Cancellation cancellation);

    /**
     * Id of a box, which changes when it is rebuilt.
     *
     * @param box as in the Vagrantfile; empty: that of the machine
     */
    String box(String machine, Optional<String> box, Cancellation cancellation);

    /**
     * Runs a shell script as root in a copy of a box, without a boot.
     *
     * @param box as in the Vagrantfile; empty: that of the machine
     * @return its output
     */
    String runInBox(String machine, Optional<String> box, String script, Cancellation cancellation);

    /**
     * Runs a shell script as root in a running machine, without its services.
     *
     * @param stdin files of this host, read one after the other
     * @return its output
     */
    String run(String machine, String script, List<String> arguments, List<Path> stdin, Duration within,
               Cancellation cancellation);

    /** Switches the machine off at once. */
    void cutPower(String machine, Cancellation cancellation);
}
