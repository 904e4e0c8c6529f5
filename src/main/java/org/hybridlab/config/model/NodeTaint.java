package org.hybridlab.config.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * @param value empty if it has none
 * @param effect NoSchedule, PreferNoSchedule or NoExecute
 */
public record NodeTaint(String key, String value, String effect) {
    /** Most manifests name no system, and mean Linux. This keeps their pods off Windows nodes. */
    public static final NodeTaint WINDOWS = new NodeTaint("os", "windows", "NoSchedule");

    /** kubeadm's on every control plane. */
    public static final NodeTaint CONTROL_PLANE = new NodeTaint("node-role.kubernetes.io/control-plane", "",
            "NoSchedule");

    private static final Pattern FORM = Pattern.compile("([^=:]+)(?:=([^=:]*))?:([A-Za-z]+)");

    /**
     * As kubectl writes taints, for example {@code dedicated=build:NoSchedule} or {@code spot:NoExecute}.
     *
     * @throws IllegalArgumentException if the text is no taint
     */
    public static NodeTaint parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'%s' is not a taint".formatted(text));
        }
        return new NodeTaint(matcher.group(1), matcher.group(2) == null ? "" : matcher.group(2), matcher.group(3));
    }

    public String text() {
        return "%s%s:%s".formatted(key, value.isEmpty() ? "" : "=" + value, effect);
    }

    /** A node has one taint per key and effect. */
    public boolean sameAs(NodeTaint other) {
        return key.equals(other.key) && effect.equals(other.effect);
    }

    public boolean isHard() {
        return !effect.equals("PreferNoSchedule");
    }
}
