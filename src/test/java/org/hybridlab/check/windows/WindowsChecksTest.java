package org.hybridlab.check.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The checks of Windows machines, of a fake cluster and a fake Windows machine: all of their answers are made up here,
 * in the form that Kubernetes, curl and {@code look.ps1} have. Nothing of it was seen on Windows.
 */
class WindowsChecksTest extends HybridClusterThatIsWell {
    @ParameterizedTest
    @MethodSource("checks")
    void passesWhereAllIsWell(WindowsCheck check) {
        Verdict verdict = judged(check);

        assertThat(verdict.outcome()).as(verdict.message() + verdict.evidence()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.source()).isEqualTo(EvidenceSource.REAL);
        assertThat(verdict.evidence()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "hybrid-pod-network, control, 10.244.1.5:8080/hostname, from control to http://10.244.1.5:8080/hostname: "
                + "curl: (28)",
        "hybrid-pod-network, win, 10.244.0.5:8080/hostname, from win to http://10.244.0.5:8080/hostname: curl: (28)",
        "hybrid-service, control, 10.96.0.22/hostname, from control to http://10.96.0.22/hostname",
        "hybrid-service, win, 10.96.0.21/hostname, from win to http://10.96.0.21/hostname",
        "windows-dns, win, http://probe.hybridlab-check-test.svc.cluster.local/hostname, from win to http://probe",
        "windows-outbound, win, https://192.168.99.11:6443/version, from win to https://192.168.99.11:6443/version"})
    void failsIfAPodGetsNoAnswer(String id, String node, String url, String words) {
        says(node, url, "curl: (28) Connection timed out");

        assertFailed(id, words);
    }

    @ParameterizedTest
    @CsvSource({"192.168.99.11:31002, control", "192.168.99.12:31002, win", "192.168.99.12:31001, win"})
    void nodePort_silentOnAMachine_fails(String address, String machine) {
        fixture.pages.remove(address);

        assertFailed("hybrid-node-port", "%s (%s): connection refused".formatted(machine, address));
    }

    @Test
    void foreignNodesAndPods_areNotTheLabs() {
        fixture.api.with("/api/v1/pods", POD.formatted("somebody", "elsewhere", "10.244.9.2"));

        checks().forEach(check -> assertThat(judged(check).outcome()).as(check.id()).isEqualTo(Outcome.PASSED));
    }

    @ParameterizedTest
    @CsvSource({"10.0.20348, 10.0.17763, win has Windows 10.0.17763 instead of 10.0.20348",
        "v1.36.3, v1.35.4, win has kubelet v1.35.4 instead of v1.36.3"})
    void failsIfWindowsOrItsKubeletIsAnother(String right, String wrong, String words) {
        fixture.api.with("/api/v1/nodes/win", NODE.formatted("win", "", "10.244.1.0/24", "192.168.99.12", "windows")
                .replace(right, wrong));

        assertFailed("windows-versions", words);
    }

    /** By the fourth number of the build; a kubelet that does not say it is no reason. */
    @ParameterizedTest
    @CsvSource({"10.0.26100.6898, 10.0.26100.6899 or later", "10.0.20348.2582, 10.0.20348.2762 or later"})
    void update_knownToBreakPodNetwork_fails(String version, String words) {
        updates(version);

        assertFailed("windows-versions", "win has Windows %s, known to fail with".formatted(version));
        assertFailed("windows-versions", words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.26100.6899", "10.0.20348.2762", "10.0.20348.2402", "10.0.17763.1", "", "5.10"})
    void otherUpdatesAreNoReason(String version) {
        updates(version);

        assertThat(judged("windows-versions").outcome()).isEqualTo(Outcome.PASSED);
    }

    private void updates(String version) {
        fixture.api.with("/api/v1/nodes/win", NODE.formatted("win", "", "10.244.1.0/24", "192.168.99.12", "windows")
                .replace("10.0.20348.2849", version));
    }

    @Test
    void podAddress_outsideItsNodesShare_fails() {
        fixture.api.with(WINDOWS + "pods", POD.formatted("probe-win", "win", "10.244.7.5"));

        assertFailed("windows-pods-start", "the pod on win has the address 10.244.7.5");
    }

    /** Kubernetes calls its pods ready, and nothing would ever answer. */
    @ParameterizedTest
    @MethodSource("checks")
    void simulatedMachines_areNeitherAskedNorJudged(WindowsCheck check) {
        Lab simulated = Fixture.simulatedHybrid();

        Verdict verdict = check.judge(fixture.context(simulated, Map.of()));

        assertThat(verdict).isEqualTo(Verdict.notJudged("Nothing runs on the simulated win.", List.of(),
                EvidenceSource.SIMULATED));
        assertThat(fixture.api.told()).isEmpty();
    }

    @Test
    void standIn_checksOfPods_areNotJudged() {
        nodes("\"hybridlab.org/stand-in\": \"true\"");

        Map<Outcome, List<String>> outcomes = checks().stream().collect(Collectors.groupingBy(check -> {
            Verdict verdict = judged(check);
            assertThat(verdict.source()).isEqualTo(EvidenceSource.STAND_IN);
            return verdict.outcome();
        }, Collectors.mapping(Check::id, Collectors.toList())));

        assertThat(outcomes.get(Outcome.PASSED)).containsExactlyInAnyOrder("windows-versions", "hns-network",
                "hns-policies",
                "source-vip", "windows-routes");
        assertThat(outcomes.get(Outcome.NOT_JUDGED)).containsExactlyInAnyOrder("windows-pods-start",
                "hybrid-pod-network",
                "hybrid-service", "windows-dns", "hybrid-node-port", "windows-outbound");
        assertThat(outcomes).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("checks")
    void namesAKnownFailureThatExists(WindowsCheck check) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("data/diagnose/failures"))) {
            assertThat(files.map(WindowsChecksTest::read)).anyMatch(text ->
                    text.contains("id: " + check.likely() + "\n"));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
