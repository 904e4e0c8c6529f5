package org.hybridlab.provision.box;

import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.vagrant.InstalledBox;

/** Vagrant's folder of a box. */
public record BoxFolder(Path vagrantHome, ProviderName provider, BoxChoice box) {
    public boolean isThere() {
        return version().isPresent();
    }

    /** The version that Vagrant uses; {@code 0} if it was added from a file. */
    public Optional<String> version() {
        return InstalledBox.of(box, provider, vagrantHome).map(InstalledBox::version);
    }
}
