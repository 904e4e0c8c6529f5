package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.CheckSpec;

/** The API server refuses a command for a container that the pod does not have, or does not name among several. */
final class CheckContainerThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("check-container-unknown", "A check in pods names one of the pods' containers.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.CHECKS, Section.APPS);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().checks()).stream().flatMap(one -> judge(facts, one)).toList();
    }

    private Stream<Violation> judge(LabFacts facts, Numbered<CheckSpec> one) {
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
