package org.hybridlab.provision.box;

import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.vagrant.InstalledBox;

/**
 * Where Vagrant keeps a box.
 *
 * @param box its name and, where it must be one, its version
 */
public record BoxFolder(Path vagrantHome, ProviderName provider, BoxChoice box) {
    public boolean isThere() {
        return version().isPresent();
    }

    /** Of the box that Vagrant makes machines from; {@code 0} for one that was added from a file. */
    public Optional<String> version() {
        return InstalledBox.of(box, provider, vagrantHome).map(InstalledBox::version);
    }
}
