package org.hybridlab.provision.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.ObjectPath;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * NodePorts of Services that stay, but whose manifests do not want these ports, or no longer. Only one Service can have
 * a port, so that two which exchange theirs would be in each other's way.
 *
 * @param services paths of all that were applied for the lab's apps
 */
record HeldNodePorts(LabContext labContext, List<String> services) {
    /** What the type of a Service brings. An older API server would refuse to leave it behind. */
    private static final List<String> OF_TYPE = List.of("externalTrafficPolicy", "healthCheckNodePort",
            "allocateLoadBalancerNodePorts");

    static HeldNodePorts now(LabContext labContext) {
        AppliedObjects list = new AppliedObjects(labContext.workspace());
        return new HeldNodePorts(labContext, list.apps().stream().flatMap(app -> list.of(app).stream())
                .filter(path -> path.startsWith("/api/v1/") && path.contains("/services/")).distinct().toList());
    }

    /** Those of a Service, be it a manifest or live. */
    static Stream<Integer> of(JsonNode service) {
        return service.path("spec").path("ports").valueStream().map(port -> port.path("nodePort").asInt(0))
                .filter(port -> port > 0);
    }

    /**
     * Takes from Services what these objects want. Each is without a NodePort until its own manifest is applied.
     *
     * @return of other apps, what nobody but the caller will apply again: its manifest leaves the port open
     */
    List<Manifest> free(List<Manifest> objects, StepContext context) {
        Set<Integer> wanted = ports(objects.stream());
        List<Manifest> again = new ArrayList<>();
        for (Manifest service : wanted.isEmpty() || services.isEmpty() ? List.<Manifest>of() : staying()) {
            String path = labContext.cluster().path(service);
            Set<Integer> own = ports(Stream.of(service));
            Optional<JsonNode> live = labContext.cluster().api().find(path);
            Set<Integer> held = live.stream().flatMap(HeldNodePorts::of).collect(Collectors.toSet());
            Set<Integer> freed = new TreeSet<>(held);
            freed.retainAll(wanted);
            freed.removeAll(own);
            if (freed.isEmpty() || !new AppliedObjects(labContext.workspace()).isOurs(path, live.orElseThrow())) {
                continue;
            }
            free(path, live.get());
            context.line("%s gives up its NodePort %s".formatted(service.reference(), freed.iterator().next()));
            if (held.containsAll(own) && !objects.contains(service)) {
                again.add(service);
            }
        }
        return again;
    }

    private List<Manifest> staying() {
        Cluster cluster = labContext.cluster();
        return labContext.objectsOfApps().stream().filter(HeldNodePorts::isService)
                .filter(service -> services.stream().anyMatch(path -> ObjectPath.areSame(cluster.path(service), path)))
                .toList();
    }

    private static boolean isService(Manifest object) {
        return object.kind().equals("Service") && object.apiVersion().equals("v1");
    }

    private static Set<Integer> ports(Stream<Manifest> objects) {
        return objects.filter(HeldNodePorts::isService).flatMap(object -> of(object.json()))
                .collect(Collectors.toSet());
    }

    /** Only of another type it loses them: what is merely left out, the API server fills in as it was. */
    private void free(String path, JsonNode live) {
        ObjectNode patch = JsonMapper.shared().createObjectNode();
        // Its own app may have applied it meanwhile.
        patch.putObject("metadata").set("resourceVersion", live.path("metadata").path("resourceVersion"));
        ObjectNode spec = patch.putObject("spec").put("type", "ClusterIP");
        ArrayNode ports = spec.putArray("ports");
        live.path("spec").path("ports").forEach(port -> ports.add(((ObjectNode) port.deepCopy()).without("nodePort")));
        OF_TYPE.stream().filter(live.path("spec")::has).forEach(spec::putNull);
        labContext.cluster().api().merge(path, patch.toString());
    }
}
