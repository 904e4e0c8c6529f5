package org.hybridlab.cli;

import java.util.Optional;
import java.util.Set;

import org.hybridlab.lab.ProviderName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Installs what the host lacks, and starts what does not run. */
@Command(name = "setup", footerHeading = "%nExample:%n", footer = "  hybridlab setup --provider docker --yes")
final class SetupCommand implements Runnable {
    private final Session session;
    @Option(names = "--provider", paramLabel = "NAME",
            completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}. Without it: the best that this host can really run.")
    private ProviderName provider;

    SetupCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        HostFront host = new HostFront(session);
        ProviderName chosen = Optional.ofNullable(provider).orElseGet(() -> host.choice().provider());
        host.makeReady(chosen, Set.of());
        session.out().println("This host is ready for " + chosen.word() + ".");
    }
}
