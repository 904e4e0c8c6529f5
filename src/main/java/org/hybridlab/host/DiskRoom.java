package org.hybridlab.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.ProviderName;

/**
 * Room on disk for a lab.
 *
 * @param place whose file system it is, for people
 */
public record DiskRoom(String place, long freeMiB) {
    private static final Path LIBVIRT_IMAGES = Path.of("/var/lib/libvirt/images");

    /** Of the folder where labs lie and the one that the provider writes to, that which has less. */
    public static DiskRoom least(ProviderName provider, HostFacts facts, HostFiles files, Processes processes) {
        return least(provider, facts, files, new HostPrograms(processes));
    }

    /** @param within which a daemon has to tell its folder, else it is not looked at */
    public static DiskRoom least(ProviderName provider, HostFacts facts, HostFiles files, Processes processes,
                                 Duration within) {
        return least(provider, facts, files, new HostPrograms(processes, within));
    }

    private static DiskRoom least(ProviderName provider, HostFacts facts, HostFiles files, HostPrograms programs) {
        DiskRoom here = of(facts);
        return folder(provider, facts, programs).filter(files::exists)
                .map(folder -> new DiskRoom(folder.toString(), files.freeMiB(folder)))
                .filter(room -> room.freeMiB() < here.freeMiB()).orElse(here);
    }

    /** Where labs lie. */
    static DiskRoom of(HostFacts facts) {
        return new DiskRoom("the current folder", facts.freeDiskMiB());
    }

    /** Elsewhere than on Linux, docker's folder is in a virtual machine. */
    private static Optional<Path> folder(ProviderName provider, HostFacts facts, HostPrograms programs) {
        if (facts.system().family() != OperatingSystem.Family.LINUX) {
            return Optional.empty();
        }
        return switch (provider) {
            case DOCKER -> Optional.of(programs.ask("docker", "info", "--format", "{{.DockerRootDir}}").stdout())
                    .map(String::strip).filter(said -> said.startsWith("/")).map(Path::of);
            case LIBVIRT -> Optional.of(LIBVIRT_IMAGES);
            case VIRTUALBOX, HYPERV, PARALLELS -> Optional.empty();
        };
    }
}
