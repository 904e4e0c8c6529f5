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
 * @param use what takes it where a lab file names no box
 * @param version that is taken; empty: the newest
 * @param builds the whole build of the Windows in it, for example 20348.2113, by version
 * @param sha256 of the box file, where it is pinned
 * @param nic of libvirt's network adapter
 * @param disk of libvirt's disk bus
 * @param needs names of what this host must have
 * @param downloadGigabytes 10^9 bytes over the network; empty: nobody knows
 * @param sizeGigabytes that a machine's disk may grow to; empty: nobody knows
 * @param licence of the Windows in it
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
     * The first way in.
     *
     * @param password empty: Vagrant's public key opens it
     * @param communicator of Vagrant
     */
    public record Login(String user, Optional<String> password, String communicator) {
    }

    /**
     * An evaluation copy's.
     *
     * @param days at most
     * @param activation days until Windows wants to be activated; empty: nobody knows
     */
    public record Licence(int days, OptionalInt activation) {
    }

    /** For the first way in, if a password is one. */
    public Optional<String> password() {
        return login.password();
    }

    /** Of the Windows in every version of it; empty for Linux. */
    public Optional<WindowsBuild> build() {
        return builds.values().stream().findFirst().flatMap(whole -> WindowsBuild.of(whole.split("\\.")[0]));
    }
}
