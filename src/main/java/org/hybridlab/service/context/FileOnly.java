package org.hybridlab.service.context;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.reader.SetValues;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.FreeNetwork;

/**
 * Decides by the call and the lab file alone.
 *
 * @param usual the provider where neither the call nor the file names one
 */
public record FileOnly(OpenOptions asked, Optional<ProviderName> usual) implements OpenChoices {
    @Override
    public boolean simulatesWindows() {
        return asked.simulateWindows();
    }

    @Override
    public SetValues settings() {
        return SetValues.NONE.with(asked.settings());
    }

    @Override
    public Optional<ProviderName> provider(Optional<ProviderName> written) {
        return asked.provider().or(() -> written).or(() -> usual);
    }

    @Override
    public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
        return FreeNetwork.find(others, provider.flatMap(name -> name.traits().allowedMachineNetworks()));
    }
}
