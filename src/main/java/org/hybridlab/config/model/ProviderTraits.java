package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a Vagrant provider can do, and which networks are its own: the one table that rules, planners and docs read.
 *
 * @param title as its makers write it
 * @param windowsGuests whether Windows machines run on it
 * @param addressesFromVagrant whether Vagrant itself can give fixed addresses; else they are set inside the guest
 * @param startsTogether whether machines may be created at the same time
 * @param snapshots whether {@code vagrant snapshot} works
 * @param packages whether {@code vagrant package} makes a box of a machine
 * @param sharesHostMemory whether machines use the host's memory as they need it, rather than reserve it
 * @param sharesKernel whether machines run on the host's kernel and see its cgroups and modules
 * @param keyFromBirth whether a machine knows only the lab's key from its first boot; else Vagrant's public key opens
 *        it until a step replaces it
 * @param seenRunning whether we ran it; else its files are parsed and validated only
 * @param storesBoxes whether disks of boxes are copied into a storage of its own, which all labs share
 * @param emulates whether machines may have another architecture than the host
 * @param ownNetworks networks that it puts on the host or gives to every machine
 * @param allowedMachineNetworks where a lab's machine network must lie; empty: anywhere
 */
public record ProviderTraits(String title, boolean windowsGuests, boolean addressesFromVagrant,
                             boolean startsTogether, boolean snapshots, boolean packages,
                             boolean sharesHostMemory, boolean sharesKernel, boolean keyFromBirth,
                             boolean seenRunning, boolean storesBoxes, boolean emulates,
                             List<Cidr> ownNetworks, Optional<Cidr> allowedMachineNetworks) {
    public ProviderTraits {
        ownNetworks = List.copyOf(ownNetworks);
    }

    static ProviderTraits of(ProviderName provider) {
        return switch (provider) {
            // NAT network of adapter 1; since 6.1.28 host-only networks must lie in one range (Vagrant network.rb).
            case VIRTUALBOX -> new ProviderTraits("VirtualBox", true, true, false, true, true, false,
                    false, false, false, false, false, networks("10.0.2.0/24"),
                    Optional.of(Cidr.parse("192.168.56.0/21")));
            // Ignores Vagrant's network settings; its Default Switch moves, so it is the host's routes that tell.
            // It does not export linked clones, which our machines are: disks of one name (hashicorp/vagrant#13115).
            case HYPERV -> new ProviderTraits("Hyper-V", true, false, false, true, false, false,
                    false, false, false, false, false, networks(), Optional.empty());
            // What vagrant-libvirt makes for other projects, and libvirt's own default network.
            case LIBVIRT -> new ProviderTraits("libvirt (KVM, QEMU)", true, true, true, true, true, false,
                    false, false, true, true, true, networks("192.168.121.0/24", "192.168.122.0/24"), Optional.empty());
            // The default bridge, which a docker daemon always has.
            case DOCKER -> new ProviderTraits("Docker", false, true, true, false, false, true,
                    true, true, true, false, false, networks("172.17.0.0/16"), Optional.empty());
            // Its shared and its host-only network.
            case PARALLELS -> new ProviderTraits("Parallels", true, true, true, true, true, false,
                    false, false, false, false, false, networks("10.211.55.0/24", "10.37.129.0/24"), Optional.empty());
        };
    }

    private static List<Cidr> networks(String... texts) {
        return Stream.of(texts).map(Cidr::parse).toList();
    }
}
