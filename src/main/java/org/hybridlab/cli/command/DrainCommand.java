package org.hybridlab.cli.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabCommand;
import org.hybridlab.common.error.LabException;
import org.hybridlab.service.NodeMaintenance;
import org.hybridlab.service.NodeMaintenance.Drain;
import org.hybridlab.service.NodeMaintenance.DrainResult;
import org.hybridlab.service.lab.LabAccess;
import org.hybridlab.service.lab.MachinesOff;
import org.hybridlab.terminal.Interrupts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "drain", footer = "  hybridlab drain four-machines node3")
public final class DrainCommand extends LabCommand {
    private static final DocumentKind<NodeMaintenance.Drain> NODE_DRAIN =
            new DocumentKind<>("node-drain", NodeMaintenance.Drain.class);

    @Parameters(index = "1", paramLabel = "MACHINE", description = "The machine's name.")
    private String machine;
    @Option(names = "--delete-emptydir-data", description = "Also pods that keep data in emptyDir volumes; it is lost.")
    private boolean deleteData;
    @Option(names = "--force", description = "Also pods that no controller makes again.")
    private boolean force;
    @Option(names = "--within", paramLabel = "SECONDS", defaultValue = "120",
            description = "How long to wait (${DEFAULT-VALUE}).")
    private int within;

    @Override
    public CommandResult call() {
        if (within < 1) {
            throw LabException.invalid("drain-within", "--within takes a number of seconds from 1.",
                    "Without it, drain waits two minutes.");
        }
        LabAccess access = access();
        try (Interrupts ignored = Interrupts.listen(session.cancellation(), this::say)) {
            DrainResult result = MachinesOff.explain(access, context(), () -> NodeMaintenance.of(access,
                    machine, context()).drain(force, deleteData, Duration.ofSeconds(within),
                            session.cancellation()));
            CommandResult told = CommandResult.of(NODE_DRAIN, result.drain(), lines(result.drain()));
            return result.failure().map(failure -> failing(told, failure)).orElse(told);
        }
    }

    private List<String> lines(Drain drain) {
        List<String> lines = new ArrayList<>();
        drain.moved().forEach(pod -> lines.add("gone      %s (%s)".formatted(pod.pod(),
                pod.controller().orElse("no controller"))));
        drain.replacements().forEach(pod -> lines.add("new       %s on %s: %s".formatted(pod.pod(),
                pod.node().orElse("no node yet"), pod.state())));
        drain.staying().forEach(pod -> lines.add("stays     %s".formatted(pod)));
        drain.blocked().forEach(pod -> lines.add("blocked   %s: %s".formatted(pod.pod(), pod.why())));
        long waiting = drain.replacements().stream().filter(pod -> pod.node().isEmpty()).count();
        if (waiting > 0) {
            lines.add("Pods that no other node takes yet: %d. What they serve may be down until you let pods in again."
                    .formatted(waiting));
        }
        if (drain.drained()) {
            lines.add("%s is drained. Let pods in again: hybridlab uncordon %s %s".formatted(machine, word(),
                    machine));
        }
        return lines;
    }
}
