package org.hybridlab.cli.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.provision.change.MachinesThere;
import org.hybridlab.report.diagram.GraphFormat;
import org.hybridlab.service.context.FileOnly;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A picture of a lab, up or not. */
@Command(name = "graph", footerHeading = "%nExample:%n",
        footer = "  hybridlab graph four-machines --format html > four-machines.html")
public final class GraphCommand implements Runnable {
    private final Session session;
    @Mixin
    private InstanceArgument lab;
    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "mermaid",
            description = "mermaid, dot, svg or html. Without it: ${DEFAULT-VALUE}.")
    private GraphFormat format;

    public GraphCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        session.out().print(format.draw(read(lab.location(session))));
        session.out().flush();
    }

    /** With the addresses that it has, if it is up. */
    private Lab read(LabLocation location) {
        Workspace workspace = session.workspace(location);
        OpenChoices choices = new KnownLabs(session.folders()).find(workspace.folder())
                .<OpenChoices>map(known -> new AsItIs(known, workspace))
                .orElseGet(() -> new FileOnly(Optional.empty(), false));
        return LabFile.read(location.file(), choices, HostView.unknown()).orThrow();
    }

    /** What was decided when the lab came up; its file says the provider. */
    private record AsItIs(KnownLab known, Workspace workspace) implements OpenChoices {
        @Override
        public Optional<ProviderName> provider(Optional<ProviderName> written) {
            return written;
        }

        @Override
        public Cidr machineNetwork(Optional<ProviderName> provider, List<Cidr> others) {
            return Cidr.parse(known.network());
        }

        @Override
        public boolean simulatesWindows() {
            return known.simulatesWindows();
        }

        @Override
        public Map<String, Ipv4> addresses() {
            return known.givenAddresses();
        }

        @Override
        public Set<String> machinesThere() {
            return MachinesThere.of(workspace);
        }
    }
}
