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
import static org.hybridlab.config.model.ProviderTraits.Trait.WINDOWS_HOSTS_ONLY;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a Vagrant provider can do, and its networks. Rules, planners and docs read this table.
 *
 * @param title as its makers write it
 * @param program its client; without it, this host has no machines of the provider
 * @param all its traits; it lacks all others
 * @param ownNetworks networks on the host or on every machine
 * @param allowedMachineNetworks range for machine networks; empty: any
 */
public record ProviderTraits(String title, String program, Set<Trait> all, List<Cidr> ownNetworks,
                             Optional<Cidr> allowedMachineNetworks) {
    enum Trait {
        WINDOWS_GUESTS,
        /** Vagrant sets fixed addresses. Otherwise hybridlab sets them in the guest. */
        ADDRESSES_FROM_VAGRANT,
        /** Machines have fixed addresses from boot. Otherwise they get them once they run. */
        ADDRESSES_FROM_BOOT,
        STARTS_TOGETHER,
        SNAPSHOTS,
        /**
         * {@code vagrant snapshot} of a paused machine keeps its memory, and restores it as paused. Machines are saved
         * and restored together without a boot.
         */
        SNAPSHOTS_WITH_MEMORY,
        PACKAGES,
        /** Machines take the host's memory on demand, and do not reserve it. */
        SHARES_HOST_MEMORY,
        /** Machines share the host's kernel: its clock, cgroups and modules. Their root is root on the host. */
        SHARES_KERNEL,
        /** A machine accepts only the lab's key from boot on. Otherwise it first accepts Vagrant's public key. */
        KEY_FROM_BIRTH,
        /** We ran it. Files for others are only parsed and validated. */
        SEEN_RUNNING,
        /** It copies disks of boxes into its own storage, which all labs share. */
        STORES_BOXES,
        /** A box is an image with a name and a tag, without file, place and version. */
        BOXES_ARE_IMAGES,
        EMULATES,
        /** Machines can join a network that another lab created, by its address range. */
        JOINS_NETWORKS,
        /** hybridlab's box for it boots by BIOS, which only amd64 has. */
        AMD64_BOX,
        WINDOWS_HOSTS_ONLY
    }

    public ProviderTraits {
        all = Set.copyOf(all);
        ownNetworks = List.copyOf(ownNetworks);
    }

    static ProviderTraits of(ProviderName provider) {
        return switch (provider) {
            // NAT network of adapter 1. Since 6.1.28, host-only networks must be in one range (Vagrant network.rb).
            case VIRTUALBOX -> of("VirtualBox", "VBoxManage", WINDOWS_GUESTS, ADDRESSES_FROM_VAGRANT, SNAPSHOTS,
                    PACKAGES, JOINS_NETWORKS).owning("10.0.2.0/24").within("192.168.56.0/21");
            // Ignores Vagrant's network settings. Its Default Switch moves, so the host's routes tell. It cannot export
            // linked clones, which our machines are (hashicorp/vagrant#13115).
            case HYPERV -> of("Hyper-V", "powershell", WINDOWS_GUESTS, SNAPSHOTS, WINDOWS_HOSTS_ONLY);
            // vagrant-libvirt's default network, and libvirt's own.
            case LIBVIRT -> of("libvirt (KVM, QEMU)", "virsh", WINDOWS_GUESTS, ADDRESSES_FROM_VAGRANT,
                    ADDRESSES_FROM_BOOT, STARTS_TOGETHER, SNAPSHOTS, SNAPSHOTS_WITH_MEMORY, PACKAGES, SEEN_RUNNING,
                    STORES_BOXES, EMULATES, AMD64_BOX)
                    .owning("192.168.121.0/24", "192.168.122.0/24");
            case DOCKER -> of("Docker", "docker", ADDRESSES_FROM_VAGRANT, ADDRESSES_FROM_BOOT, STARTS_TOGETHER,
                    SHARES_HOST_MEMORY, SHARES_KERNEL, KEY_FROM_BIRTH, SEEN_RUNNING, BOXES_ARE_IMAGES, JOINS_NETWORKS)
                    .owning("172.17.0.0/16");
            case PARALLELS -> of("Parallels", "prlctl", WINDOWS_GUESTS, ADDRESSES_FROM_VAGRANT, STARTS_TOGETHER,
                    SNAPSHOTS, PACKAGES).owning("10.211.55.0/24", "10.37.129.0/24");
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

    public boolean windowsHostsOnly() {
        return all.contains(WINDOWS_HOSTS_ONLY);
    }

    private static ProviderTraits of(String title, String program, Trait... traits) {
        return new ProviderTraits(title, program, Set.of(traits), List.of(), Optional.empty());
    }

    private ProviderTraits owning(String... networks) {
        return new ProviderTraits(title, program, all, Stream.of(networks).map(Cidr::parse).toList(),
                allowedMachineNetworks);
    }

    private ProviderTraits within(String network) {
        return new ProviderTraits(title, program, all, ownNetworks, Optional.of(Cidr.parse(network)));
    }
}
