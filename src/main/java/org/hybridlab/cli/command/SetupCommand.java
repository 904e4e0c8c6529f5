package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.ProviderWords;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.service.lab.HostService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "setup", footer = "  hybridlab setup --provider docker --yes")
public final class SetupCommand extends SessionCommand {
    private static final DocumentKind<HostSetup> HOST_SETUP = new DocumentKind<>("host-setup", HostSetup.class);

    @Option(names = "--provider", paramLabel = "NAME",
            completionCandidates = ProviderWords.class,
            description = "${COMPLETION-CANDIDATES}; may be given several times. Without it: the best that this host "
                    + "can really run.")
    private List<ProviderName> providers = List.of();

    @Option(names = "--box", description = "Also what making a box and its bundle on this host takes: mmdebstrap, Go.")
    private boolean box;

    @Option(names = "--stop-daemons",
            description = "Only stop the daemons that hybridlab started on this host and left running.")
    private boolean stopDaemons;

    @Override
    public CommandResult call() {
        HostService host = new HostService(context());
        if (stopDaemons) {
            List<String> stopped = host.stopDaemons();
            return CommandResult.of(HOST_SETUP, new HostSetup(List.of(), stopped),
                    stopped.stream().map("Stopped %s."::formatted).toList());
        }
        List<ProviderName> chosen = host.setUp(providers, box);
        return CommandResult.of(HOST_SETUP, new HostSetup(chosen, List.of()),
                chosen.stream().map(one -> "This host is ready for %s.".formatted(one.id())).toList());
    }

    /** @param readyFor empty if daemons were only to be stopped */
    public record HostSetup(List<ProviderName> readyFor, List<String> stopped) {
    }
}
