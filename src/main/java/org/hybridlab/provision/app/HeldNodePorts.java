package org.hybridlab.provision.app;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * NodePorts that Services hold against their manifests. Only one Service can have a port, so two that exchange theirs
 * block each other.
 *
 * @param services paths of all applied Services
 * @param objects of one app, to be applied
 */
record HeldNodePorts(LabContext labContext, List<String> services, List<Manifest> objects) {
    private static final String NODE_PORT = "NodePort";
    /** Set with the Service's type. An older API server refuses to keep it with another type. */
    private static final String OF_TYPE = "externalTrafficPolicy";

    static HeldNodePorts now(LabContext labContext, List<Manifest> objects) {
        AppliedObjects list = new AppliedObjects(labContext.workspace());
        return new HeldNodePorts(labContext, list.apps().stream().flatMap(app -> list.of(app).stream())
                .filter(HeldNodePorts::isService).distinct().toList(), objects);
    }

    /** Of a manifest or a live Service. */
    static Stream<Integer> of(JsonNode service) {
        return service.path("spec").path("ports").valueStream().map(port -> port.path("nodePort").asInt(0))
                .filter(port -> port > 0);
    }

    static boolean isService(String path) {
        return path.startsWith("/api/v1/") && path.contains("/services/");
    }

    /**
     * Frees the ports that these objects want. A Service has none until its own manifest is applied. Load balancers
     * keep theirs: with its type, a Service would lose what was allocated.
     */
    void free(StepContext context) {
        Set<Integer> wanted = ports(objects);
        if (wanted.isEmpty()) {
            return;
        }
        List<Manifest> named = named();
        for (String path : services) {
            Set<Integer> own = ports(named.stream().filter(service -> isAt(path, service)).toList());
            labContext.cluster().api().find(path).filter(live -> type(live).equals(NODE_PORT)).ifPresent(live -> {
                Set<Integer> freed = of(live).filter(wanted::contains).filter(port -> !own.contains(port))
                        .collect(Collectors.toCollection(TreeSet::new));
                if (!freed.isEmpty() && isOurs(path, live)) {
                    freeUnlessGone(path, live);
                    context.line("%s gives up its NodePort %s".formatted(SurplusObjects.reference(path),
                            freed.iterator().next()));
                }
            });
        }
    }

    /** Services of other apps that lost a NodePort which Kubernetes chose. A finished step does not restore them. */
    List<Manifest> without() {
        return ports(objects).isEmpty() ? List.of() : named().stream().filter(service -> !objects.contains(service)
                && hasNodePorts(service) && ports(List.of(service)).isEmpty() && lacksPorts(service)).toList();
    }

    private boolean lacksPorts(Manifest service) {
        String path = labContext.cluster().path(service);
        return labContext.cluster().api().find(path)
                .filter(live -> type(live).equals("ClusterIP") && isOurs(path, live)).isPresent();
    }

    private List<Manifest> named() {
        return labContext.objectsOfApps().stream().filter(HeldNodePorts::isService)
                .filter(service -> services.stream().anyMatch(path -> isAt(path, service))).toList();
    }

    private boolean isAt(String path, Manifest service) {
        return ObjectPath.areSame(labContext.cluster().path(service), path);
    }

    private boolean isOurs(String path, JsonNode live) {
        return new AppliedObjects(labContext.workspace()).isOurs(path, live);
    }

    private static boolean isService(Manifest object) {
        return object.kind().equals("Service") && object.apiVersion().equals("v1");
    }

    private static String type(JsonNode service) {
        return service.path("spec").path("type").asString("ClusterIP");
    }

    private static boolean hasNodePorts(Manifest service) {
        return Set.of(NODE_PORT, "LoadBalancer").contains(type(service.json()));
    }

    private static Set<Integer> ports(List<Manifest> objects) {
        return objects.stream().filter(HeldNodePorts::isService).flatMap(object -> of(object.json()))
                .collect(Collectors.toSet());
    }

    /** Its own step may delete it meanwhile. */
    private void freeUnlessGone(String path, JsonNode live) {
        try {
            free(path, live);
        } catch (LabException e) {
            if (e.isInterruption() || labContext.cluster().api().find(path).isPresent()) {
                throw e;
            }
        }
    }

    /** Only another type removes them: the API server restores omitted ports. */
    private void free(String path, JsonNode live) {
        ObjectNode patch = JsonMapper.shared().createObjectNode();
        // Its own app may have applied it meanwhile.
        patch.putObject("metadata").set("resourceVersion", live.path("metadata").path("resourceVersion"));
        ObjectNode spec = patch.putObject("spec").put("type", "ClusterIP");
        ArrayNode ports = spec.putArray("ports");
        live.path("spec").path("ports").forEach(port -> ports.add(((ObjectNode) port.deepCopy()).without("nodePort")));
        if (live.path("spec").has(OF_TYPE)) {
            spec.putNull(OF_TYPE);
        }
        labContext.cluster().api().merge(path, patch.toString());
    }
}
