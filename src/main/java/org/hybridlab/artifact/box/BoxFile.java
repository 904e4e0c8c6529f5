package org.hybridlab.artifact.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.workspace.FilePlace;
import org.hybridlab.config.model.ProviderName;

/** A box as one file, for other hosts. */
public record BoxFile(Path path, String sha256, long bytes) {
    /** Vagrant compresses the disk on one processor. */
    private static final Duration PACKING = Duration.ofHours(3);

    /**
     * Packs a box of Vagrant. An existing file is reused, unless its box has no version and was added later: a rebuilt
     * box keeps its name.
     *
     * @param version in Vagrant, {@code 0} for a box from a file
     * @throws LabException {@code box-file-not-written}, {@code interrupted}
     */
    public static BoxFile in(Path folder, String name, String version, ProviderName provider, Path vagrantHome,
                             Processes processes, Fetching fetching) {
        Path file = folder.toAbsolutePath().normalize().resolve("%s%s-%s.box".formatted(name.replace('/', '-'),
                version.equals("0") ? "" : "-" + version, provider.id()));
        try {
            Files.createDirectories(file.getParent());
            if (!Files.exists(file) || version.equals("0") && isOlder(file, name, provider, vagrantHome)) {
                Path work = Files.createTempDirectory(file.getParent(), ".hybridlab-");
                FileTime begun = FileTime.from(Instant.now());
                try {
                    Path packed = pack(work, name, version, provider, vagrantHome, processes, fetching);
                    // A box added meanwhile is newer. A file server may have another clock.
                    Files.setLastModifiedTime(packed, begun);
                    Files.move(packed, file, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(work.resolve("package.box"));
                    Files.deleteIfExists(work);
                }
            }
            return new BoxFile(file, Sha256.of(file), Files.size(file));
        } catch (IOException e) {
            throw LabException.hostNotReady("box-file-not-written", "%s cannot be written: %s".formatted(file, e),
                    "Give another --to, with room for the whole box.").causedBy(e);
        }
    }

    /**
     * Checks that files can be created, before a box is fetched.
     *
     * @throws LabException {@code box-file-not-written}
     */
    public static void mustBePossible(Path folder) {
        FilePlace.troubleBelow(folder).ifPresent(why -> {
            throw LabException.hostNotReady("box-file-not-written", "%s takes no box: %s".formatted(folder, why),
                    "Give another --to, with room for the whole box.");
        });
    }

    /** Vagrant creates a box's folder when it adds the box. */
    private static boolean isOlder(Path file, String name, ProviderName provider, Path vagrantHome)
            throws IOException {
        Optional<Path> box = BoxFolders.of(vagrantHome).findAddedFromFile(name, Path.of(provider.id()));
        return box.isPresent()
                && Files.getLastModifiedTime(box.get()).compareTo(Files.getLastModifiedTime(file)) > 0;
    }

    private static Path pack(Path work, String name, String version, ProviderName provider, Path vagrantHome,
                             Processes processes, Fetching fetching) {
        Command command = VagrantBoxes.command("box", "repackage", name, provider.id(), version).in(work)
                .env("VAGRANT_CWD", work.toString()).env("VAGRANT_HOME", vagrantHome.toString()).timeout(PACKING)
                .inOwnSession();
        Result result = processes.run(command, fetching.cancellation());
        if (!result.ok()) {
            throw LabException.hostNotReady("box-file-not-written", "Vagrant could not make a file of the box %s: %s"
                    .formatted(name, (result.stdout() + result.stderr()).strip()),
                    "Check for free space in the folder, and that `vagrant box list` shows the box.");
        }
        return work.resolve("package.box");
    }
}
