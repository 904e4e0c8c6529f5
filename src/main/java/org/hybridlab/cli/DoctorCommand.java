package org.hybridlab.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.hybridlab.failure.ExitCode;
import org.hybridlab.host.HostFacts;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.host.Requirement;
import org.hybridlab.lab.ProviderName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what the host can run. Changes nothing. */
@Command(name = "doctor", footerHeading = "%nExample:%n", footer = "  hybridlab doctor --provider libvirt")
final class DoctorCommand implements Callable<Integer> {
    private final Session session;
    @Option(names = "--provider", paramLabel = "NAME",
            completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Without it: the best that this host can really run.")
    private ProviderName provider;

    DoctorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        HostService host = new HostService(session);
        ProviderChoice choice = Optional.ofNullable(provider)
                .map(asked -> new ProviderChoice(asked, "you asked for it")).orElseGet(host::choice);
        List<Requirement> requirements = host.doctor(true).examine(choice.provider());
        boolean ready = requirements.stream().noneMatch(Requirement::isMissing);
        if (session.options().json()) {
            new JsonOutput(session.out()).print(new Diagnosis(ready, choice, host.facts(), requirements));
        } else {
            new DoctorPage(session.out()).print(host.facts(), choice, requirements, ready);
        }
        return (ready ? ExitCode.OK : ExitCode.HOST_NOT_READY).number();
    }

    /** The shape of {@code --output json}. */
    record Diagnosis(boolean ready, ProviderChoice choice, HostFacts host, List<Requirement> requirements) {
    }
}
