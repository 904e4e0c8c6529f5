package org.hybridlab.config.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An application that {@code up} deploys.
 *
 * @param manifests files or folders below the lab's folder, relative, in the order in which they are applied
 * @param scale replicas by Deployment name, set after the manifests are applied
 * @param nodePort where it can be opened from the host
 * @param path of its page, starting with a slash
 */
public record App(String name, List<String> manifests, Map<String, Integer> scale, Optional<Integer> nodePort,
                  String path) {
    public App {
        manifests = List.copyOf(manifests);
        // Sorted, because Map.copyOf iterates in another order in each process.
        scale = Collections.unmodifiableSortedMap(new TreeMap<>(scale));
    }

    /** The address of its page at a node; empty if it has no page. */
    public Optional<String> url(Machine node) {
        return nodePort.map(port -> "http://%s:%d%s".formatted(node.address(), port, path));
    }
}
