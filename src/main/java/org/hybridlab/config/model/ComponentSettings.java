package org.hybridlab.config.model;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings of Kubernetes' own components in the lab's cluster.
 *
 * @param featureGates of all components
 * @param runtimeConfig of the API server: API versions such as {@code batch/v2alpha1} or {@code api/beta}, on or off
 */
public record ComponentSettings(Map<String, Boolean> featureGates, Map<String, Boolean> runtimeConfig) {
    public static final ComponentSettings NONE = new ComponentSettings(Map.of(), Map.of());

    public ComponentSettings {
        featureGates = new TreeMap<>(featureGates);
        runtimeConfig = new TreeMap<>(runtimeConfig);
    }

    /** As the flag of a component has them, for example {@code A=true,B=false}. */
    public String featureGatesFlag() {
        return flag(featureGates);
    }

    public String runtimeConfigFlag() {
        return flag(runtimeConfig);
    }

    private static String flag(Map<String, Boolean> settings) {
        return settings.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(","));
    }
}
