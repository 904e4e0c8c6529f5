package org.hybridlab.config.rules.core;

/** Parts of a lab file. A rule runs only if all parts that it reads are well formed. */
public enum Section {
    NAME, VERSIONS, PROVIDER, MACHINES, NETWORK, UNTAINT, ADDONS, APPS, CHECKS, PROXY, MIRRORS, TIME, REGISTRIES,
    CLUSTER, COMPONENTS
}
