package org.hybridlab.rules.manifest;

import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** Without figures it scales nothing. */
final class AutoscalerMetrics extends ManifestRule {
    private static final Pattern SERVER = Pattern.compile(".*(metrics-server|prometheus-adapter|keda).*");

    AutoscalerMetrics() {
        super("autoscaler-metrics", "Where there is a HorizontalPodAutoscaler, the lab has `metrics: true`.",
                Severity.WARNING);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        return object.kind().equals("HorizontalPodAutoscaler") && !facts.lab().metrics()
                && !Provided.by(facts, SERVER) ? Stream.of(new Flaw(object.body(),
                "nothing in the lab measures pods, so it scales nothing",
                "Write `metrics: true` into the lab file.")) : Stream.of();
    }
}
