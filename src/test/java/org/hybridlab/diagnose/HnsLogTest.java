package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.PowerShellGrammar;
import org.hybridlab.config.model.Os;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is told of a Windows machine's Host Networking Service, through the very command of logs.yaml. */
class HnsLogTest {
    private static final Map<String, Object> NETWORK = Map.of("ID", "pods", "Name", "flannel.4096", "Type", "Overlay",
            "Subnets", List.of(Map.of("AddressPrefix", "10.244.1.0/24")));
    private static final Map<String, Object> DUAL_STACK = Map.of("ID", "dual", "Name", "nat", "Type", "NAT",
            "Subnets", List.of(Map.of("AddressPrefix", "fd00:10:244:1::/64"),
                    Map.of("AddressPrefix", "172.20.0.0/16")));
    private static final Map<String, Object> ANY = Map.of("ID", "any", "Name", "any", "Type", "Transparent",
            "Subnets", List.of(Map.of("AddressPrefix", "0.0.0.0/0")));
    private static final Map<String, Object> OWN = Map.of("Name", "pod", "IPAddress", "10.244.1.5");

    /** kube-proxy makes remote endpoints for pods of other nodes, and for the API server's address. */
    @ParameterizedTest
    @CsvSource({"10.244.0.5, false", "10.244.11.5, false", "192.168.56.10, false", "10.244.1.7, true",
        "fd00:10:244:1::7, false", "'', false"})
    void remoteEndpoint_ofOwnPod_isFound(String address, boolean found) {
        JsonNode answer = asked(Map.of("networks", List.of(ANY, DUAL_STACK, NETWORK), "endpoints", List.of(OWN,
                Map.of("Name", "Ethernet", "IPAddress", address, "IsRemoteEndpoint", true))));

        assertThat(answer.path("failed").asString("")).isEmpty();
        List<String> lines = answer.path("lines").valueStream().map(JsonNode::asString).toList();
        assertThat(lines).contains("IPAddress : " + address);
        assertThat(Findings.in(List.of(Evidence.of(EvidenceKind.HNS, "win", "hns", lines)), KnownFailures.read(
                Path.of("")), new Redactor(List.of()), "lab")).extracting(Finding::id)
                .isEqualTo(found ? List.of("pod-endpoint-remote") : List.of());
    }

    private static JsonNode asked(Map<String, Object> hns) {
        PowerShellGrammar.install();
        List<String> words = LogReading.on(Os.WINDOWS).newest(LogSources.read(Path.of("")).of(Os.WINDOWS).stream()
                .filter(source -> source.name().equals("hns")).findFirst().orElseThrow(), 1, Duration.ofMinutes(1));
        Result result = new LocalProcesses().run(Command.of("node", "--liftoff-only", "asked.mjs")
                .in(Path.of("src/test/powershell/standin").toAbsolutePath())
                .stdin(JsonMapper.shared().writeValueAsString(Map.of("encoded", words.get(4), "hns", hns)))
                .timeout(Duration.ofMinutes(1)), new Cancellation());
        assertThat(result.ok()).as(result.stderr()).isTrue();
        return JsonMapper.shared().readTree(result.stdout());
    }
}
