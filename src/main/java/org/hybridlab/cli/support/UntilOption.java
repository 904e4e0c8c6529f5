package org.hybridlab.cli.support;

import java.util.List;
import java.util.Optional;

import org.hybridlab.engine.plan.Step;
import org.hybridlab.service.PlanPart;
import picocli.CommandLine.Option;

public final class UntilOption {
    @Option(names = "--until", paramLabel = "STEP|MACHINE", description = {
            "Stop once this step is done, or all steps of this machine;", "a later up goes on from there."})
    private String until;

    public PlanPart part() {
        return new PlanPart(Optional.ofNullable(until));
    }

    /** @param left steps that did not run */
    public static List<String> stop(PlanPart part, List<Step> left, String word) {
        return List.of("", "Stopped after %s, before the checks. %s".formatted(part.until().orElseThrow(),
                switch (left.size()) {
                    case 0 -> "No step is left.";
                    case 1 -> "One step is left: " + left.get(0).title() + ".";
                    default -> "%d steps are left; first of them: %s.".formatted(left.size(), left.get(0).title());
                }), "Go on with:", "  hybridlab kubectl %s get nodes,pods -A -o wide".formatted(word),
                "  hybridlab up " + word);
    }
}
