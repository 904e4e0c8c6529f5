package org.hybridlab.provision.render;

/** Names of rendered scripts, and of what they install, that steps use too. */
public final class ScriptNames {
    public static final String ETCD = "etcd.sh";
    public static final String CLASSIC_LINUX = "linux-setup.sh";
    public static final String CLASSIC_WINDOWS = "windows-setup.ps1";
    public static final String CLASSIC_PREPARE_NODE = "PrepareNode.ps1";
    /** Where a control plane has metrics-server. */
    public static final String METRICS_SERVER = "/usr/local/bin/metrics-server";

    private ScriptNames() {
    }
}
