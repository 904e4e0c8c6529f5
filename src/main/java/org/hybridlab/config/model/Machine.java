package org.hybridlab.config.model;

import java.util.Objects;
import java.util.Optional;

/**
 * One Vagrant machine of a lab.
 *
 * @param name RFC 1123 label; also the Linux host name and the node's name
 * @param box empty: the provider's default for this os and arch
 * @param windows present for Windows machines only
 * @param node extra settings of its node
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

    public Machine(String name, Role role, Os os, Arch arch, int cpus, int memoryMiB, Optional<BoxChoice> box,
                   KubernetesVersion kubernetes, Ipv4 address, Optional<WindowsSettings> windows) {
        this(name, role, os, arch, cpus, memoryMiB, box, kubernetes, address, windows, NodeSettings.usual(os));
    }

    /** With default Windows settings, if it is a Windows machine. */
    public Machine(String name, Role role, Os os, Arch arch, int cpus, int memoryMiB, Optional<BoxChoice> box,
                   KubernetesVersion kubernetes, Ipv4 address) {
        this(name, role, os, arch, cpus, memoryMiB, box, kubernetes, address,
                os == Os.WINDOWS ? Optional.of(WindowsSettings.usual(name)) : Optional.empty());
    }

    public boolean isControlPlane() {
        return role == Role.CONTROL_PLANE;
    }

    /** Whether it runs etcd only, and is no node. */
    public boolean isEtcd() {
        return role == Role.ETCD;
    }

    public boolean isWindows() {
        return os == Os.WINDOWS;
    }

    /** Whether it keeps off pods that are not made for Windows. */
    public boolean hasWindowsTaint() {
        return node.taints().contains(NodeTaint.WINDOWS);
    }

    /** Whether it is a node only: no machine is created, and nothing runs. */
    public boolean isSimulated() {
        return windows.filter(WindowsSettings::simulated).isPresent();
    }
}
