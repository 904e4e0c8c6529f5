package org.hybridlab.config.file;

import java.util.List;
import java.util.stream.Stream;

/**
 * What must hold for Windows nodes, as the field knows it, and who sees to it here: a rule, or something else where a
 * lab's file cannot tell. The letters: every mode (C), flannel's overlay (F), flannel's bridge (G), a bridge behind a
 * gateway (T).
 *
 * @param rules ids of docs/reference/rules.md
 * @param rest what no rule knows, and who sees to that; empty: nothing
 */
record Invariant(String id, String text, List<String> rules, String rest) {
    /** In the order of docs/reference/rules.md. */
    static List<Invariant> all() {
        return Stream.of(common(), overlay(), bridge(), gateway()).flatMap(List::stream).toList();
    }

    private static List<Invariant> common() {
        return List.of(
                of("C1", "The networks of pods, services, machines, the provider and the host do not overlap.",
                        "networks-overlap provider-network-overlap host-route-overlap virtualbox-range "
                                + "network-special network-public",
                        ""),
                of("C2", "The cluster's DNS is the tenth service address.",
                        "services-network-small services-network-large",
                        "By construction: one value, `Network.dnsService`, goes into every file."),
                of("C3", "Pod network and node networks are the same for kubeadm, flannel and kube-proxy, "
                                + "and large enough.",
                        "pods-network-small pods-network-flannel pods-network-large netconf-network "
                                + "kube-proxy-config",
                        "By construction for what hybridlab renders; a rule for what a lab brings itself."),
                of("C4", "Every machine has an address of its own in one network, and not the host's.",
                        "address-outside-network address-reserved duplicate-address machines-network-small "
                                + "address-with-count virtual-address-taken virtual-address-outside",
                        "Addresses are fixed, so no DHCP pool is asked."),
                of("C5", "Node names are RFC 1123 labels; computer names have at most 15 characters, no dot, "
                                + "not only digits.",
                        "machine-name machine-name-long machine-name-windows machine-name-digits "
                                + "machine-name-reserved duplicate-machine-name computer-name-form computer-name-long "
                                + "duplicate-computer-name computer-name-reserved",
                        "kubelet and kube-proxy get the machine's name as `--hostname-override`: by construction."),
                of("C6", "Image builds fit the machines' builds, pause and HostProcess images included.",
                        "image-build image-tag-floating windows-build-unknown windows-build-support "
                                + "windows-build-pods box-build",
                        "HostProcess base images name no build and fit all. Which builds a multi-platform "
                                + "image without a build in its tag has, only its registry knows."),
                of("C7", "A kubelet is at most three branches behind its API server, and not ahead.",
                        "kubelet-skew control-plane-version",
                        "kube-proxy on Windows is the kubelet's release: by construction."),
                of("C8", "containerd goes with Kubernetes.",
                        "containerd-fit",
                        ""),
                of("C9", "A pod is for one system: image, selector, toleration, `spec.os` and fields agree.",
                        "pod-os image-os windows-pod-selector windows-pod-toleration linux-pod-selector "
                                + "pod-unschedulable label-deprecated windows-build-label windows-security-context "
                                + "linux-windows-options host-process windows-host-network windows-dns-policy "
                                + "windows-command windows-huge-pages runtime-class-handler",
                        ""),
                of("C10", "NodePorts are from 30000 to 32767, each once.",
                        "node-port-range duplicate-node-port node-port-conflict node-port-unserved "
                                + "manifest-node-port-range",
                        ""),
                of("C11", "Mount paths can be read on Windows; no single files, nothing in memory.",
                        "mount-path mount-path-escape windows-sub-path windows-memory-volume windows-mounts",
                        ""),
                of("C12", "Kubernetes serves the API versions of the manifests, and knows the flags.",
                        "api-version flag-removed feature-gate-stable kubernetes-too-old",
                        ""),
                of("C13", "Scripts for Windows are ASCII with CRLF, scripts for Linux have LF.",
                        "",
                        "Not in a lab's file: the tests of the templates check it."),
                of("C14", "JSON for Windows is UTF-8 without a byte order mark.",
                        "config-invalid",
                        "By construction for what hybridlab renders; a rule for what ConfigMaps hold."),
                of("C15", "An image is pulled by the name that it was pushed by.",
                        "image-loopback image-registry-unknown registry-loopback duplicate-registry "
                                + "registry-mirror-itself registry-host-form",
                        "That the registry has it: `validate --registries` asks."),
                of("C16", "Nothing comes from where there is nothing any more.",
                        "image-unavailable",
                        "That a server answers: while machines are prepared."),
                of("C17", "Both systems have one network.",
                        "netconf-backend cni-delegate network-mode-unknown network-mode-refused",
                        "By construction: a lab has one mode."));
    }

