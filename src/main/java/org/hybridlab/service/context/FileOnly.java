package org.hybridlab.service.context;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.FreeNetwork;

/**
 * Decides by the lab file alone.
 *
 * @param usual the provider where neither the call nor the file names one
 * @param simulatesWindows whether the user asked for it, or the lab is up so
 */
public record FileOnly(Optional<ProviderName> asked, Optional<ProviderName> usual, boolean simulatesWindows)
        implements OpenChoices {
    public FileOnly(Optional<ProviderName> asked, boolean simulatesWindows) {
        this(asked, Optional.empty(), simulatesWindows);
    }

    @Override
    public Optional<ProviderName> provider(Optional<ProviderName> written) {
        return asked.or(() -> written).or(() -> usual);
    }

    @Override
    public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
        return FreeNetwork.find(others, provider.flatMap(name -> name.traits().allowedMachineNetworks()));
    }
}
