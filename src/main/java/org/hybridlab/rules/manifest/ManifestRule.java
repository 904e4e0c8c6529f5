package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestMark;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Place;
import org.hybridlab.rules.Rule;
import org.hybridlab.rules.RuleEntry;
import org.hybridlab.rules.Section;
import org.hybridlab.rules.Severity;
import org.hybridlab.rules.Violation;

/** A rule that looks at every object of the lab's manifests by itself. */
abstract class ManifestRule implements Rule {
    private final RuleEntry entry;
    private final Severity severity;

    ManifestRule(String id, String title, Severity severity) {
        this.entry = new RuleEntry(id, title);
        this.severity = severity;
    }

    /** What is wrong with that object. */
    abstract Stream<Flaw> look(ManifestObject object, LabFacts facts);

    @Override
    public final RuleEntry entry() {
        return entry;
    }

    @Override
    public final Set<Section> reads() {
        return Set.of(Section.APPS, Section.MACHINES, Section.NETWORK, Section.VERSIONS, Section.CLUSTER);
    }

    @Override
    public final List<Violation> judge(LabFacts facts) {
        return IntStream.range(0, facts.apps().size()).boxed().flatMap(app -> facts.apps().get(app).objects().stream()
                .flatMap(object -> look(object, facts).map(flaw -> violation(app, object, flaw)))).toList();
    }

    private Violation violation(int app, ManifestObject object, Flaw flaw) {
        ManifestNode at = flaw.at().or(object.body());
        return new Violation(entry.id(), severity, Place.of("apps", app),
                Optional.of(new ManifestMark(object.file(), at.line(), at.column())),
                object.title() + ": " + flaw.message(), flaw.advice());
    }
}
