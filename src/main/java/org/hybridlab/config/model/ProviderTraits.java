package org.hybridlab.config.model;

import static org.hybridlab.config.model.ProviderTraits.Trait.ADDRESSES_FROM_BOOT;
import static org.hybridlab.config.model.ProviderTraits.Trait.ADDRESSES_FROM_VAGRANT;
import static org.hybridlab.config.model.ProviderTraits.Trait.AMD64_BOX;
import static org.hybridlab.config.model.ProviderTraits.Trait.BOXES_ARE_IMAGES;
import static org.hybridlab.config.model.ProviderTraits.Trait.EMULATES;
import static org.hybridlab.config.model.ProviderTraits.Trait.JOINS_NETWORKS;
import static org.hybridlab.config.model.ProviderTraits.Trait.KEY_FROM_BIRTH;
import static org.hybridlab.config.model.ProviderTraits.Trait.PACKAGES;
import static org.hybridlab.config.model.ProviderTraits.Trait.SEEN_RUNNING;
import static org.hybridlab.config.model.ProviderTraits.Trait.SHARES_HOST_MEMORY;
import static org.hybridlab.config.model.ProviderTraits.Trait.SHARES_KERNEL;
import static org.hybridlab.config.model.ProviderTraits.Trait.SNAPSHOTS;
import static org.hybridlab.config.model.ProviderTraits.Trait.SNAPSHOTS_WITH_MEMORY;
import static org.hybridlab.config.model.ProviderTraits.Trait.STARTS_TOGETHER;
import static org.hybridlab.config.model.ProviderTraits.Trait.STORES_BOXES;
import static org.hybridlab.config.model.ProviderTraits.Trait.WINDOWS_GUESTS;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a Vagrant provider can do, and which networks are its own: the one table that rules, planners and docs read.
 *
 * @param title as its makers write it
 * @param all its traits; what is not among them it lacks
 * @param ownNetworks networks that it puts on the host or gives to every machine
 * @param allowedMachineNetworks where a lab's machine network must lie; empty: anywhere
 */
