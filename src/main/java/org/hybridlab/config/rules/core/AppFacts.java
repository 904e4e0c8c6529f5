package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.CheckSpec;

/**
 * What an app's manifests contain.
 *
 * @param missing manifests that do not exist, or folders without manifests
 * @param broken what cannot be read or rendered
 * @param foreign folders for kustomize or Helm that are no manifests
 * @param objects all objects, with Lists split
 * @param complete false if a manifest is unreadable or not rendered, so there may be more objects
 */
public record AppFacts(List<String> missing, List<Broken> broken, List<Foreign> foreign, List<ManifestObject> objects,
                       boolean complete) {
    public AppFacts {
        missing = List.copyOf(missing);
        broken = List.copyOf(broken);
        foreign = List.copyOf(foreign);
        objects = List.copyOf(objects);
    }

    /**
     * A manifest that cannot be read.
     *
     * @param mark empty if the place is unknown
     */
    public record Broken(String manifest, String reason, Fault fault, Optional<ManifestMark> mark) {
    }

    /** What a manifest lacks: it is no YAML, does not render, or cannot be rendered on this host yet. */
    public enum Fault {
        YAML, TEMPLATE, KUSTOMIZATION, CHART, RENDERER
    }

    /**
     * A folder for another tool than kubectl.
     *
     * @param file in it that shows this
     */
    public record Foreign(String manifest, String file) {
    }

    public record NodePort(String manifest, String service, int port, String protocol) {
    }

    public List<NodePort> nodePorts() {
        return objects.stream().filter(object -> object.kind().equals("Service"))
                .flatMap(service -> service.body().at("spec", "ports").items().stream()
                        .flatMap(port -> port.at("nodePort").number().filter(number -> number.signum() > 0
                                && number.bitLength() < Integer.SIZE).map(number -> new NodePort(service.file(),
                                service.name(), number.intValue(), port.text("protocol").orElse("TCP"))).stream()))
                .toList();
    }

    public Optional<ManifestObject> workload(CheckSpec.ExecInPod check) {
        return objects.stream().filter(object -> object.namespace().equals(check.namespace())
                && (object.kind().toLowerCase(Locale.ROOT) + "/" + object.name()).equals(check.workload())).findFirst();
    }

    public Set<String> deployments() {
        return objects.stream().filter(object -> object.kind().equals("Deployment")).map(ManifestObject::name)
                .collect(Collectors.toSet());
    }
}
