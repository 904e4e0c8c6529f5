package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

import org.hybridlab.lab.Machine;
import org.hybridlab.lab.WindowsBuild;

/** No image of today, the pause image among them, is made for other builds. */
final class WindowsBuildSupported implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("windows-build-support", "A Windows machine has a build that Kubernetes runs on.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().flatMap(one -> one.item().windows().stream()
                .map(windows -> windows.build()).filter(build -> !build.canBeNode())
                .map(build -> violation(one, build))).toList();
    }

    private Violation violation(Numbered<Machine> one, WindowsBuild build) {
        String why = build.support() == WindowsBuild.Support.NEVER ? "is older than Kubernetes' support of Windows"
                : "got its last images years ago";
        return error(Place.machine(one.number(), "build"), "%s of %s %s".formatted(build.title(), one.item().name(),
                why), "Take 2022, 2025, or, for images of 1809, 2019.");
    }
}
