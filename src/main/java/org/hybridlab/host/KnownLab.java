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
 * @param workspace absolute path of its workspace, by which it is known
 * @param network the machines' network, for example {@code 192.168.57.0/24}
 * @param simulatesWindows whether its Windows machines are simulated
 * @param mode of the network that its machines were set up for
 * @param addresses IPv4 addresses that its machines were given, by name, also of machines that left the lab file
 * @param origin where it comes from
 * @param written the provider that its file said when it last came up: a flag may have asked for another one
 */
public record KnownLab(String name, String workspace, ProviderName provider, String network, boolean simulatesWindows,
                       NetworkMode mode, Map<String, String> addresses, Origin origin,
                       Optional<ProviderName> written) {
    public KnownLab {
        addresses = Collections.unmodifiableMap(new TreeMap<>(addresses));
    }

    /** Whether a provider that runs Windows has, or may have, made such machines. */
    public boolean mayHaveWindowsGuests() {
        return !simulatesWindows && provider.traits().windowsGuests();
    }

    /**
     * What a lab keeps until it is destroyed, whatever becomes of its file.
     *
     * @param id what the provider's things of this lab are called by
     * @param host that its machines are on; home folders may be shared between hosts
     * @param labFile absolute path of its lab file, which may have moved since
     * @param instance of several of one lab
     * @param folder inode of the lab file's folder: another one may stand in its place by now; empty: it could
     *        not be looked at
     */
    public record Origin(String id, ThisHost host, String labFile, Optional<String> instance, Optional<Long> folder) {
        /** Of the lab file as it is on this host now. */
        public static Origin of(String id, Path labFile, Optional<String> instance) {
            return new Origin(id, ThisHost.here(), labFile.toString(), instance,
                    inode(labFile.toAbsolutePath().getParent()));
        }

        /** The same, moved there. */
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

    /** What it remembers, and these addresses; where both know a name, these. */
    public KnownLab withAddresses(Map<String, Ipv4> given) {
        Map<String, String> all = new TreeMap<>(addresses);
        given.forEach((machine, address) -> all.put(machine, address.toString()));
        return new KnownLab(name, workspace, provider, network, simulatesWindows, mode, all, origin, written);
    }

    /** See {@link org.hybridlab.config.file.reader.OpenChoices#addresses()}. */
    public Map<String, Ipv4> givenAddresses() {
        Map<String, Ipv4> all = new TreeMap<>();
        addresses.forEach((machine, address) -> all.put(machine, Ipv4.parse(address)));
        return all;
    }

    /** Whether its machines are, or may be, on this host. */
    public boolean onThisHost() {
        return ThisHost.here().mayBe(origin.host().id());
    }

    /** Whether its lab file is where it was, in the folder that it was in. */
    public boolean hasItsLabFile() {
        return Files.isRegularFile(labFile()) && cameUpIn(labFile().toAbsolutePath().getParent());
    }

    /** Whether it came up in this folder, rather than in another one that was at the same path. */
    public boolean cameUpIn(Path folder) {
        return origin.folder().isEmpty() || origin.folder().equals(Origin.inode(folder));
    }

    public Path labFile() {
        return Path.of(origin.labFile());
    }
}
