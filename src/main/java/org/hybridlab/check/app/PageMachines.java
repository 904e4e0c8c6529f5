package org.hybridlab.check.app;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.config.model.Machine;
import tools.jackson.databind.JsonNode;

/**
 * The machines at which a page is asked for: all that can answer, or where its Service has {@code
 * externalTrafficPolicy: Local}, those that have a ready pod of it, as no other one answers.
 *
 * @param others for people: the machines that are not asked, and why; empty if there are none
 * @param nobody why no machine can answer, if so
 * @param local whether only machines with a pod answer
 */
record PageMachines(List<Machine> asked, String others, Optional<String> nobody, boolean local) {
    /** Without a question to the cluster. */
    static PageMachines all(List<Machine> asked) {
        return new PageMachines(asked, "", Optional.empty(), false);
    }

    static PageMachines of(CheckContext context, int port) {
        List<Machine> answering = context.answering();
        return localService(context, port).map(service -> withPods(context, answering, service))
                .orElseGet(() -> new PageMachines(answering, context.withoutOthers(answering), Optional.empty(),
                        false));
    }

    private static Optional<JsonNode> localService(CheckContext context, int port) {
        return context.cluster().api().get("/api/v1/services").path("items").valueStream()
                .filter(service -> service.path("spec").path("externalTrafficPolicy").asString("").equals("Local"))
                .filter(service -> service.path("spec").path("ports").valueStream()
                        .anyMatch(one -> one.path("nodePort").asInt(0) == port
                                && one.path("protocol").asString("TCP").equals("TCP"))).findFirst();
    }

    private static PageMachines withPods(CheckContext context, List<Machine> answering, JsonNode service) {
        String namespace = service.path("metadata").path("namespace").asString("");
        String name = service.path("metadata").path("name").asString("");
        // Endpoint slices are younger than the legacy mode's Kubernetes.
        Set<String> nodes = context.cluster().api().find("/api/v1/namespaces/%s/endpoints/%s".formatted(namespace,
                name)).stream().flatMap(endpoints -> endpoints.path("subsets").valueStream())
                .flatMap(subset -> subset.path("addresses").valueStream())
                .map(address -> address.path("nodeName").asString("")).filter(node -> !node.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
        List<Machine> asked = answering.stream().filter(machine -> nodes.contains(machine.name())).toList();
        String others = context.lab().nodes().stream().filter(machine -> !asked.contains(machine)).map(Machine::name)
                .collect(Collectors.joining(", "));
        return new PageMachines(asked, others.isEmpty() ? ""
                : " Not asked, as the Service is Local and has no ready pod there: %s.".formatted(others),
                nobody(name, nodes, context.lab().nodes().stream().map(Machine::name).toList()), true);
    }

    /** Nodes of the lab on which nothing runs are told otherwise. */
    private static Optional<String> nobody(String service, Set<String> nodes, List<String> labs) {
        if (nodes.isEmpty()) {
            return Optional.of("service/%s has externalTrafficPolicy: Local and no ready pod, so no machine answers"
                    .formatted(service));
        }
        return nodes.stream().noneMatch(labs::contains) ? Optional.of(("service/%s has externalTrafficPolicy: Local, "
                + "and ready pods on no machine of the lab, so none answers; they are on %s").formatted(service,
                        String.join(", ", nodes))) : Optional.empty();
    }
}
