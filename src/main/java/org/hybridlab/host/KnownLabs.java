package org.hybridlab.host;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Ipv4;
import org.hybridlab.lab.NetworkMode;
import org.hybridlab.lab.ProviderName;

/**
 * The labs of this user that have, or may have, machines on this host: {@code labs.json} of the state folder. A lab is
 * known by its workspace. Written before its first machine is made, forgotten after its last one is gone.
 */
public final class KnownLabs {
    private final Path file;

    public KnownLabs(UserFolders folders) {
        this.file = folders.state().resolve("labs.json");
    }

    /**
     * @param workspace absolute path of its workspace
     * @param network the machines' network, for example {@code 192.168.57.0/24}
     * @param simulatesWindows whether its Windows machines are simulated
     * @param mode of the network that its machines were set up for; empty where an older hybridlab remembered it
     * @param addresses IPv4 addresses that its machines were given, by name, also of machines that left the lab file
     */
    public record KnownLab(String name, String workspace, ProviderName provider, String network,
                           boolean simulatesWindows, Optional<NetworkMode> mode, Map<String, String> addresses) {
        public KnownLab {
            // What older files do not say comes as null.
            mode = mode == null ? Optional.empty() : mode;
            addresses = addresses == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(addresses));
        }

        public KnownLab(String name, String workspace, ProviderName provider, String network,
                        boolean simulatesWindows, Optional<NetworkMode> mode) {
            this(name, workspace, provider, network, simulatesWindows, mode, Map.of());
        }

        /** A lab whose machines are all made, of whatever mode. */
        public KnownLab(String name, String workspace, ProviderName provider, String network) {
            this(name, workspace, provider, network, false, Optional.empty());
        }

        /** What it remembers, and these addresses; where both know a name, these. */
        public KnownLab withAddresses(Map<String, Ipv4> given) {
            Map<String, String> all = new TreeMap<>(addresses);
            given.forEach((machine, address) -> all.put(machine, address.toString()));
            return new KnownLab(name, workspace, provider, network, simulatesWindows, mode, all);
        }

        /** See {@link org.hybridlab.labfile.OpenChoices#addresses()}. */
        public Map<String, Ipv4> givenAddresses() {
            Map<String, Ipv4> all = new TreeMap<>();
            addresses.forEach((machine, address) -> all.put(machine, Ipv4.parse(address)));
            return all;
        }
    }

    public List<KnownLab> all() {
        return StateFile.read(file, KnownLab[].class);
    }

    public Optional<KnownLab> find(Path workspace) {
        return all().stream().filter(lab -> lab.workspace().equals(workspace.toString())).findFirst();
    }

    /** Adds the lab, or replaces what was known of it. */
    public void remember(KnownLab lab) {
        StateFile.update(file, KnownLab[].class,
                before -> Stream.concat(others(before, lab.workspace()), Stream.of(lab)).toList());
    }

    /**
     * Adds the lab, unless another one has its network by now: labs that come up at the same moment find the same one
     * free.
     *
     * @return false if nothing was added
     */
    public boolean claim(KnownLab lab) {
        StateFile.update(file, KnownLab[].class, before -> others(before, lab.workspace())
                .anyMatch(other -> Cidr.parse(other.network()).overlaps(Cidr.parse(lab.network()))) ? before
                : Stream.concat(others(before, lab.workspace()), Stream.of(lab)).toList());
        return find(Path.of(lab.workspace())).filter(lab::equals).isPresent();
    }

    /** @return true if it was the last one */
    public boolean forget(Path workspace) {
        StateFile.update(file, KnownLab[].class, before -> others(before, workspace.toString()).toList());
        return all().isEmpty();
    }

    private static Stream<KnownLab> others(List<KnownLab> labs, String workspace) {
        return labs.stream().filter(lab -> !lab.workspace().equals(workspace));
    }
}
