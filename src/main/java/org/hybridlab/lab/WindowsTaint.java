package org.hybridlab.lab;

/** What keeps pods that do not know Windows off Windows nodes; set when a node joins. */
public final class WindowsTaint {
    public static final String KEY = "os";
    public static final String VALUE = "windows";
    public static final String EFFECT = "NoSchedule";

    private WindowsTaint() {
    }
}