public record ProviderTraits(String title, Set<Trait> all, List<Cidr> ownNetworks,
                             Optional<Cidr> allowedMachineNetworks) {
    /** What some providers are or can, and others not. */
    enum Trait {
        /** Windows machines run on it. */
        WINDOWS_GUESTS,
        /** Vagrant itself can give fixed addresses; else they are set inside the guest. */
        ADDRESSES_FROM_VAGRANT,
        /** Machines have their fixed addresses as soon as they boot; else somebody sets them inside once they run. */
        ADDRESSES_FROM_BOOT,
        /** Machines may be created at the same time. */
        STARTS_TOGETHER,
        /** {@code vagrant snapshot} works. */
        SNAPSHOTS,
        /**
         * {@code vagrant snapshot} of a machine that is paused keeps its memory, and the machine is paused again once
         * it is back there: machines can be saved and set back together without a boot.
         */
        SNAPSHOTS_WITH_MEMORY,
        /** {@code vagrant package} makes a box of a machine. */
        PACKAGES,
        /** Machines use the host's memory as they need it, rather than reserve it. */
        SHARES_HOST_MEMORY,
        /** Machines run on the host's kernel: they see its clock, cgroups and modules, and their root is root here. */
        SHARES_KERNEL,
        /** A machine knows only the lab's key from its first boot; else Vagrant's public key opens it for a while. */
        KEY_FROM_BIRTH,
        /** We ran it; else its files are parsed and validated only. */
        SEEN_RUNNING,
        /** Disks of boxes are copied into a storage of its own, which all labs share. */
        STORES_BOXES,
        /** A box is an image: it has a name and a tag, and neither file, place nor version. */
        BOXES_ARE_IMAGES,
        /** Machines may have another architecture than the host. */
        EMULATES,
        /** Machines come into a network that another lab made, by its range of addresses. */
        JOINS_NETWORKS,
        /** The box that hybridlab builds for it boots by a BIOS, which amd64 alone has. */
        AMD64_BOX
    }

    public ProviderTraits {
        all = Set.copyOf(all);
        ownNetworks = List.copyOf(ownNetworks);
    }

    static ProviderTraits of(ProviderName provider) {
        return switch (provider) {
            // NAT network of adapter 1; since 6.1.28 host-only networks must lie in one range (Vagrant network.rb).
            case VIRTUALBOX -> of("VirtualBox", WINDOWS_GUESTS, ADDRESSES_FROM_VAGRANT, SNAPSHOTS, PACKAGES,
                    JOINS_NETWORKS).owning("10.0.2.0/24").within("192.168.56.0/21");
            // Ignores Vagrant's network settings; its Default Switch moves, so it is the host's routes that tell.
            // It does not export linked clones, which our machines are: disks of one name (hashicorp/vagrant#13115).
            case HYPERV -> of("Hyper-V", WINDOWS_GUESTS, SNAPSHOTS);
            // What vagrant-libvirt makes for other projects, and libvirt's own default network.
            case LIBVIRT -> of("libvirt (KVM, QEMU)", WINDOWS_GUESTS, ADDRESSES_FROM_VAGRANT, ADDRESSES_FROM_BOOT,
                    STARTS_TOGETHER, SNAPSHOTS, SNAPSHOTS_WITH_MEMORY, PACKAGES, SEEN_RUNNING, STORES_BOXES, EMULATES,
                    AMD64_BOX)
                    .owning("192.168.121.0/24", "192.168.122.0/24");
            // The default bridge, which a docker daemon always has.
            case DOCKER -> of("Docker", ADDRESSES_FROM_VAGRANT, ADDRESSES_FROM_BOOT, STARTS_TOGETHER,
                    SHARES_HOST_MEMORY, SHARES_KERNEL, KEY_FROM_BIRTH, SEEN_RUNNING, BOXES_ARE_IMAGES, JOINS_NETWORKS)
                    .owning("172.17.0.0/16");
            // Its shared and its host-only network.
            case PARALLELS -> of("Parallels", WINDOWS_GUESTS, ADDRESSES_FROM_VAGRANT, STARTS_TOGETHER, SNAPSHOTS,
                    PACKAGES).owning("10.211.55.0/24", "10.37.129.0/24");
        };
    }

    public boolean windowsGuests() {
        return all.contains(WINDOWS_GUESTS);
    }

    public boolean addressesFromVagrant() {
        return all.contains(ADDRESSES_FROM_VAGRANT);
    }

    public boolean addressesFromBoot() {
        return all.contains(ADDRESSES_FROM_BOOT);
    }

    public boolean startsTogether() {
        return all.contains(STARTS_TOGETHER);
    }

    public boolean snapshots() {
        return all.contains(SNAPSHOTS);
    }

    public boolean snapshotsWithMemory() {
        return all.contains(SNAPSHOTS_WITH_MEMORY);
    }

    public boolean packages() {
        return all.contains(PACKAGES);
    }

    public boolean sharesHostMemory() {
        return all.contains(SHARES_HOST_MEMORY);
    }

    public boolean sharesKernel() {
        return all.contains(SHARES_KERNEL);
    }

    public boolean keyFromBirth() {
        return all.contains(KEY_FROM_BIRTH);
    }

    public boolean seenRunning() {
        return all.contains(SEEN_RUNNING);
    }

    public boolean storesBoxes() {
        return all.contains(STORES_BOXES);
    }

    public boolean boxesAreImages() {
        return all.contains(BOXES_ARE_IMAGES);
    }

    public boolean emulates() {
        return all.contains(EMULATES);
    }

    public boolean joinsNetworks() {
        return all.contains(JOINS_NETWORKS);
    }

    public boolean amd64Box() {
        return all.contains(AMD64_BOX);
    }

    private static ProviderTraits of(String title, Trait... traits) {
        return new ProviderTraits(title, Set.of(traits), List.of(), Optional.empty());
    }

    private ProviderTraits owning(String... networks) {
        return new ProviderTraits(title, all, Stream.of(networks).map(Cidr::parse).toList(), allowedMachineNetworks);
    }

    private ProviderTraits within(String network) {
        return new ProviderTraits(title, all, ownNetworks, Optional.of(Cidr.parse(network)));
    }
}
