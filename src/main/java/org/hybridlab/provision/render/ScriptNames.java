package org.hybridlab.provision.render;

/** Names of rendered scripts, and of what they install, that steps use too. */
public final class ScriptNames {
    public static final String ETCD = "etcd.sh";
    /** Where a control plane has metrics-server. */
    public static final String METRICS_SERVER = "/usr/local/bin/metrics-server";

    private ScriptNames() {
    }
}
