package org.hybridlab.provider.vagrant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;

/**
 * A box that Vagrant has on this host: boxes/NAME/VERSION/PROVIDER; since Vagrant 2.4 with the architecture before the
 * provider.
 *
 * @param version {@code 0} for one that was added from a file
 * @param folder with its files
 */
public record InstalledBox(String version, Path folder) {
    private static final Comparator<InstalledBox> BY_VERSION =
            Comparator.comparing((InstalledBox one) -> BoxVersion.of(one.version)).thenComparing(InstalledBox::folder);

    /** The one that Vagrant makes machines from: in the version that the choice has, else in the newest. */
    public static Optional<InstalledBox> of(BoxChoice box, ProviderName provider, Path vagrantHome) {
        Path versions = vagrantHome.resolve("boxes").resolve(BoxChoice.nameOfFolder(box.name()));
        try (Stream<Path> files = Files.isDirectory(versions) ? Files.walk(versions, 3) : Stream.<Path>empty()) {
            return files.filter(file -> file.endsWith(provider.id()))
                    .map(file -> new InstalledBox(versions.relativize(file).getName(0).toString(), file))
                    .filter(one -> box.version().map(BoxVersion::of).map(BoxVersion.of(one.version)::compareTo)
                            .orElse(0) == 0)
                    .max(BY_VERSION);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
