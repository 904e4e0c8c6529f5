package org.hybridlab.cli.command;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.ProviderWords;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Remedy;
import org.hybridlab.host.Requirement;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what the host can run. Changes nothing. */
@Command(name = "doctor", footerHeading = "%nExample:%n", footer = "  hybridlab doctor --provider libvirt")
public final class DoctorCommand implements Callable<CommandResult> {
    private final Session session;
    @Option(names = "--provider", paramLabel = "NAME",
            completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Without it: the best that this host can really run.")
    private ProviderName provider;

    public DoctorCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        HostService host = new HostService(session.context());
        ProviderChoice choice = Optional.ofNullable(provider)
                .map(asked -> new ProviderChoice(asked, "you asked for it")).orElseGet(host::choice);
        List<Requirement> requirements = host.doctor(true).examine(choice.provider());
        boolean ready = requirements.stream().noneMatch(Requirement::isMissing);
        return CommandResult.of(DocumentKind.HOST_REPORT, new HostReport(ready, choice, host.facts(),
                requirements.stream().map(RequirementLine::of).toList()),
                DoctorPage.lines(host.facts(), choice, requirements, ready))
                .exitingWith(ready ? ExitCode.OK : ExitCode.HOST_NOT_READY);
    }

    /** The shape of {@code --output json}. */
    public record HostReport(boolean ready, ProviderChoice choice, HostFacts host, List<RequirementLine> requirements) {
    }

    /** @param remedy empty if nothing is to be done */
    record RequirementLine(String id, String title, Requirement.State state, String found,
                           Optional<RemedyLine> remedy) {
        static RequirementLine of(Requirement one) {
            return new RequirementLine(one.id(), one.title(), one.state(), one.found(),
                    one.remedy().map(RemedyLine::of));
        }
    }

    /**
     * @param action what `hybridlab setup` does; {@code by-hand}: you do it yourself
     * @param what the program, the daemon, the limit, or the advice
     */
    record RemedyLine(String action, String what) {
        static RemedyLine of(Remedy remedy) {
            return new RemedyLine(remedy.action(), remedy.what());
        }
    }
}
