package org.hybridlab.provision.render;

/** Names of rendered scripts and their files that steps use too. */
public final class ScriptNames {
    public static final String ETCD = "etcd.sh";

    private ScriptNames() {
    }
}
