package org.hybridlab.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.ProviderTraits;

/**
 * Free disk space for a lab.
 *
 * @param place whose file system it is, for people
 */
public record DiskRoom(String place, long freeMiB) {
    private static final Path LIBVIRT_IMAGES = Path.of("/var/lib/libvirt/images");

    /** The smaller one of the labs' folder and the provider's folder. */
    public static DiskRoom least(ProviderName provider, HostFacts facts, HostFiles files, Processes processes) {
        return least(provider, facts, files, new HostPrograms(processes));
    }

    /** @param within limit for the daemon to tell its folder; then it is skipped */
    public static DiskRoom least(ProviderName provider, HostFacts facts, HostFiles files, Processes processes,
                                 Duration within) {
        return least(provider, facts, files, new HostPrograms(processes, within));
    }

    private static DiskRoom least(ProviderName provider, HostFacts facts, HostFiles files, HostPrograms programs) {
        DiskRoom here = of(facts);
        return folder(provider.traits(), facts, programs).filter(files::exists)
                .map(folder -> new DiskRoom(folder.toString(), files.freeMiB(folder)))
                .filter(room -> room.freeMiB() < here.freeMiB()).orElse(here);
    }

    static DiskRoom of(HostFacts facts) {
        return new DiskRoom("the current folder", facts.freeDiskMiB());
    }

    /** Only on Linux. Elsewhere docker's folder is in a virtual machine. */
    private static Optional<Path> folder(ProviderTraits provider, HostFacts facts, HostPrograms programs) {
        if (facts.system().family() != OperatingSystem.Family.LINUX) {
            return Optional.empty();
        }
        return provider.boxesAreImages()
                ? Optional.of(programs.ask(provider.program(), "info", "--format", "{{.DockerRootDir}}").stdout())
                        .map(String::strip).filter(said -> said.startsWith("/")).map(Path::of)
                : Optional.of(LIBVIRT_IMAGES).filter(any -> provider.storesBoxes());
    }
}
