package org.hybridlab.check.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Observation;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Pod;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.config.model.CheckSpec;
import tools.jackson.databind.JsonNode;

/**
 * A command in every pod of a workload. Each pod must be ready and of the latest template, so that no old or ending pod
 * answers. What cannot be seen now is looked at again.
 */
final class WorkloadCommand {
    private static final Map<String, String> KINDS = Rollout.KINDS.stream()
            .collect(Collectors.toMap(kind -> kind.toLowerCase(Locale.ROOT), Function.identity()));
    private static final int LINES = 20;
    private static final int LONG = 300;
    /** Factor of the usual time limit, since a command may call others. */
    private static final int PATIENCE = 10;

    private WorkloadCommand() {
    }

    static Observation look(CheckContext context, CheckSpec.ExecInPod exec) {
        String[] kindAndName = exec.workload().split("/", 2);
        String path = "/apis/apps/v1/namespaces/%s/%ss/%s".formatted(exec.namespace(), kindAndName[0], kindAndName[1]);
        Optional<JsonNode> live = context.cluster().api().find(path);
        if (live.isEmpty()) {
            return new Observation(false, "%s is not in the cluster.".formatted(exec.workload()), List.of());
        }
        Rollout rollout = new Rollout(KINDS.get(kindAndName[0]), live.get());
        // Evicted pods stay for days.
        List<Pod> pods = rollout.own(context.cluster().pods(exec.namespace(), rollout.selector())).stream()
                .filter(pod -> !pod.ended()).toList();
        Optional<String> complaint = rollout.complaint();
        if (complaint.isPresent() || pods.isEmpty()) {
            return new Observation(false, complaint.orElse(exec.workload() + " has no pods") + ".", List.of());
        }
        List<String> complaints = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        for (Pod pod : pods) {
            ask(context, exec, pod, complaints, evidence);
        }
        return Observation.of(complaints, "It is so in all %d pods of %s.".formatted(pods.size(), exec.workload()),
                evidence);
    }

    private static void ask(CheckContext context, CheckSpec.ExecInPod exec, Pod pod, List<String> complaints,
                            List<String> evidence) {
        if (!pod.ready() || pod.deleting()) {
            complaints.add("%s is not ready: %s".formatted(pod.name(), pod.readiness()));
            return;
        }
        // Without a container name, the API server refuses pods with several; validate reports that before.
        ExecResult result = context.cluster().api().exec(exec.namespace(), pod.name(), exec.container(),
                context.timeouts().answer().multipliedBy(PATIENCE), exec.command());
        boolean said = exec.contains().filter(text -> !result.stdout().contains(text)).isEmpty();
        String words = "%s on %s exited with %d: %s".formatted(pod.name(), pod.node().orElse("no node"),
                result.exitCode(), some(result.output()));
        (result.ok() && said ? evidence : complaints).add(said || !result.ok() ? words
                : "%s, without '%s'".formatted(words, exec.contains().get()));
    }

    /** A command may print megabytes, and a report is for people. */
    private static String some(String output) {
        return output.strip().lines().limit(LINES)
                .map(line -> line.length() > LONG ? line.substring(0, LONG) + " ..." : line)
                .collect(Collectors.joining(" / "));
    }
}
