package org.hybridlab.config.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An application that {@code up} deploys.
 *
 * @param manifests files, folders or kustomizations in the lab's folder, in the order of apply
 * @param scale replicas by Deployment name, set after apply
 * @param nodePort at which the host opens it
 * @param path of its page, with a leading slash
 */
public record App(String name, List<String> manifests, Map<String, Integer> scale, Optional<Integer> nodePort,
                  String path) {
    public App {
        manifests = List.copyOf(manifests);
        // Sorted, because Map.copyOf iterates in another order in each process.
        scale = Collections.unmodifiableSortedMap(new TreeMap<>(scale));
    }

    /** Address of its page at a node; empty if it has no page. */
    public Optional<String> url(Machine node) {
        return nodePort.map(port -> "http://%s:%d%s".formatted(node.address(), port, path));
    }
}
