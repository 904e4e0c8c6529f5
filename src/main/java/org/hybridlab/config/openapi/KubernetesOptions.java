package org.hybridlab.config.openapi;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.rules.core.Suggestion;

/**
 * Feature gates and API versions of one Kubernetes branch. The files {@code kubernetes-BRANCH-options.txt} are made by
 * {@code OptionsFile} from an API server's metrics, and from k8s.io/kubernetes.
 */
public final class KubernetesOptions {
    private static final String FILE = "kubernetes-%s-options.txt";
    private static final Set<String> ALL = Set.of("api/all", "api/ga", "api/beta", "api/alpha", "api/legacy");
    private static final Map<String, KubernetesOptions> READ = new ConcurrentHashMap<>();

    private final Map<String, Gate> gates = new TreeMap<>();
    private final Set<String> versions = new HashSet<>(ALL);

    /** @param locked whether components refuse another value than the default */
    public record Gate(boolean byDefault, boolean locked) {
    }

    private KubernetesOptions(String branch) {
        ResourceText.of(KubernetesOptions.class, FILE.formatted(branch)).lines().map(line -> line.split(" "))
                .forEach(words -> {
                    if (words[0].equals("gate")) {
                        gates.put(words[1], new Gate(Boolean.parseBoolean(words[2]), words.length > 3));
                    } else {
                        versions.add(words[1]);
                    }
                });
    }

    /** Empty if this program does not know the options of such components. */
    public static Optional<KubernetesOptions> of(KubernetesVersion version) {
        return Optional.of(version.branch())
                .filter(branch -> KubernetesOptions.class.getResource(FILE.formatted(branch)) != null)
                .map(branch -> READ.computeIfAbsent(branch, KubernetesOptions::new));
    }

    public Optional<Gate> gate(String name) {
        return Optional.ofNullable(gates.get(name));
    }

    public Optional<String> nearestGate(String name) {
        return Suggestion.nearest(name, gates.keySet());
    }

    /** @param name of a version, with or without one of its resources: {@code batch/v1} or {@code batch/v1/jobs} */
    public boolean hasVersion(String name) {
        return versions.contains(name) || versions.contains(name.replaceFirst("/[^/]*$", ""));
    }

    public Optional<String> nearestVersion(String name) {
        return Suggestion.nearest(name, versions);
    }
}
