package org.hybridlab.config.model;

import java.util.Objects;
import java.util.Optional;

/**
 * One Vagrant machine of a lab.
 *
 * @param name RFC 1123 label, also its host name on Linux and its node's name
 * @param memoryMiB memory in MiB
 * @param kubernetes of its kubelet; the lab's own version unless the lab file says otherwise
 * @param box the Vagrant box that it is made from; empty: the provider's default for this os and arch
 * @param address in the lab's own network
 * @param windows there exactly if it is a Windows machine
 * @param node what its node has besides the usual
 */
public record Machine(String name, Role role, Os os, Arch arch, int cpus, int memoryMiB, Optional<BoxChoice> box,
                      KubernetesVersion kubernetes, Ipv4 address, Optional<WindowsSettings> windows,
                      NodeSettings node) {
    public Machine {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kubernetes);
        Objects.requireNonNull(address);
        Objects.requireNonNull(node);
        if (windows.isPresent() != (os == Os.WINDOWS)) {
            throw new IllegalArgumentException(name + " has Windows settings without being a Windows machine, "
                    + "or is one without them");
        }
    }

    /** With the usual node. */
    public Machine(String name, Role role, Os os, Arch arch, int cpus, int memoryMiB, Optional<BoxChoice> box,
                   KubernetesVersion kubernetes, Ipv4 address, Optional<WindowsSettings> windows) {
        this(name, role, os, arch, cpus, memoryMiB, box, kubernetes, address, windows, NodeSettings.usual(os));
    }

    /** With the usual Windows settings, if it is a Windows machine. */
    public Machine(String name, Role role, Os os, Arch arch, int cpus, int memoryMiB, Optional<BoxChoice> box,
                   KubernetesVersion kubernetes, Ipv4 address) {
        this(name, role, os, arch, cpus, memoryMiB, box, kubernetes, address,
                os == Os.WINDOWS ? Optional.of(WindowsSettings.usual(name)) : Optional.empty());
    }

    public boolean isControlPlane() {
        return role == Role.CONTROL_PLANE;
    }

    /** Whether it is for etcd alone: a machine that Kubernetes does not see. */
    public boolean isEtcd() {
        return role == Role.ETCD;
    }

    public boolean isWindows() {
        return os == Os.WINDOWS;
    }

    /** Whether pods that do not know Windows are kept off it. */
    public boolean hasWindowsTaint() {
        return node.taints().contains(NodeTaint.WINDOWS);
    }

    /** Whether Kubernetes is shown a node in its place: no machine is made, and nothing runs there. */
    public boolean isSimulated() {
        return windows.filter(WindowsSettings::simulated).isPresent();
    }
}
