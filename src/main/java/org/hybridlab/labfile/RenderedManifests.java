package org.hybridlab.labfile;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.AppFacts;
import org.hybridlab.rules.HostView;
import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestMark;
import org.hybridlab.rules.Violation;
import org.hybridlab.rules.manifest.ManifestRules;

/** Asks the rules about manifests once templates are rendered: what {@link LabFile} could not look at. */
public final class RenderedManifests {
    private RenderedManifests() {
    }

    /**
     * Errors and warnings, which name the file {@code apps/APP.yaml} and places in the rendered text.
     *
     * @param manifests the lab's, by app
     */
    public static List<Problem> judge(Lab lab, Map<String, String> manifests) {
        List<AppFacts> apps = lab.apps().stream()
                .map(app -> ManifestReader.rendered(app.name(), manifests.getOrDefault(app.name(), ""))).toList();
        LabFacts facts = new LabFacts(lab, apps, HostView.unknown());
        return ManifestRules.all().stream().flatMap(rule -> rule.judge(facts).stream())
                .map(one -> problem(one, manifests)).distinct().toList();
    }

    private static Problem problem(Violation one, Map<String, String> manifests) {
        ManifestMark mark = one.mark().orElseThrow();
        Path file = Path.of("apps", mark.file() + ".yaml");
        return new Problem(one.ruleId(), one.severity(), file, mark.line(), mark.column(), one.message(), one.advice(),
                new Source(file, manifests.get(mark.file())).snippet(mark.line(), mark.column()));
    }
}
