package org.hybridlab.lab;

import java.util.Objects;
import java.util.Optional;

/**
 * One Vagrant machine of a lab.
 *
 * @param name RFC 1123 label, also its host name and its node's name
 * @param memoryMiB memory in MiB
 * @param kubernetes of its kubelet; the lab's own version unless the lab file says otherwise
 * @param box the Vagrant box that it is made from; empty: the provider's default for this os and arch
 * @param address in the lab's own network
 */
public record Machine(String name, Role role, Os os, Arch arch, int cpus, int memoryMiB, Optional<String> box,
                      KubernetesVersion kubernetes, Ipv4 address) {
    public Machine {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kubernetes);
        Objects.requireNonNull(address);
    }

    public boolean isControlPlane() {
        return role == Role.CONTROL_PLANE;
    }
}
