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
 * @param chart that Helm installs; its {@code Chart.yaml} is the only manifest
 */
public record App(String name, List<String> manifests, Map<String, Integer> scale, Optional<Integer> nodePort,
                  String path, Optional<Chart> chart) {
    /** Of manifests alone. */
    public App(String name, List<String> manifests, Map<String, Integer> scale, Optional<Integer> nodePort,
               String path) {
        this(name, manifests, scale, nodePort, path, Optional.empty());
    }

    /**
     * A chart of Helm. The release has the app's name.
     *
     * @param path folder in the lab's folder
     * @param values files in the lab's folder, of which later ones win
     * @param namespace of the release
     */
    public record Chart(String path, List<String> values, String namespace) {
        public static final String FILE = "Chart.yaml";
        public static final String USUAL_NAMESPACE = "default";

        public Chart {
            values = List.copyOf(values);
        }

        /** The file that stands for it among manifests. */
        public String manifest() {
            return path + "/" + FILE;
        }

        public static boolean is(String manifest) {
            return manifest.endsWith("/" + FILE);
        }
    }

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
