package org.hybridlab.provision.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;

/**
 * Where Vagrant keeps a box: boxes/NAME/VERSION/PROVIDER; since Vagrant 2.4 with the architecture before the provider.
 *
 * @param box its name and, where it must be one, its version
 */
public record BoxFolder(Path vagrantHome, ProviderName provider, BoxChoice box) {
    public boolean isThere() {
        return version().isPresent();
    }

    /** Of the box that is there; {@code 0} for one that was added from a file. */
    public Optional<String> version() {
        Path folder = vagrantHome.resolve("boxes").resolve(box.name().replace("/", "-VAGRANTSLASH-"));
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.walk(folder, 3) : Stream.<Path>empty()) {
            return files.filter(file -> file.endsWith(provider.id()))
                    .map(file -> folder.relativize(file).getName(0).toString())
                    .filter(version -> box.version().isEmpty() || box.version().get().equals(version)).findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
