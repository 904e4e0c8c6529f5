package org.hybridlab.config.file;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.hybridlab.config.file.reader.ManifestReader;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.file.yaml.Source;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.rules.ManifestRules;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.Violation;
import org.hybridlab.config.rules.manifest.MachineImages;

/** Judges rendered manifests, which {@link LabFile} cannot see. */
public final class RenderedManifests {
    private RenderedManifests() {
    }

    /** Errors and warnings. They name the file {@code apps/APP.yaml} and places in the rendered text. */
    public static List<Problem> judge(Lab lab, Map<String, String> manifests) {
        LabFacts facts = new LabFacts(lab, facts(lab, manifests), HostView.unknown());
        Map<String, Source> sources = new HashMap<>();
        return ManifestRules.all().stream().flatMap(rule -> rule.judge(facts).stream())
                .map(one -> problem(one, app -> sources.computeIfAbsent(app,
                        name -> new Source(Path.of("apps", name + ".yaml"), manifests.get(name))))).distinct().toList();
    }

    /** Images of the apps' pods that may run on the machine. */
    public static Set<String> images(Lab lab, Machine machine, Map<String, String> manifests) {
        return MachineImages.on(machine, facts(lab, manifests));
    }

    private static List<AppFacts> facts(Lab lab, Map<String, String> manifests) {
        return lab.apps().stream()
                .map(app -> ManifestReader.rendered(app.name(), manifests.getOrDefault(app.name(), ""))).toList();
    }

    private static Problem problem(Violation one, Function<String, Source> manifests) {
        ManifestMark mark = one.mark().orElseThrow();
        Source source = manifests.apply(mark.file());
        return new Problem(one.ruleId(), one.severity(), source.file(), mark.line(), mark.column(), one.message(),
                one.advice(), source.snippet(mark.line(), mark.column()));
    }
}
