package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** A rule about every pod that the lab's manifests make, by themselves or by a template. */
abstract class PodRule extends ManifestRule {
    PodRule(String id, String title) {
        this(id, title, Severity.ERROR);
    }

    PodRule(String id, String title, Severity severity) {
        super(id, title, severity);
    }

    abstract Stream<Flaw> look(PodSpec pod, Lab lab);

    @Override
    final Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return PodSpec.of(object).stream().flatMap(pod -> look(pod, facts.lab()));
    }
}
