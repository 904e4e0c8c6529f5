package org.hybridlab.provider.vagrant;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.MachineState;

/**
 * Vagrant for one workspace. Every call may take seconds for Ruby alone; what decides anything is asked of the
 * {@code Provider} where that is quicker. Calls for different machines may run at the same time.
 *
 * <p>Failures are {@code LabException}s whose id is {@code vagrant-} and the name of Vagrant's
 * own error class, for example {@code vagrant-machine-action-locked-error} (retryable, see
 * {@link #RETRYABLE}); {@code vagrant-failed} where Vagrant gave none.
 */
public interface Vagrant {
    /** Failures that go away by themselves. */
    List<String> RETRYABLE = List.of("vagrant-machine-action-locked-error", "vagrant-environment-locked-error",
            "vagrant-container-vanished");

    /** vagrant-libvirt waits for a lease of DHCP, and ends without a word of Vagrant's own if there is none. */
    String NO_ADDRESS = "vagrant-no-address";

    /** Of a gigabyte box on a slow line. */
    Duration LONGEST_DOWNLOAD = Duration.ofHours(1);

    /** Creates the machine if need be and boots it. Provisions nothing, destroys nothing if it fails. */
    void up(String machine, ProviderName provider, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /** Runs one provisioner of the Vagrantfile, by its name. */
    void provision(String machine, String name, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    void halt(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /** Freezes the machine with its memory. */
    void suspend(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /** Lets a suspended machine go on. */
    void resume(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /** Removes the machine; well if there is none. */
    void destroy(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /**
     * Makes Vagrant forget all machines of the Vagrantfile, which are gone, without starting it.
     *
     * @return false if that takes {@link #destroyAll}
     */
    default boolean forgetsAll(Cancellation cancellation) {
        return false;
    }

    /** The same of all machines in the Vagrantfile, by one process. */
    void destroyAll(Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /** The state of every machine of the Vagrantfile, by name. */
    Map<String, MachineState> status(Cancellation cancellation);

    /** OpenSSH client settings of a running machine, as text. */
    String sshConfig(String machine, Cancellation cancellation);

    /** Lets Vagrant and its provider judge the Vagrantfile. */
    void validate(Cancellation cancellation);

    /**
     * Switches the machine off if it runs, and makes a box file of it; well on providers that say so
     * ({@link org.hybridlab.config.model.ProviderTraits#packages}).
     *
     * @param output that is not there yet
     * @param info becomes the box's {@code info.json}, and has that name
     */
    void pack(String machine, Path output, Path info, Consumer<String> lines, Cancellation cancellation);

    /** Adds a box file or URL under a name; well if it is there. */
    void boxAdd(String name, String url, ProviderName provider, Consumer<String> lines, Cancellation cancellation);

    /**
     * Downloads a box, as `vagrant up` would with that lab's Vagrantfile; its sum is not looked at.
     *
     * @param mirror that is asked in place of the public registry
     */
    void boxDownload(BoxChoice box, ProviderName provider, Optional<String> mirror, Consumer<String> lines,
                     Cancellation cancellation);

    List<Box> boxList(Cancellation cancellation);

    void snapshotSave(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    /** The machine is off afterwards, or as it was in the snapshot; on Hyper-V Vagrant starts it all the same. */
    void snapshotRestore(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    void snapshotDelete(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    List<String> snapshotList(String machine, Cancellation cancellation);

    /** A box that Vagrant has; {@code version} is {@code 0} for one that was added from a file. */
    record Box(String name, String provider, String version) {
    }
}
