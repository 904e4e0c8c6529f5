package org.hybridlab.cli.command;

import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.Lab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.report.diagram.GraphFormat;
import org.hybridlab.service.context.RecordedChoices;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "graph", footer = "  hybridlab graph four-machines --format html > four-machines.html")
public final class GraphCommand extends LabCommand {
    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "mermaid",
            description = "mermaid, dot, svg or html. Without it: ${DEFAULT-VALUE}.")
    private GraphFormat format;

    @Override
    public Integer call() {
        return print(format.draw(read(location())));
    }

    /** With its real addresses, if the lab is up. */
    private Lab read(LabLocation location) {
        return RecordedChoices.read(location.file(), new KnownLabs(session.folders())
                .find(context().workspace(location).folder())).orThrow();
    }
}
