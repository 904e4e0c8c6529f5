package org.hybridlab.cli;

import java.io.PrintWriter;
import java.util.List;

import org.hybridlab.host.HostFacts;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Remedy;
import org.hybridlab.host.Requirement;

/** What {@code doctor} says to people. */
final class DoctorPage {
    private final PrintWriter out;

    DoctorPage(PrintWriter out) {
        this.out = out;
    }

    void print(HostFacts facts, ProviderChoice choice, List<Requirement> requirements, boolean ready) {
        out.printf("Host      %s, %d cores, %d MiB memory%n", facts.system().title(), facts.cores(),
                facts.memoryMiB());
        out.printf("Provider  %s, because %s%n%n", choice.provider().word(), choice.reason());
        for (Requirement one : requirements) {
            out.printf("%-8s %-26s %s%n", word(one.state()), one.title(), one.found());
            one.remedy().filter(Remedy.ByHand.class::isInstance)
                    .ifPresent(remedy -> out.printf("%8s %s%n", "", ((Remedy.ByHand) remedy).advice()));
        }
        out.printf("%n%s%n", ready ? "This host is ready for " + choice.provider().word() + "."
                : "This host is not ready for " + choice.provider().word()
                + ". `hybridlab setup` does what can be done, and asks first.");
    }

    private static String word(Requirement.State state) {
        return switch (state) {
            case OK -> "ok";
            case WARNING -> "warning";
            case MISSING -> "missing";
        };
    }
}
