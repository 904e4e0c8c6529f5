package org.hybridlab.check.app;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.config.model.Machine;

/**
 * Machines to ask for a page: all that can answer, or with {@code externalTrafficPolicy: Local}, those with a ready
 * pod.
 *
 * @param others for people: machines that are not asked, and why; may be empty
 * @param nobody why no machine can answer
 * @param local whether only machines with a pod answer
 */
record PageMachines(List<Machine> asked, String others, Optional<String> nobody, boolean local,
                    Optional<PageService> service) {
    /** @param named by the lab file */
    static PageMachines of(CheckContext context, int port, Optional<Machine> named) {
        Optional<PageService> service = PageService.of(context, port);
        if (named.isPresent()) {
            return new PageMachines(List.of(named.get()), "", Optional.empty(), false, service);
        }
        List<Machine> answering = context.answering();
        return service.filter(PageService::isLocal).map(local -> withPods(context, answering, local))
                .orElseGet(() -> new PageMachines(answering, context.withoutOthers(answering), Optional.empty(),
                        false, service));
    }

    private static PageMachines withPods(CheckContext context, List<Machine> answering, PageService service) {
        Set<String> nodes = service.endpoints(context).stream().map(PageService.Endpoint::node)
                .filter(node -> !node.isEmpty()).collect(Collectors.toCollection(TreeSet::new));
        List<Machine> asked = answering.stream().filter(machine -> nodes.contains(machine.name())).toList();
        String others = context.lab().nodes().stream().filter(machine -> !asked.contains(machine)).map(Machine::name)
                .collect(Collectors.joining(", "));
        return new PageMachines(asked, others.isEmpty() ? ""
                : " Not asked, as the Service is Local and has no ready pod there: %s.".formatted(others),
                nobody(service.name(), nodes, context.lab().nodes().stream().map(Machine::name).toList()), true,
                Optional.of(service));
    }

    /** Simulated nodes of the lab are reported elsewhere. */
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
