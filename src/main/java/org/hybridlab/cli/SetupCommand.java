package org.hybridlab.cli;

import java.util.Optional;
import java.util.Set;

import org.hybridlab.host.Software;
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

    @Option(names = "--box", description = "Also what making a box and its bundle on this host takes: mmdebstrap, Go.")
    private boolean box;

    @Option(names = "--stop-daemons",
            description = "Only stop the daemons that hybridlab started on this host and left running.")
    private boolean stopDaemons;

    SetupCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        HostService host = new HostService(session);
        if (stopDaemons) {
            host.daemons().stopOurs().forEach(one -> session.out().println("Stopped " + one.program() + "."));
            return;
        }
        ProviderName chosen = Optional.ofNullable(provider).orElseGet(() -> host.choice().provider());
        host.makeReady(chosen);
        if (box) {
            host.install(Set.of(Software.MMDEBSTRAP, Software.GO));
        }
        session.out().println("This host is ready for " + chosen.word() + ".");
    }
}
