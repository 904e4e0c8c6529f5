package org.hybridlab.provision.up;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.RenderedManifests;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Lab;

/** Refuses rendered manifests that cannot work in this lab, before a machine is touched. */
public final class ManifestLimits {
    private ManifestLimits() {
    }

    /**
     * @param manifests the lab's, by app
     * @param known what was said of the manifests that are no templates
     * @return what is worth knowing besides
     * @throws LabException {@code manifests-wrong} (exit 2) with every error that the rules about manifests find
     */
    public static List<Problem> check(Lab lab, Map<String, String> manifests, List<Problem> known) {
        List<Problem> problems = RenderedManifests.judge(lab, manifests);
        List<Problem> errors = problems.stream().filter(Problem::isError).toList();
        if (!errors.isEmpty()) {
            throw LabException.invalid("manifests-wrong",
                    "The manifests of %s cannot work in it.".formatted(lab.name()),
                    "Fix the apps' templates; docs/reference/rules.md explains the ids.")
                    .because(errors.stream().map(Problem::text).collect(Collectors.joining("\n")));
        }
        return problems.stream().filter(problem -> known.stream().noneMatch(other -> sameMatter(problem, other)))
                .toList();
    }

    /** The same object has another place in the rendered text. */
    private static boolean sameMatter(Problem one, Problem other) {
        return one.ruleId().equals(other.ruleId()) && one.message().equals(other.message());
    }
}
