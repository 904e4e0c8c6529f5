package org.hybridlab.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.check.Checks;
import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoliciesHeldTest {
    private static final Map<String, String> NODES = Map.of("10.244.0.2", "control", "10.244.1.2", "node");

    @TempDir
    private Path folder;
    private final Fixture fixture = new Fixture();
    private Lab lab;

    /** @param closed what the closed port of the pod on node answers to the pod on that node */
    @ParameterizedTest
    @CsvSource({"probe-node, '', PASSED, Policies hold on 2 Linux machines.",
        "probe-node, probe-node, FAILED, from node to node (10.244.1.2): the port that a policy closes answers",
        "'', '', FAILED, from node to node (10.244.1.2): the port that a policy opens does not answer"})
    void onlyThePortThatAPolicyOpens_mayAnswer(String open, String closed, Outcome outcome, String message)
            throws IOException {
        fixture.api.withCommands((pod, command) -> new ExecResult(0, command.stream().filter(NODES::containsKey)
                .map(address -> pod.equals("probe-node") && NODES.get(address).equals("node")
                        ? address + " " + open + " " + closed
                        : "%s probe-%s ".formatted(address, NODES.get(address)))
                .collect(Collectors.joining("\n"))));

        Verdict verdict = judged(true);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(outcome);
        assertThat(verdict.message()).isEqualTo(message);
        assertThat(fixture.api.calls()).anyMatch(call -> call.endsWith("/networkpolicies/one-port"));
    }

    @Test
    void podThatIsNotReady_provesNothing() throws IOException {
        fixture.api.withCommands((pod, command) -> new ExecResult(0, ""));

        assertThat(judged(false).message()).startsWith("the guarded pod on ");
    }

    private Verdict judged(boolean ready) throws IOException {
        lab = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: guarded
                networkPolicy: true
                machines: [{name: control, role: control-plane}, {name: node}]
                """), Cidr.parse("192.168.99.0/24")).orThrow();
        fixture.probed(address -> null);
        fixture.api.with("/apis/networking.k8s.io/v1", "{\"resources\":[{\"name\":\"networkpolicies\",\"kind\":"
                + "\"NetworkPolicy\",\"namespaced\":true}]}")
                .with("/api/v1/namespaces/hybridlab-check-test/pods", pods(true))
                .with("/api/v1/namespaces/hybridlab-check-test-beside/pods", pods(ready));
        Check check = Checks.of(lab).stream().filter(one -> one.id().equals("networkPolicy")).findFirst()
                .orElseThrow();
        CheckContext context = fixture.context(lab, Map.of());
        Verdict verdict = check.judge(context);

        context.probes().close();
        assertThat(fixture.api.calls()).containsOnlyOnce("delete /api/v1/namespaces/hybridlab-check-test-beside",
                "delete /api/v1/namespaces/hybridlab-check-test");
        return verdict;
    }

    private static String pods(boolean ready) {
        return "{\"items\":[" + NODES.entrySet().stream().map(one -> """
                {"metadata":{"name":"probe-%1$s","namespace":"any"},"spec":{"nodeName":"%1$s"},"status":
                 {"phase":"Running","podIP":"%2$s","containerStatuses":[{"name":"open","ready":%3$s,
                  "state":{"running":{}}}]}}""".formatted(one.getValue(), one.getKey(), ready))
                .collect(Collectors.joining(",")) + "]}";
    }
}
