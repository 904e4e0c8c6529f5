package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.ProviderName;

/** Decides what a lab file leaves open. The same decisions give an equal lab. */
public interface OpenChoices {
    /** Key of the API server's virtual address in {@link #addresses()}; no valid machine name. */
    String VIRTUAL_ADDRESS = "virtual address";

    /** Empty: not decided, and what depends on it is not judged. */
    Optional<ProviderName> provider(Optional<ProviderName> written);

    /**
     * For a lab without a machine network.
     *
     * @param others the lab's other networks, which it must not overlap
     */
    Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others);

    /** Values in place of the file's. */
    default SetValues settings() {
        return SetValues.NONE;
    }

    default boolean simulatesWindows() {
        return false;
    }

    /** Earlier addresses by machine. Machines keep them while the lab exists. */
    default Map<String, Ipv4> addresses() {
        return Map.of();
    }

    /** Machines of {@link #addresses()} that exist, or may exist. They keep their addresses. */
    default Set<String> machinesThere() {
        return addresses().keySet();
    }

    /** Keeps the provider of the file, and uses this network if it names none. */
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
