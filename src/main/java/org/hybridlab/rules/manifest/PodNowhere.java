package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/** A pod that no node may run is Pending for ever. */
final class PodNowhere extends PodRule {
    private static final List<String> LABELS = List.of(PodSpec.BUILD_LABEL, PodSpec.HOST_LABEL, PodSpec.ARCH_LABEL,
            PodSpec.OS_LABEL, PodSpec.OLD_OS_LABEL);

    PodNowhere() {
        super("pod-nowhere", "Every pod selects some machine of the lab by system, architecture, build and name.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        // What else is in a cluster that is not ours is not known here.
        boolean misspelled = pod.selector(PodSpec.BUILD_LABEL).text().filter(WindowsBuildLabel::misspelled).isPresent();
        if (misspelled || lab.joinsExisting() || lab.nodes().isEmpty() || lab.nodes().stream().anyMatch(pod::selects)) {
            return Stream.of();
        }
        ManifestNode selector = LABELS.stream().map(pod::selector).filter(ManifestNode::isPresent).findFirst()
                .orElse(pod.node());
        return Stream.of(new Flaw(selector, "no machine of the lab is what the pod selects",
                "Change the node selector, or add such a machine."));
    }
}
