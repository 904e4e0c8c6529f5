package org.hybridlab.config.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Labels and taints that the lab adds to a node.
 *
 * @param labels sorted by key
 * @param taints the Windows one first, then those of the lab file, in its order
 */
public record NodeSettings(SortedMap<String, String> labels, List<NodeTaint> taints) {
    private static final List<String> OF_KUBERNETES = List.of("kubernetes.io", "k8s.io");
    /** Below a reserved prefix, but allowed to kubelets (Kubernetes, "NodeRestriction"). */
    private static final List<String> OF_KUBELETS = List.of("node.kubernetes.io", "kubelet.kubernetes.io");

    public NodeSettings {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        taints = List.copyOf(taints);
    }

    public NodeSettings(Map<String, String> labels, List<NodeTaint> taints) {
        this(new TreeMap<>(labels), taints);
    }

    /** Defaults, if the lab file has no settings. */
    public static NodeSettings usual(Os os) {
        return new NodeSettings(Map.of(), os == Os.WINDOWS ? List.of(NodeTaint.WINDOWS) : List.of());
    }

    /** Labels that a kubelet may set on its own node. Others, such as roles, need an administrator. */
    public SortedMap<String, String> kubeletLabels() {
        return labels.entrySet().stream().filter(label -> isKubelets(label.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new));
    }

    /**
     * For the kubelet's {@code --node-labels}.
     *
     * @param first a label before them as {@code key=value}, or empty
     */
    public String kubeletFlag(String first) {
        return Stream.concat(Stream.of(first).filter(label -> !label.isEmpty()),
                kubeletLabels().entrySet().stream().map(label -> label.getKey() + "=" + label.getValue()))
                .collect(Collectors.joining(","));
    }

    private static boolean isKubelets(String key) {
        String prefix = key.contains("/") ? key.substring(0, key.indexOf('/')) : "";
        return OF_KUBERNETES.stream().noneMatch(domain -> isBelow(prefix, domain))
                || OF_KUBELETS.stream().anyMatch(domain -> isBelow(prefix, domain));
    }

    private static boolean isBelow(String name, String domain) {
        return name.equals(domain) || name.endsWith("." + domain);
    }
}
