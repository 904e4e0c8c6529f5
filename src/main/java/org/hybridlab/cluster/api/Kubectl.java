package org.hybridlab.cluster.api;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import tools.jackson.databind.json.JsonMapper;

/**
 * The real kubectl of the lab's Kubernetes version, for what people pass on to it and for its JSONPath dialect.
 *
 * @param program the binary, from the bundle
 * @param kubeconfig the lab's own
 */
public record Kubectl(Processes processes, Path program, Path kubeconfig) {
    /** The command as a user could paste it. */
    public Command command(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(program.toString(), "--kubeconfig", kubeconfig.toString()));
        words.addAll(arguments);
        return Command.of(words);
    }

    /** All nodes; none if the API server does not answer within seconds. */
    public List<Node> nodes(Cancellation cancellation) {
        Result result = run(List.of("get", "--raw", Cluster.ALL_NODES, "--request-timeout=5s"), cancellation);
        return result.exitCode() == 0 ? Cluster.nodes(JsonMapper.shared().readTree(result.stdout())) : List.of();
    }

    public Result run(List<String> arguments, Cancellation cancellation) {
        return processes.run(command(arguments), cancellation);
    }
}
