package org.hybridlab.check.windows;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.config.model.Machine;
import tools.jackson.databind.JsonNode;

/**
 * A service port that needs a load balancer on a Windows machine: one with a ready endpoint (kubernetes
 * pkg/proxy/winkernel/proxier.go, syncProxyRules).
 */
record ServedPort(String service, String address, int protocol, int port) {
    private static final String SERVICES = "/api/v1/services";
    private static final String SLICES = "/apis/discovery.k8s.io/v1/endpointslices";
    /** Windows has load balancers for these only. */
    private static final Map<String, Integer> PROTOCOLS = Map.of("TCP", 6, "UDP", 17);

    static List<ServedPort> on(Machine machine, ApiServer api) {
        List<JsonNode> slices = api.get(SLICES).path("items").valueStream()
                .filter(slice -> slice.path("addressType").asString("").equals("IPv4"))
                .filter(slice -> !slice.path("metadata").path("labels").has("service.kubernetes.io/headless")).toList();
        return api.get(SERVICES).path("items").valueStream().filter(ServedPort::isProxied)
                .flatMap(service -> of(service, slices, machine)).toList();
    }

    /** Headless and external services have no virtual address, and some have their own proxy. */
    private static boolean isProxied(JsonNode service) {
        String address = service.path("spec").path("clusterIP").asString("");
        return !service.path("spec").path("type").asString("").equals("ExternalName")
                && !address.isEmpty() && !address.equals("None") && !address.contains(":")
                && !service.path("metadata").path("labels").has("service.kubernetes.io/service-proxy-name");
    }

    private static Stream<ServedPort> of(JsonNode service, List<JsonNode> slices, Machine machine) {
        JsonNode metadata = service.path("metadata");
        JsonNode spec = service.path("spec");
        String namespace = metadata.path("namespace").asString("");
        String name = metadata.path("name").asString("");
        boolean local = spec.path("internalTrafficPolicy").asString("").equals("Local");
        List<JsonNode> own = slices.stream().filter(slice -> isOf(slice, namespace, name))
                .filter(slice -> slice.path("endpoints").valueStream()
                        .anyMatch(endpoint -> answers(endpoint, machine, local))).toList();
        return spec.path("ports").valueStream()
                .filter(port -> PROTOCOLS.containsKey(protocol(port)))
                .filter(port -> own.stream().anyMatch(slice -> slice.path("ports").valueStream()
                        .anyMatch(one -> one.path("name").asString("").equals(port.path("name").asString("")))))
                .map(port -> new ServedPort(namespace + "/" + name, spec.path("clusterIP").asString(""),
                        PROTOCOLS.get(protocol(port)), port.path("port").asInt()));
    }

    private static boolean isOf(JsonNode slice, String namespace, String service) {
        JsonNode metadata = slice.path("metadata");
        return metadata.path("namespace").asString("").equals(namespace)
                && metadata.path("labels").path("kubernetes.io/service-name").asString("").equals(service);
    }

    /** kube-proxy skips the machine's own address, as host network pods have it, since HNS has no endpoint for it. */
    private static boolean answers(JsonNode endpoint, Machine machine, boolean local) {
        JsonNode conditions = endpoint.path("conditions");
        return conditions.path("ready").asBoolean(true) && conditions.path("serving").asBoolean(true)
                && !endpoint.path("addresses").path(0).asString("").equals(machine.address().toString())
                && (!local || endpoint.path("nodeName").asString("").equals(machine.name()));
    }

    private static String protocol(JsonNode port) {
        return port.path("protocol").asString("TCP");
    }

    /** @param policy of {@code look.ps1}: addresses, protocol number, port */
    boolean isIn(String[] policy) {
        return List.of(policy[0].split(",")).contains(address) && (policy.length < 3
                || (policy[1].isEmpty() || policy[1].equals(Integer.toString(protocol)))
                && (policy[2].isEmpty() || policy[2].equals(Integer.toString(port))));
    }

    @Override
    public String toString() {
        String name = PROTOCOLS.entrySet().stream().filter(one -> one.getValue() == protocol).map(Map.Entry::getKey)
                .findFirst().orElseThrow();
        return "%s (%s:%d/%s)".formatted(service, address, port, name);
    }
}
