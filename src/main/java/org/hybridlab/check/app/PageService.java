package org.hybridlab.check.app;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.check.core.CheckContext;
import tools.jackson.databind.JsonNode;

/**
 * The Service with a NodePort.
 *
 * @param port of its ports, with the NodePort
 */
record PageService(JsonNode live, JsonNode port) {
    static final int FIRST = 30_000;
    private static final String SLICES = "/apis/discovery.k8s.io/v1/namespaces/%s/endpointslices"
            + "?labelSelector=kubernetes.io/service-name=%s";

    /**
     * A ready endpoint.
     *
     * @param pod its name, or the address of what is no pod
     */
    record Endpoint(String pod, String node, String address) {
    }

    static Optional<PageService> of(CheckContext context, int nodePort) {
        return nodePort < FIRST ? Optional.empty()
                : context.cluster().api().get("/api/v1/services").path("items").valueStream()
                .flatMap(live -> live.path("spec").path("ports").valueStream()
                        .filter(one -> one.path("nodePort").asInt(0) == nodePort
                                && one.path("protocol").asString("TCP").equals("TCP"))
                        .map(one -> new PageService(live, one))).findFirst();
    }

    boolean isLocal() {
        return live.path("spec").path("externalTrafficPolicy").asString("").equals("Local");
    }

    String name() {
        return live.path("metadata").path("name").asString("");
    }

    String address() {
        return "%s:%d".formatted(live.path("spec").path("clusterIP").asString(""), port.path("port").asInt());
    }

    List<Endpoint> endpoints(CheckContext context) {
        return context.cluster().api().get(SLICES.formatted(live.path("metadata").path("namespace").asString(""),
                name())).path("items").valueStream()
                .filter(slice -> slice.path("addressType").asString("").equals("IPv4")).flatMap(this::ready).toList();
    }

    private Stream<Endpoint> ready(JsonNode slice) {
        int target = slice.path("ports").valueStream().filter(one -> one.path("name").asString("")
                .equals(port.path("name").asString(""))).mapToInt(one -> one.path("port").asInt()).findFirst()
                .orElse(0);
        return slice.path("endpoints").valueStream()
                // Without the condition it counts as ready, by its documentation.
                .filter(endpoint -> endpoint.path("conditions").path("ready").asBoolean(true)).map(endpoint -> {
                    String address = endpoint.path("addresses").path(0).asString("");
                    return new Endpoint(endpoint.path("targetRef").path("name").asString(address),
                            endpoint.path("nodeName").asString(""), address + ":" + target);
                });
    }
}
