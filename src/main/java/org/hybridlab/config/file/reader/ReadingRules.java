package org.hybridlab.config.file.reader;

import java.util.List;

import org.hybridlab.config.rules.core.RuleEntry;

/** Rules that must hold before a lab can be made. */
public final class ReadingRules {
    static final RuleEntry LAB_NAME_FOLDER = new RuleEntry("lab-name-folder",
            "A lab without a name is in a folder whose name is a valid lab name.");
    static final RuleEntry HOST_BITS = new RuleEntry("network-host-bits",
            "A network is written with its first address.");
    static final RuleEntry RELEASE_NEEDED = new RuleEntry("kubernetes-release",
            "A branch of Kubernetes that is newer than hybridlab knows is written with its release.");
    static final RuleEntry POOL_TOO_SMALL = new RuleEntry("machines-network-small",
            "The machine network has an address for every machine.");
    static final RuleEntry ADDRESS_NEEDS_NETWORK = new RuleEntry("address-needs-network",
            "Where a machine has a fixed address, `network.machines` is there.");
    static final RuleEntry ADDRESS_WITH_COUNT = new RuleEntry("address-with-count",
            "A fixed address belongs to one machine, not to a count of them.");
    static final RuleEntry VIRTUAL_ADDRESS_NEEDS_NETWORK = new RuleEntry("virtual-address-needs-network",
            "Where there is a virtual address, `network.machines` is there.");
    static final RuleEntry MODE_REFUSED = new RuleEntry("network-mode-refused",
            "The network mode is one that hybridlab builds, not wincni, OVN, Azure CNI or Calico.");
    static final RuleEntry WINDOWS_KEYS = new RuleEntry("windows-keys",
            "Only Windows machines have `build`, `computerName`, `shell` and `windowsTaint`.");
    static final RuleEntry NODE_KEYS = new RuleEntry("node-keys",
            "Only machines that are nodes have `labels` and `taints`.");
    static final RuleEntry LABEL_RESERVED = new RuleEntry("label-reserved",
            "The lab file sets no label that Kubernetes or hybridlab sets itself.");
    static final RuleEntry DUPLICATE_TAINT = new RuleEntry("duplicate-taint",
            "A machine has one taint of a key and an effect.");
    static final RuleEntry CERTIFICATE_INVALID = new RuleEntry("certificate-invalid",
            "A file of `certificates` exists, and has certificates alone.");
    static final RuleEntry CHART_ALONE = new RuleEntry("chart-alone",
            "An app with a chart has no manifests, no kustomization and no scale.");

    public static final RuleEntry TEMPLATE_UNUSED = new RuleEntry("template-unused",
            "A template in the lab's folder has the path of one of hybridlab's, or something reads it.");

    public static final List<RuleEntry> ALL = List.of(LAB_NAME_FOLDER, HOST_BITS, RELEASE_NEEDED, POOL_TOO_SMALL,
            ADDRESS_NEEDS_NETWORK, ADDRESS_WITH_COUNT, VIRTUAL_ADDRESS_NEEDS_NETWORK, MODE_REFUSED, WINDOWS_KEYS,
            NODE_KEYS, LABEL_RESERVED, DUPLICATE_TAINT, CERTIFICATE_INVALID, CHART_ALONE, TEMPLATE_UNUSED);

    private ReadingRules() {
    }
}
