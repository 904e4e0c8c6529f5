package org.hybridlab.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.InstanceArgument;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.MachineStates;
import org.hybridlab.service.lab.LabService;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows machines as the provider has them and nodes as the API server has them, both asked now. */
@Command(name = "status", footerHeading = "%nExample:%n", footer = "  hybridlab status first-cluster --output json")
public final class StatusCommand implements Callable<CommandResult> {
    private static final String ROW = "%-16s %-14s %-15s %-12s %s";

    private final Session session;
    @Mixin
    private InstanceArgument lab;

    public StatusCommand(Session session) {
        this.session = session;
    }

    @Override
    public CommandResult call() {
        LabService service = new LabService(session.context());
        OpenLab open = service.asItIs(lab.named(session));
        boolean known = service.isKnown(open);
        MachineStates states = new MachineStates(known
                ? service.workshop().provider(open).states(open.id(), session.cancellation()) : Map.of());
        // Where nothing can answer, asking would only take as long as the network takes to say so.
        Map<String, Node> nodes = known && open.lab().joinsExisting()
                || open.lab().machines(Role.CONTROL_PLANE).stream().anyMatch(states::isRunning)
                ? new LabCluster(open.workspace()).nodesAtOnce(session.processes(), session.cancellation()) : Map.of();
        List<Row> rows = new ArrayList<>();
        open.lab().machines().forEach(machine ->
                rows.add(Row.of(machine, states, Optional.ofNullable(nodes.get(machine.name())))));
        boolean well = rows.stream().allMatch(Row::well);
        return CommandResult.of(DocumentKind.LAB_STATUS, new Status(open.lab().name(),
                open.choice().provider().id(), well, rows), lines(rows))
                .exitingWith(well ? ExitCode.OK : ExitCode.LAB_FAILED);
    }

    private static List<String> lines(List<Row> rows) {
        return Stream.concat(Stream.of(ROW.formatted("MACHINE", "ROLE", "ADDRESS", "STATE", "NODE")), rows.stream()
                .map(row -> ROW.formatted(row.machine(), row.role(), row.address(), row.state(), row.node()))).toList();
    }

    /** The shape of {@code --output json}. */
    public record Status(String lab, String provider, boolean well, List<Row> machines) {
    }

    /**
     * @param state the provider's word, or "simulated"
     * @param node "Ready", or why it is not; "-" for a machine that is for etcd alone
     */
    record Row(String machine, String role, String address, String state, String node, boolean well) {
        static Row of(Machine machine, MachineStates states, Optional<Node> node) {
            boolean ready = node.map(Node::ready).orElse(false);
            return new Row(machine.name(), machine.role().id(), machine.address().toString(),
                    machine.isSimulated() ? "simulated" : states.of(machine).word(),
                    node.map(one -> one.ready() ? "Ready" : "not Ready: " + one.readiness())
                            .orElse(machine.isEtcd() ? "-" : "none"),
                    (machine.isSimulated() || states.isRunning(machine)) && (ready || machine.isEtcd()));
        }
    }
}
