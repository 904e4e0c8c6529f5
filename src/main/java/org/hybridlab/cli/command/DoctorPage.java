package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.host.HostFacts;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Remedy;
import org.hybridlab.host.Requirement;

/** What {@code doctor} says to people. */
final class DoctorPage {
    private DoctorPage() {
    }

    /** @param setupHelps whether {@code setup} would change anything of what is missing */
    static List<String> lines(HostFacts facts, ProviderChoice choice, List<Requirement> requirements,
                              boolean setupHelps, Optional<String> lab) {
        List<String> lines = new ArrayList<>();
        lines.add("Host      %s, %d cores, %d MiB memory".formatted(facts.system().title(), facts.cores(),
                facts.memoryMiB()));
        lines.add("Provider  %s, because %s".formatted(choice.provider().id(), choice.reason()));
        lines.add("");
        for (Requirement one : requirements) {
            lines.add("%-8s %-26s %s%s".formatted(word(one.state()), one.title(), one.found(),
                    one.needed().map("; needed: %s"::formatted).orElse("")));
            one.remedy().filter(Remedy.ByHand.class::isInstance)
                    .ifPresent(remedy -> lines.add("%8s %s".formatted("", ((Remedy.ByHand) remedy).advice())));
        }
        lines.add("");
        String what = lab.map(name -> "%s on %s".formatted(name, choice.provider().id()))
                .orElse(choice.provider().id());
        List<Remedy> remedies = requirements.stream().filter(Requirement::isMissing)
                .flatMap(one -> one.remedy().stream()).toList();
        boolean ready = requirements.stream().noneMatch(Requirement::isMissing);
        lines.add(ready ? "This host is ready for " + what + "."
                : "This host is not ready for " + what + ". " + advice(choice, remedies, setupHelps));
        return lines;
    }

    private static String advice(ProviderChoice choice, List<Remedy> remedies, boolean setupHelps) {
        long byHand = remedies.stream().filter(Remedy.ByHand.class::isInstance).count();
        return byHand == remedies.size() ? "Do what stands above."
                : "`hybridlab setup --provider " + choice.provider().id()
                        + (setupHelps ? "` does what can be done, and asks first." : "` lists what to do.")
                        + (byHand > 0 ? " Do the rest as it stands above." : "");
    }

    private static String word(Requirement.State state) {
        return switch (state) {
            case OK -> "ok";
            case WARNING -> "warning";
            case MISSING -> "missing";
        };
    }
}
