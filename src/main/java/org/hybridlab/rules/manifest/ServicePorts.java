package org.hybridlab.rules.manifest;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** The API server refuses anything else. */
final class ServicePorts extends ManifestRule {
    private static final Set<String> WITH_NODE_PORTS = Set.of("NodePort", "LoadBalancer");

    ServicePorts() {
        super("port-wrong", "Ports are 1 to 65535, and only a Service of type NodePort or LoadBalancer has NodePorts.",
                Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        Stream<ManifestNode> ofContainers = PodSpec.of(object).stream().flatMap(pod -> pod.containers().stream())
                .flatMap(container -> container.at("ports").items().stream())
                .flatMap(port -> port.present("containerPort", "hostPort"));
        return object.kind().equals("Service") ? service(object.body().at("spec"))
                : ofContainers.flatMap(ServicePorts::outside);
    }

    private static Stream<Flaw> service(ManifestNode spec) {
        Optional<String> type = spec.text("type");
        return spec.at("ports").items().stream().flatMap(port -> {
            Stream<Flaw> missing = port.at("port").isPresent() ? Stream.of()
                    : Stream.of(new Flaw(port, "the port has no number", "Write `port:`."));
            Stream<Flaw> wrong = port.present("port", "targetPort")
                    .filter(node -> node.text().filter(text -> text.matches("-?[0-9]+")).isPresent())
                    .flatMap(ServicePorts::outside);
            Stream<Flaw> useless = type.filter(WITH_NODE_PORTS::contains).isPresent() ? Stream.of()
                    : port.present("nodePort").filter(node -> node.text().filter("0"::equals).isEmpty())
                            .map(node -> new Flaw(node, "a Service of type %s has no NodePort"
                                    .formatted(type.orElse("ClusterIP")), "Write `type: NodePort`."));
            return Stream.of(missing, wrong, useless).flatMap(flaws -> flaws);
        });
    }

    private static Stream<Flaw> outside(ManifestNode port) {
        boolean good = port.text().filter(text -> text.matches("[0-9]{1,5}")).map(Integer::parseInt)
                .filter(number -> number >= 1 && number <= 65_535).isPresent();
        return good ? Stream.of() : Stream.of(new Flaw(port, "there is no port " + port.text().orElse("like this"),
                "Write a number from 1 to 65535."));
    }
}
