package org.hybridlab.config.rules.core;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.config.model.CheckSpec;

/**
 * What an app's manifests say, as far as it can be read.
 *
 * @param missing manifests of the lab file that do not exist below the lab's folder, or are folders without manifests
 * @param broken manifests that are not YAML, or templates that do not render
 * @param foreign folders for kustomize or Helm
 * @param objects everything that the manifests would make, the items of Lists one by one
 * @param complete false if some manifest is unreadable, or a template that was not rendered, so that there may be more
 *        than was seen
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
     * A manifest of which nothing can be read.
     *
     * @param template whether it is a template that does not render; else it is not YAML
     * @param mark where, if that is known
     */
    public record Broken(String manifest, String reason, boolean template, Optional<ManifestMark> mark) {
    }

    /**
     * A folder of the lab file that is made for another tool than kubectl.
     *
     * @param file in it that tells
     */
    public record Foreign(String manifest, String file) {
    }

    /** A NodePort as a manifest fixes it. */
    public record NodePort(String manifest, String service, int port) {
    }

    /** Every fixed NodePort of every Service. */
    public List<NodePort> nodePorts() {
        return objects.stream().filter(object -> object.kind().equals("Service"))
                .flatMap(service -> service.body().at("spec", "ports").items().stream()
                        .flatMap(port -> port.text("nodePort").stream())
                        .filter(port -> port.matches("[0-9]{1,9}"))
                        .map(port -> new NodePort(service.file(), service.name(), Integer.parseInt(port)))).toList();
    }

    /** The workload that a check looks into. */
    public Optional<ManifestObject> workload(CheckSpec.ExecInPod check) {
        return objects.stream().filter(object -> object.namespace().equals(check.namespace())
                && (object.kind().toLowerCase(Locale.ROOT) + "/" + object.name()).equals(check.workload())).findFirst();
    }

    /** Names of Deployments. */
    public Set<String> deployments() {
        return objects.stream().filter(object -> object.kind().equals("Deployment")).map(ManifestObject::name)
                .collect(Collectors.toSet());
    }
}
