package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.ProviderWords;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.cli.support.SimulationFlag;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.text.EnumIds;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Remedy;
import org.hybridlab.host.Requirement;
import org.hybridlab.service.lab.HostService;
import org.hybridlab.service.lab.LabDoctor;
import org.hybridlab.service.lab.LabDoctor.Examination;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what the host can run. Removes what it created for a trial. */
@Command(name = "doctor", footer = {
        "  hybridlab doctor --provider libvirt",
        "  hybridlab doctor first-cluster"})
public final class DoctorCommand extends SessionCommand {
    private static final DocumentKind<HostReport> HOST_REPORT = new DocumentKind<>("host-report", HostReport.class);

    @Parameters(index = "0", arity = "0..1", paramLabel = LabArgument.LABEL,
            description = "Look at what this lab needs. Without it: the lab.yaml here, or any lab.")
    private String lab;
    @Option(names = "--provider", paramLabel = "NAME",
            completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Without it: the best that this host can really run.")
    private ProviderName provider;
    @Mixin
    private SimulationFlag simulation;

    @Override
    public CommandResult call() {
        return lab == null ? host() : lab();
    }

    private CommandResult lab() {
        Examination seen = new LabDoctor(context()).examine(LabArgument.of(lab).named(session),
                new OpenOptions(Optional.ofNullable(provider), simulation.given()));
        return result(seen.choice(), seen.host(), seen.requirements(), seen.setupHelps(),
                Optional.of(seen.lab()));
    }

    private CommandResult host() {
        HostService host = new HostService(context());
        ProviderChoice choice = Optional.ofNullable(provider)
                .map(asked -> new ProviderChoice(asked, "you asked for it")).orElseGet(host::choice);
        List<Requirement> requirements = host.examine(choice.provider());
        return result(choice, host.facts(), requirements, requirements.stream().anyMatch(Requirement::isMissing)
                && host.setupHelps(choice.provider()), Optional.empty());
    }

    private static CommandResult result(ProviderChoice choice, HostFacts facts, List<Requirement> requirements,
                                        boolean setupHelps, Optional<String> lab) {
        boolean ready = requirements.stream().noneMatch(Requirement::isMissing);
        return CommandResult.of(HOST_REPORT, new HostReport(ready, lab, choice, facts,
                requirements.stream().map(RequirementLine::of).toList()),
                lines(facts, choice, requirements, setupHelps, lab))
                .exitingWith(ready ? ExitCode.OK : ExitCode.HOST_NOT_READY);
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
            lines.add("%-8s %-26s %s%s".formatted(EnumIds.of(one.state()), one.title(), one.found(),
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

    /** @param lab empty: any */
    public record HostReport(boolean ready, Optional<String> lab, ProviderChoice choice, HostFacts host,
                             List<RequirementLine> requirements) {
    }

    /**
     * @param needed by the lab, if more than its presence
     * @param remedy empty if there is nothing to do
     */
    record RequirementLine(String id, String title, Requirement.State state, String found,
                           Optional<String> needed, Optional<RemedyLine> remedy) {
        static RequirementLine of(Requirement one) {
            return new RequirementLine(one.id(), one.title(), one.state(), one.found(), one.needed(),
                    one.remedy().map(RemedyLine::of));
        }
    }

    /**
     * @param action of `hybridlab setup`; {@code by-hand}: the user's
     * @param what the program, the daemon, the limit, or the advice
     */
    record RemedyLine(String action, String what) {
        static RemedyLine of(Remedy remedy) {
            return new RemedyLine(remedy.action(), remedy.what());
        }
    }
}
