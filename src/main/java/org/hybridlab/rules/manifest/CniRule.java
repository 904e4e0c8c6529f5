package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** A rule about CNI configuration for Windows that a lab brings itself. */
abstract class CniRule extends ManifestRule {
    CniRule(String id, String title) {
        super(id, title, Severity.ERROR);
    }

    abstract Stream<Flaw> look(CniConfig config, Lab lab);

    @Override
    final Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return CniConfig.of(object).stream().flatMap(config -> look(config, facts.lab()));
    }
}
