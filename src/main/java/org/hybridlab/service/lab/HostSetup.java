package org.hybridlab.service.lab;

import java.util.Set;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.Software;

/** Prepares this host for labs. Asks for approval first. */
public interface HostSetup {
    /** Installs and starts what is missing. Throws {@code host-not-ready} with the commands to run by hand. */
    void makeReady(ProviderName provider);

    void install(Set<Software> wanted);
}
