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
 * Vagrant for one workspace. Every call costs seconds of Ruby, so states come from {@code Provider} where that is
 * faster. Calls for different machines may run in parallel.
 *
 * <p>Failures are {@code LabException}s with id {@code vagrant-} and the name of Vagrant's error class, for example
 * {@code vagrant-machine-action-locked-error} (see {@link #RETRYABLE}), or {@code vagrant-failed}.
 */
public interface Vagrant {
    List<String> RETRYABLE = List.of("vagrant-machine-action-locked-error", "vagrant-environment-locked-error",
            "vagrant-container-vanished");

    /** vagrant-libvirt found no DHCP lease. It ends without an error of Vagrant. */
    String NO_ADDRESS = "vagrant-no-address";

    /** A gigabyte on a slow line. */
    Duration LONGEST_DOWNLOAD = Duration.ofHours(1);

    /** Creates the machine if needed and boots it. Provisions nothing, and destroys nothing if it fails. */
    void up(String machine, ProviderName provider, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    void provision(String machine, String name, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    void halt(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    void suspend(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    void resume(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /** A missing machine is no error. */
    void destroy(String machine, Duration timeout, Consumer<String> lines, Cancellation cancellation);

    /**
     * Makes Vagrant forget all machines of the Vagrantfile, which are gone, without a process.
     *
     * @return false if that takes {@link #destroyAll}
     */
    default boolean forgetsAll(Cancellation cancellation) {
        return false;
    }

    void destroyAll(Duration timeout, Consumer<String> lines, Cancellation cancellation);

    Map<String, MachineState> status(Cancellation cancellation);

    String sshConfig(String machine, Cancellation cancellation);

    void validate(Cancellation cancellation);

    /**
     * Halts the machine and packages it as a box, if {@link org.hybridlab.config.model.ProviderTraits#packages}.
     *
     * @param output must not exist
     * @param info becomes {@code info.json} of the box, and has that name
     */
    void pack(String machine, Path output, Path info, Consumer<String> lines, Cancellation cancellation);

    /** An existing box is no error. */
    void boxAdd(String name, String url, ProviderName provider, Consumer<String> lines, Cancellation cancellation);

    /**
     * Downloads a box as `vagrant up` would, without a check of its sum.
     *
     * @param mirror instead of the public registry
     */
    void boxDownload(BoxChoice box, ProviderName provider, Optional<String> mirror, Consumer<String> lines,
                     Cancellation cancellation);

    List<Box> boxList(Cancellation cancellation);

    void snapshotSave(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    /** Leaves the machine off, or as in the snapshot. On Hyper-V Vagrant starts it anyway. */
    void snapshotRestore(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    void snapshotDelete(String machine, String name, Consumer<String> lines, Cancellation cancellation);

    List<String> snapshotList(String machine, Cancellation cancellation);

    /** @param version {@code 0} for a box from a file */
    record Box(String name, String provider, String version) {
    }
}
