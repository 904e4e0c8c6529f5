package org.hybridlab.config.rules.manifest;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Section;
import org.hybridlab.config.rules.core.Severity;

/** Makes rules about every object of a lab's manifests. */
final class ManifestRule {
    private static final Set<Section> READS = Set.of(Section.APPS, Section.MACHINES, Section.NETWORK, Section.VERSIONS,
            Section.CLUSTER);

    private ManifestRule() {
    }

    /** @param look what is wrong with one object */
    static Rule of(String id, String title, Severity severity, BiFunction<ManifestObject, Lab, Stream<Flaw>> look) {
        return across(id, title, severity, facts -> object -> look.apply(object, facts.lab()));
    }

    /**
     * A rule that needs the other objects too. It reads them once, so the time stays linear.
     *
     * @param look at the whole lab; returns the look at one object
     */
    static Rule across(String id, String title, Severity severity,
                       Function<LabFacts, Function<ManifestObject, Stream<Flaw>>> look) {
        return Rule.of(id, title, READS, facts -> {
            Function<ManifestObject, Stream<Flaw>> each = look.apply(facts);
            return Numbered.of(facts.apps()).stream().flatMap(app -> app.item().objects().stream().flatMap(object ->
                    each.apply(object).map(flaw -> defect(severity, app.number(), object, flaw)))).toList();
        });
    }

    /**
     * A rule about every pod, also of workloads' templates.
     *
     * @param look what is wrong with one pod
     */
    static Rule ofPods(String id, String title, Severity severity, BiFunction<PodSpec, Lab, Stream<Flaw>> look) {
        return of(id, title, severity, (object, lab) -> PodSpec.of(object).stream()
                .flatMap(pod -> look.apply(pod, lab)));
    }

    static Rule ofPods(String id, String title, BiFunction<PodSpec, Lab, Stream<Flaw>> look) {
        return ofPods(id, title, Severity.ERROR, look);
    }

    private static Defect defect(Severity severity, int app, ManifestObject object, Flaw flaw) {
        ManifestNode at = flaw.at().or(object.body());
        return new Defect(severity, Place.of("apps", app),
                Optional.of(new ManifestMark(object.file(), at.line(), at.column())),
                object.title() + ": " + flaw.message(), flaw.advice());
    }
}
