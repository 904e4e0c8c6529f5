package org.hybridlab.config.rules.app;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.APPS;
import static org.hybridlab.config.rules.core.Section.CHECKS;
import static org.hybridlab.config.rules.core.Section.MACHINES;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.CheckSpec;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodePorts;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class CheckRules {
    public static final Rule DUPLICATE_CHECK_NAME = Rule.of("duplicate-check-name",
            "Every check has a name of its own.",
            Set.of(CHECKS), facts -> Numbered.repeated(facts.lab().checks(), CheckSpec::name).stream()
                .map(one -> error(Place.of("checks", one.number(), "name"), "a second check is called '%s'"
                        .formatted(one.item().name()), "Give it another name, or reports cannot tell them apart."))
                .toList());

    /** With `count: 3` the machines are node1 to node3, without node. */
    public static final Rule CHECK_MACHINE_UNKNOWN = Rule.of("check-machine-unknown",
            "A check's machine is one of the lab's.",
            Set.of(CHECKS, MACHINES), facts ->
                Numbered.of(facts.lab().checks()).stream().flatMap(one -> machine(one.item().probe()).stream()
                .filter(name -> facts.lab().machine(name).isEmpty())
                .map(name -> error(Place.of("checks", one.number(), kind(one.item().probe()), "machine"),
                        "the lab has no machine " + name, "Its machines are: %s.".formatted(names(facts))))).toList());

    /** Such a check would fail after its whole time limit. */
    public static final Rule CHECK_PORT_UNSERVED = Rule.of("check-port-unserved",
            "A NodePort that a check asks is one of the lab's Services'.",
            Set.of(CHECKS, APPS), CheckRules::checkPortUnserved);

    public static final Rule CHECK_WORKLOAD_UNKNOWN = Rule.of("check-workload-unknown",
            "A check looks into a workload of the lab's apps.",
            Set.of(CHECKS, APPS), CheckRules::checkWorkloadUnknown);

    /** The API server refuses an unknown container, or none among several. */
    public static final Rule CHECK_CONTAINER_UNKNOWN = Rule.of("check-container-unknown",
            "A check in pods names one of the pods' containers.",
            Set.of(CHECKS, APPS), facts ->
                Numbered.of(facts.lab().checks()).stream().flatMap(one -> unknownContainer(facts, one)).toList());

    private CheckRules() {
    }

    private static String names(LabFacts facts) {
        return facts.lab().machines().stream().map(Machine::name).collect(Collectors.joining(", "));
    }

    private static Optional<String> machine(CheckSpec.Probe probe) {
        if (probe instanceof CheckSpec.Http http) {
            return http.machine();
        }
        return probe instanceof CheckSpec.Exec exec ? Optional.of(exec.machine()) : Optional.empty();
    }

    private static String kind(CheckSpec.Probe probe) {
        return probe instanceof CheckSpec.Http ? "http" : "exec";
    }

    private static List<Defect> checkPortUnserved(LabFacts facts) {
        if (!facts.allSeen()) {
            return List.of();
        }
        Set<Integer> served = facts.apps().stream().flatMap(app -> app.nodePorts().stream())
                .map(AppFacts.NodePort::port).collect(Collectors.toSet());
        return Numbered.of(facts.lab().checks()).stream()
                .filter(one -> one.item().probe() instanceof CheckSpec.Http http
                        && NodePorts.contains(http.port()) && !served.contains(http.port()))
                .map(one -> warning(Place.of("checks", one.number(), "http", "port"),
                        "no Service of the lab's apps has the NodePort that '%s' asks".formatted(one.item().name()),
                        "It can only pass if you deploy something there yourself."))
                .toList();
    }

    private static List<Defect> checkWorkloadUnknown(LabFacts facts) {
        if (!facts.allSeen()) {
            return List.of();
        }
        return Numbered.of(facts.lab().checks()).stream()
                .filter(one -> one.item().probe() instanceof CheckSpec.ExecInPod exec
                        && facts.apps().stream().noneMatch(app -> app.workload(exec).isPresent()))
                .map(one -> warning(Place.of("checks", one.number(), "execInPod", "workload"),
                        "no app of the lab has the workload that '%s' looks into".formatted(one.item().name()),
                        "It can only pass if you apply that workload yourself. Is the namespace right?"))
                .toList();
    }

    private static Stream<Defect> unknownContainer(LabFacts facts, Numbered<CheckSpec> one) {
        if (!(one.item().probe() instanceof CheckSpec.ExecInPod exec)) {
            return Stream.of();
        }
        return facts.apps().stream().flatMap(app -> app.workload(exec).stream())
                .map(workload -> workload.body().at("spec", "template", "spec", "containers").items().stream()
                        .flatMap(container -> container.text("name").stream()).toList())
                .flatMap(names -> complaint(exec, names).stream())
                .map(words -> error(Place.of("checks", one.number(), "execInPod",
                        exec.container().isPresent() ? "container" : "workload"), words,
                        exec.container().isPresent() ? "Correct the name." : "Say which with `container`."));
    }

    private static Optional<String> complaint(CheckSpec.ExecInPod exec, List<String> names) {
        String containers = "the pods of %s have the containers %s".formatted(exec.workload(),
                String.join(", ", names));
        return exec.container().map(name -> names.contains(name)).orElse(names.size() <= 1) ? Optional.empty()
                : Optional.of(containers);
    }
}
