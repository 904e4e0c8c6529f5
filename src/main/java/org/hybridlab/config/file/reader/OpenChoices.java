package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.ProviderName;

/** Decides what a lab file may leave open. The same decisions give an equal lab. */
public interface OpenChoices {
    /** Stands for the API server's virtual address among {@link #addresses()}; no machine can be called so. */
    String VIRTUAL_ADDRESS = "virtual address";

    /** The provider that the lab is judged for; empty: not decided yet, and what depends on it is not judged. */
    Optional<ProviderName> provider(Optional<ProviderName> written);

    /**
     * The network for the machines of a lab that names none.
     *
     * @param others the lab's own networks, which it must not overlap
     */
    Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others);

    /** Whether Windows machines are nodes only, which are simulated. */
    default boolean simulatesWindows() {
        return false;
    }

    /** Addresses that machines of this lab were given before, by name: they keep them while the lab lives. */
    default Map<String, Ipv4> addresses() {
        return Map.of();
    }

    /**
     * Names of machines that are there, or may be, of those with {@link #addresses()}: nobody else gets their
     * addresses.
     */
    default Set<String> machinesThere() {
        return addresses().keySet();
    }

    /** The provider stays as it is written, and an open network becomes this one. */
    static OpenChoices network(Cidr open) {
        return new OpenChoices() {
            @Override
            public Optional<ProviderName> provider(Optional<ProviderName> written) {
                return written;
            }

            @Override
            public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
                return open;
            }
        };
    }
}
