package org.hybridlab.config.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A public Vagrant box, as {@code boxes.yaml} describes it.
 *
 * @param use where it is the default
 * @param version empty: the newest
 * @param builds full Windows build by box version, for example 20348.2113
 * @param sha256 of the box file, where it is pinned
 * @param nic model of libvirt's network adapter
 * @param downloadGigabytes in 10^9 bytes; empty: unknown
 * @param sizeGigabytes largest size of a machine's disk; empty: unknown
 */
public record KnownBox(String name, String use, String publisher, Optional<String> version, Map<String, String> builds,
                       Map<ProviderName, String> sha256, Set<ProviderName> providers, Login login, String nic,
                       String disk, Map<ProviderName, List<String>> needs, OptionalDouble downloadGigabytes,
                       OptionalInt sizeGigabytes, Optional<Licence> licence) {
    public KnownBox {
        builds = Map.copyOf(builds);
        sha256 = Map.copyOf(sha256);
        providers = Set.copyOf(providers);
        needs = Map.copyOf(needs);
    }

    /**
     * The first login.
     *
     * @param password empty: Vagrant's public key
     */
    public record Login(String user, Optional<String> password, String communicator) {
    }

    /**
     * Of an evaluation copy.
     *
     * @param days at most
     * @param activation days until Windows must be activated; empty: unknown
     */
    public record Licence(int days, OptionalInt activation) {
    }

    public Optional<String> password() {
        return login.password();
    }

    /** The same in every version of the box; empty for Linux. */
    public Optional<WindowsBuild> build() {
        return builds.values().stream().findFirst().flatMap(whole -> WindowsBuild.of(whole.split("\\.")[0]));
    }
}
