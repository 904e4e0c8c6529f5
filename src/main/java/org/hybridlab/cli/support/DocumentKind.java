package org.hybridlab.cli.support;

import org.hybridlab.common.text.EnumIds;

/**
 * The documents of {@code --output json}. Its id is the document's {@code kind} and names its schema. The data is a
 * record of the command or its service: components are keys.
 */
public enum DocumentKind {
    APP_ADDRESS("open"),
    BOX("box build"),
    BOX_FETCH("box fetch"),
    BOX_LIST("box list"),
    BOX_PACKAGE("box package"),
    BOX_REMOVAL("box remove"),
    BUNDLE("bundle get"),
    BUNDLE_EXPORT("bundle export"),
    BUNDLE_IMPORT("bundle import"),
    BUNDLE_LIST("bundle list"),
    BUNDLE_VERIFICATION("bundle verify"),
    CACHE_LIST("cache list"),
    CACHE_REMOVAL("cache clean"),
    CHECK_REPORT("check"),
    DESTRUCTION("destroy"),
    DIAGNOSIS("diagnose"),
    ERROR("any command that fails"),
    EXEC_RESULTS("exec"),
    EXIT_CODES("help exit-codes"),
    HALT("halt"),
    HOST_REPORT("doctor"),
    HOST_SETUP("setup"),
    KUBECONFIG("kubeconfig"),
    LAB_LIST("list"),
    LAB_STATUS("status"),
    LOG_LINES("logs"),
    NEW_LAB("init"),
    NODE_DRAIN("drain"),
    NODE_UNCORDON("uncordon"),
    ORPHAN_LIST("list --orphans"),
    ORPHAN_REMOVAL("destroy --orphans"),
    PLAN("plan"),
    REPLACEMENT("replace"),
    RESET("reset"),
    RESUMPTION("resume"),
    SNAPSHOT("snapshot save"),
    SNAPSHOT_LIST("snapshot list"),
    SNAPSHOT_REMOVAL("snapshot delete"),
    SOFT_RESET("reset --soft"),
    SUSPENSION("suspend"),
    UP("up"),
    VALIDATION("validate"),
    VERSION("version"),
    WORKSPACE("render");

    /** Rises when a key is removed or changes its meaning. A new key does not raise it. */
    static final int SCHEMA_VERSION = 1;

    private final String command;

    DocumentKind(String command) {
        this.command = command;
    }

    String id() {
        return EnumIds.of(this);
    }

    /** Without {@code hybridlab}. */
    String command() {
        return command;
    }
}
