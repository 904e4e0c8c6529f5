package org.hybridlab.service.lab;

import java.util.Set;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Software;

/** Gets ready on this host what labs need; whoever may agree to it is asked before. */
public interface HostSetup {
    /**
     * Installs and starts what the provider needs; nothing where nothing is missing.
     *
     * @throws org.hybridlab.common.error.LabException {@code host-not-ready} with the commands to run by hand
     */
    void makeReady(ProviderName provider);

    /** The same for programs. */
    void install(Set<Software> wanted);
}
