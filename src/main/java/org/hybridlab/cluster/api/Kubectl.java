package org.hybridlab.cluster.api;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;

/** The kubectl of the lab's Kubernetes version, for commands of users and for JSONPath. */
public record Kubectl(Processes processes, Path program, Path kubeconfig) {
    /** The command as a user could paste it. */
    public Command command(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(program.toString(), "--kubeconfig", kubeconfig.toString()));
        words.addAll(arguments);
        return Command.of(words);
    }

    public Result run(List<String> arguments, Cancellation cancellation) {
        return processes.run(command(arguments), cancellation);
    }
}
