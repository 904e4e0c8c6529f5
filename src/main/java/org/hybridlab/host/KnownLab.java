package org.hybridlab.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.hybridlab.common.process.ThisHost;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;

/**
 * A lab that has, or may have, machines.
 *
 * @param workspace absolute path, its key
 * @param network of the machines, for example {@code 192.168.57.0/24}
 * @param simulatesWindows whether its Windows machines are simulated
 * @param mode network mode of its machines
 * @param addresses IPv4 addresses by machine, with machines that left the lab file
 * @param written the lab file's provider at the last {@code up}; a flag may have chosen another one
 * @param settings values in place of the lab file's, by key, as {@code --set} gave them
 */
public record KnownLab(String name, String workspace, ProviderName provider, String network, boolean simulatesWindows,
                       NetworkMode mode, Map<String, String> addresses, Origin origin,
                       Optional<ProviderName> written, Map<String, String> settings) {
    public KnownLab {
        settings = Map.copyOf(settings);
        addresses = Collections.unmodifiableMap(new TreeMap<>(addresses));
    }

    /** Whether its provider runs Windows, so that it may have such machines. */
    public boolean mayHaveWindowsGuests() {
        return !simulatesWindows && provider.traits().windowsGuests();
    }

    /**
     * What stays the same until the lab is destroyed.
     *
     * @param id in names of the provider's resources
     * @param host of its machines, since home folders may be shared
     * @param labFile absolute path, which may have moved since
     * @param instance empty for the one without a name
     * @param folder inode of the lab file's folder, to detect another one at its path; empty: unreadable
     */
    public record Origin(String id, ThisHost host, String labFile, Optional<String> instance, Optional<Long> folder) {
        public static Origin of(String id, Path labFile, Optional<String> instance) {
            return new Origin(id, ThisHost.here(), labFile.toString(), instance,
                    inode(labFile.toAbsolutePath().getParent()));
        }

        Origin movedTo(Path labFile) {
            return new Origin(id, host, labFile.toString(), instance,
                    inode(labFile.toAbsolutePath().getParent()));
        }

        private static Optional<Long> inode(Path folder) {
            try {
                return Optional.of(OwnWorkspaces.inode(folder.toRealPath()));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }

    KnownLab movedTo(String place, Path labFile) {
        return new KnownLab(name, place, provider, network, simulatesWindows, mode, addresses,
                origin.movedTo(labFile), written, settings);
    }

    /** Merges addresses. The new ones win. */
    public KnownLab withAddresses(Map<String, Ipv4> given) {
        Map<String, String> all = new TreeMap<>(addresses);
        given.forEach((machine, address) -> all.put(machine, address.toString()));
        return new KnownLab(name, workspace, provider, network, simulatesWindows, mode, all, origin, written,
                settings);
    }

    /** See {@link org.hybridlab.config.file.reader.OpenChoices#addresses()}. */
    public Map<String, Ipv4> givenAddresses() {
        Map<String, Ipv4> all = new TreeMap<>();
        addresses.forEach((machine, address) -> all.put(machine, Ipv4.parse(address)));
        return all;
    }

    /** Whether its machines may be on this host. */
    public boolean onThisHost() {
        return ThisHost.here().mayBe(origin.host().id());
    }

    /** Whether its lab file is still in the same folder. */
    public boolean hasItsLabFile() {
        return Files.isRegularFile(labFile()) && cameUpIn(labFile().toAbsolutePath().getParent());
    }

    /** Whether it came up in this folder, and not in an earlier one at that path. */
    public boolean cameUpIn(Path folder) {
        return origin.folder().isEmpty() || origin.folder().equals(Origin.inode(folder));
    }

    public Path labFile() {
        return Path.of(origin.labFile());
    }
}
