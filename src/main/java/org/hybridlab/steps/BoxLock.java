package org.hybridlab.steps;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.hybridlab.box.Boxes;
import org.hybridlab.bundle.CacheLock;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.plan.StepContext;

/**
 * One Vagrant box, as all labs of this host share it: Vagrant downloads it into the user's own folder, vagrant-libvirt
 * copies it into libvirt's storage, and neither minds another vagrant that does so at the same time.
 *
 * @param box its name
 */
record BoxLock(LabTools tools, String box) {
    /** Whether there is nothing left to do of what several vagrants could not do at the same time; a cheap look. */
    boolean isSettled(StepContext context) {
        return tools.provider().name() == ProviderName.DOCKER || isDownloaded()
                && tools.provider().hasTaken(box, tools.vagrantHome(), context.cancellation());
    }

    /** @param what is done under it, for example "downloading the box" */
    CacheLock hold(String what, StepContext context) {
        return CacheLock.hold(Boxes.lock(tools.bundles().bundles().userCache(), box), what,
                LabBundles.fetching(context));
    }

    /** boxes/NAME/VERSION/PROVIDER; since Vagrant 2.4 with the architecture before the provider. */
    boolean isDownloaded() {
        Path folder = tools.vagrantHome().resolve("boxes").resolve(box.replace("/", "-VAGRANTSLASH-"));
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.walk(folder, 3) : Stream.<Path>empty()) {
            return files.anyMatch(file -> file.endsWith(tools.provider().name().word()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
