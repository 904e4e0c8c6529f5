package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** A rule about flannel's network configuration, {@code net-conf.json}, that a lab brings itself. */
abstract class NetConfRule extends ManifestRule {
    NetConfRule(String id, String title) {
        super(id, title, Severity.ERROR);
    }

    abstract Stream<Flaw> look(ManifestNode conf, Lab lab);

    @Override
    final Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return object.documents().values().stream().filter(conf -> conf.at("Backend").isPresent())
                .flatMap(conf -> look(conf, facts.lab()));
    }

    static boolean vxlan(ManifestNode conf) {
        return conf.text("Backend", "Type").filter("vxlan"::equals).isPresent();
    }
}
