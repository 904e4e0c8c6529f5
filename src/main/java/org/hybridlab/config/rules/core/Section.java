package org.hybridlab.config.rules.core;

/** The parts of a lab file. A rule is asked only while every part that it reads is well formed. */
public enum Section {
    NAME, VERSIONS, PROVIDER, MACHINES, NETWORK, UNTAINT, METRICS, APPS, CHECKS, PROXY, MIRRORS, TIME, REGISTRIES,
    CLUSTER
}
