package org.hybridlab.vagrant;

import java.nio.file.Path;

import org.hybridlab.lab.ProviderName;
import org.hybridlab.process.Processes;

/**
 * Makes providers.
 *
 * @param vagrantData Vagrant's own folder in the workspace
 * @param kvm whether this host's processor has hardware virtualisation
 */
public record Providers(Processes processes, Path vagrantData, boolean kvm) {
    public Provider of(ProviderName name) {
        return switch (name) {
            case VIRTUALBOX -> new VirtualBoxProvider(processes);
            case HYPERV -> new HyperVProvider(processes);
            case LIBVIRT -> new LibvirtProvider(processes, kvm);
            case DOCKER -> new DockerProvider(processes, vagrantData);
            case PARALLELS -> new ParallelsProvider(processes);
        };
    }
}
