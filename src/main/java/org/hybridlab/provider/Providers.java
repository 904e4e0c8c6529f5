package org.hybridlab.provider;

import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ResourceOrigin;
import org.hybridlab.provider.docker.DockerProvider;
import org.hybridlab.provider.hyperv.HyperVProvider;
import org.hybridlab.provider.libvirt.LibvirtProvider;
import org.hybridlab.provider.parallels.ParallelsProvider;
import org.hybridlab.provider.virtualbox.VirtualBoxProvider;

/**
 * Creates providers.
 *
 * @param vagrantData Vagrant's own folder in the workspace
 * @param kvm whether the processor has hardware virtualisation
 * @param origin label of new resources, if the provider has labels
 * @param boxFiles folder for lists of boxes' files, for snapshots
 */
public record Providers(Processes processes, Path vagrantData, boolean kvm, Optional<ResourceOrigin> origin,
                        Optional<Path> boxFiles) {
    public Providers(Processes processes, Path vagrantData, boolean kvm) {
        this(processes, vagrantData, kvm, Optional.empty(), Optional.empty());
    }

    public Provider of(ProviderName name) {
        return switch (name) {
            case VIRTUALBOX -> new VirtualBoxProvider(processes, vagrantData);
            case HYPERV -> new HyperVProvider(processes);
            case LIBVIRT -> new LibvirtProvider(processes, kvm);
            case DOCKER -> new DockerProvider(processes, vagrantData, origin, boxFiles);
            case PARALLELS -> new ParallelsProvider(processes);
        };
    }
}