    private static List<Invariant> overlay() {
        return List.of(
                of("F1", "The VNI is 4096 to 65535.",
                        "vni-windows vni-range netconf-vni",
                        ""),
                of("F2", "The port is 4789 on both systems.",
                        "vxlan-port-windows vxlan-port-range netconf-port",
                        ""),
                of("F3", "The backend is VXLAN on both systems, of one ConfigMap.",
                        "netconf-backend",
                        "By construction: one ConfigMap."),
                of("F4", "No direct routing and no group policy.",
                        "netconf-windows",
                        "hybridlab renders neither."),
                of("F5", "HNS network, CNI and kube-proxy have one name.",
                        "cni-name kube-proxy-config",
                        "By construction: `Network.hnsNetwork`."),
                of("F6", "The delegate is there, and gets its policies by the key that it reads.",
                        "cni-delegate cni-policies cni-api-version",
                        ""),
                of("F7", "Pod and service network are excepted from address translation.",
                        "cni-exceptions",
                        ""),
                of("F8", "The provider address is the node's own.",
                        "cni-provider-address",
                        "By construction for what hybridlab renders."),
                of("F9", "The plugins speak the configuration's cniVersion.",
                        "cni-version",
                        ""),
                of("F10", "The source address of kube-proxy is reserved in the node's pod network.",
                        "",
                        "On the machine only: it is taken from the IPAM store there."),
                of("F11", "Windows has the updates that overlays and direct return need.",
                        "windows-build-support",
                        "The fourth number of the build is the box's, and is seen on the machine only: check "
                                + "`windows-versions`."),
                of("F12", "Nothing else uses UDP 4789 below.",
                        "",
                        "That is NSX of vSphere, which no provider here is."),
                of("F13", "flanneld's account may read pods and nodes and write their status.",
                        "",
                        "By construction; asked of a real API server with `kubectl auth can-i`."));
    }

    private static List<Invariant> bridge() {
        return List.of(
                of("G1", "All nodes are in one layer-2 network.",
                        "address-outside-network",
                        "By construction: the machine network is one."),
                of("G2", "A node's address is its adapter's.",
                        "",
                        "On the machine only: flanneld stops otherwise. `--node-ip` and `--iface` get the "
                                + "fixed address."),
                of("G3", "The machine network is excepted from address translation too.",
                        "cni-exceptions",
                        ""),
                of("G4", "Routes go to the service network and to the node, encapsulated.",
                        "cni-routes",
                        ""),
                of("G5", "The hypervisor passes frames of other hardware addresses.",
                        "",
                        "By construction for VirtualBox and Hyper-V: hybridlab sets it on their adapters."),
                of("G6", "The NAT adapter is not taken.",
                        "",
                        "On the machine only; the adapter is found by its hardware address."),
                of("G7", "The HNS network is called cbr0.",
                        "cni-name kube-proxy-config",
                        "By construction: `Network.hnsNetwork`."),
                of("G8", "Windows has no update that breaks bridges.",
                        "",
                        "On the machine only: the build's fourth number."));
    }

    private static List<Invariant> gateway() {
        return List.of(
                of("T1", "Gateways are rendered once a node has its pod network.",
                        "",
                        "An order of steps, which is not in a file."),
                of("T2", "Virtual gateway, HNS gateway and endpoint are the first and second address of the "
                                + "pod network.",
                        "",
                        "By construction, once the pod network is known."),
                of("T3", "Gateway and Windows adapter are in one layer-2 network.",
                        "address-outside-network",
                        "By construction: the machine network is one."),
                of("T4", "Peers are two or more, and agree; router ids differ between gateways.",
                        "gateways-few gateways-many",
                        "Peers and ids are counted, not written: by construction."),
                of("T5", "keepalived's password has at most eight characters and no comment signs.",
                        "",
                        "Nobody writes one."),
                of("T6", "CNI, HNS network and kube-proxy have one name.",
                        "cni-name kube-proxy-config",
                        "By construction: `Network.hnsNetwork`."),
                of("T7", "win-bridge gets its policies as `policies`.",
                        "cni-policies",
                        ""),
                of("T8", "Exceptions and routes name the lab's networks.",
                        "cni-exceptions cni-routes",
                        ""),
                of("T9", "Host ports need plugins of 0.8.6 or newer.",
                        "",
                        "The bundle's plugins are newer."),
                of("T10", "With Calico's address management, Windows networks are outside its pools.",
                        "network-mode-refused",
                        "There is no Calico here."),
                of("T11", "Flags of Docker's time are for Kubernetes below 1.24.",
                        "flag-removed cni-api-version",
                        ""),
                of("T12", "Gates of kube-proxy are kube-proxy's.",
                        "feature-gate-stable",
                        "What hybridlab renders is tried on the real programs."),
                of("T13", "Services depend on each other in the right order.",
                        "",
                        "Not in a lab's file: the tests of the templates check it."),
                of("T14", "No other file is in the folder of CNI configuration.",
                        "",
                        "On the machine only: it is emptied before."));
    }

    private static Invariant of(String id, String text, String rules, String rest) {
        return new Invariant(id, text, Stream.of(rules.split(" ")).filter(rule -> !rule.isEmpty()).toList(), rest);
    }
}
