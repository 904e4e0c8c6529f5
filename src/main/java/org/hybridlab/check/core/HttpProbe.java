package org.hybridlab.check.core;

import java.util.List;
import java.util.Set;

import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.cluster.api.Pod;

/**
 * An HTTP request of a probe pod. Windows' curl takes the same arguments as Linux'.
 *
 * @param good whether an expected pod answered
 */
public record HttpProbe(boolean good, String message) {
    public static HttpProbe pod(CheckContext context, ProbePods probes, Pod from, Pod to) {
        String address = to.ip().orElseThrow() + ":" + ProbePods.PORT;
        return url(context, probes, from, "http://" + address + "/hostname", Set.of(to.name()));
    }

    /** @param names of pods that may answer, with their own names */
    public static HttpProbe url(CheckContext context, ProbePods probes, Pod from, String url, Set<String> names) {
        String answer = ask(context, probes, from, url);
        return new HttpProbe(names.contains(answer), "%s to %s: %s".formatted(from.node().orElseThrow(), url,
                answer.isEmpty() ? "no answer" : answer));
    }

    public static String ask(CheckContext context, ProbePods probes, Pod from, String url) {
        ExecResult result = probes.exec(from, context.timeouts().answer().multipliedBy(2), List.of("curl", "--silent",
                "--show-error", "--insecure", "--max-time", Long.toString(context.timeouts().answer().toSeconds()),
                        url));
        return result.output().strip();
    }

    public void into(List<String> complaints, List<String> evidence) {
        (good ? evidence : complaints).add((good ? "" : "from ") + message);
    }
}
