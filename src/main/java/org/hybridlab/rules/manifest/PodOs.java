package org.hybridlab.rules.manifest;

import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** The API server believes {@code spec.os}, the scheduler the node selector. */
final class PodOs extends PodRule {
    PodOs() {
        super("pod-os", "What a pod declares as its operating system is linux or windows, and what its node selector "
                + "asks for.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        ManifestNode declared = pod.node().at("os", "name");
        Optional<String> os = declared.text();
        if (os.filter(word -> !word.equals("linux") && !word.equals("windows")).isPresent()) {
            return Stream.of(new Flaw(declared, "Kubernetes knows no operating system '%s'".formatted(os.get()),
                    "Write linux or windows."));
        }
        return pod.selectedOs().filter(selected -> os.isPresent() && !selected.equals(os.get())).stream()
                .map(selected -> new Flaw(declared, "the pod declares %s and selects nodes with %s"
                        .formatted(os.get(), selected), "Say the same in both places."));
    }
}
