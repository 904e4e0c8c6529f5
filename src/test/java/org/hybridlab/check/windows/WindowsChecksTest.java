package org.hybridlab.check.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Checks;
import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.ExecResult;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.HostView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The checks of Windows machines, of a fake cluster and a fake Windows machine: all of their answers are made up here,
 * in the form that Kubernetes, curl and {@code look.ps1} have. Nothing of it was seen on Windows.
 */
class WindowsChecksTest {
    private static final Path FIRST_HYBRID = Path.of("labs/first-hybrid/lab.yaml");
    private static final String NODE = """
            {"metadata": {"name": "%s", "labels": {"node.kubernetes.io/windows-build": "10.0.20348"}, "annotations": \
            {%s}},
             "spec": {"podCIDR": "%s"}, "status": {"addresses": [{"type": "InternalIP", "address": "%s"}],
             "nodeInfo": {"kubeletVersion": "v1.36.3", "kernelVersion": "10.0.20348.2849", "operatingSystem": "%s"},
             "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}""";
    private static final String POD = """
            {"items": [{"metadata": {"name": "%s", "namespace": "any"}, "spec": {"nodeName": "%s"}, "status": \
            {"phase": "Running",
             "podIP": "%s", "containerStatuses": [{"name": "probe", "ready": true, "state": {"running": {}}}]}}]}""";
    private static final String FRONT = """
            {"spec": {"clusterIP": "%s", "ports": [{"nodePort": %d}]}}""";
    private static final String LINUX = "/api/v1/namespaces/hybridlab-check-test/";
    private static final String WINDOWS = "/api/v1/namespaces/hybridlab-check-test-windows/";
    private static final String FULL_NAME = "http://probe.hybridlab-check-test.svc.cluster.local/hostname";

    private final Fixture fixture = new Fixture();
    /** Of pages that pods ask for, by node and address. */
    private final Map<String, String> answers = new HashMap<>();

    static List<WindowsCheck> checks() {
        return Stream.concat(Stream.of(new WindowsRoutes()), Checks.of(lab()).stream()
                .filter(WindowsCheck.class::isInstance).map(WindowsCheck.class::cast)).toList();
    }

    private static Lab lab() {
        return LabFile.read(FIRST_HYBRID, Cidr.parse("192.168.99.0/24")).orThrow();
    }

    private ExecResult asked(String pod, List<String> command) {
        String url = command.get(command.size() - 1).replaceFirst("^https?://", "");
        return new ExecResult(0, answers.getOrDefault(pod.replace("probe-", "") + " " + url, "nobody asks that"));
    }

    @BeforeEach
    void aHybridClusterThatIsWell() {
        fixture.api.withCommands(this::asked);
        nodes("");
        fixture.api.with("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace"}, {"name": "pods", "kind": "Pod", \
                "namespaced": true},
                 {"name": "services", "kind": "Service", "namespaced": true}]}""")
                .with("/api/v1/namespaces", "{\"items\": []}").with("/api/v1/pods", "{\"items\": []}")
                .with(LINUX + "pods", POD.formatted("probe-control", "control", "10.244.0.5"))
                .with(WINDOWS + "pods", POD.formatted("probe-win", "win", "10.244.1.5"))
                .with(LINUX + "services/probe", FRONT.formatted("10.96.0.21", 31001))
                .with(WINDOWS + "services/probe", FRONT.formatted("10.96.0.22", 31002));
        says("control", "10.244.1.5:8080/hostname", "probe-win");
        says("control", "10.96.0.22/hostname", "probe-win");
        says("win", "10.244.0.5:8080/hostname", "probe-control");
        says("win", "10.96.0.21/hostname", "probe-control");
        says("win", FULL_NAME, "probe-control");
        says("win", "https://192.168.99.11:6443/version", "{\"gitVersion\": \"v1.36.3\"}");
        fixture.pages.putAll(Map.of("192.168.99.11:31002", "200 probe-win", "192.168.99.12:31002", "200 probe-win",
                "192.168.99.12:31001", "200 probe-control"));
        fixture.facts = List.of("network|flannel.4096|Overlay|10.244.1.0/24|192.168.99.12", "policies|7",
                "address|10.244.1.2|kube-proxy source-vip", "address|10.244.1.5|4fe1", "endpoint||10.244.1.2",
                        "endpoint|pod|10.244.1.5",
                "route|10.244.0.0/24|192.168.99.11");
    }

    private void nodes(String annotations) {
        String control = NODE.formatted("control", "", "10.244.0.0/24", "192.168.99.11", "linux");
        String win = NODE.formatted("win", annotations, "10.244.1.0/24", "192.168.99.12", "windows");
        fixture.api.with("/api/v1/nodes", "{\"items\": [%s, %s]}".formatted(control, win))
                .with("/api/v1/nodes/win", win).with("/api/v1/nodes/control", control);
    }

    private void says(String node, String url, String answer) {
        answers.put(node + " " + url.replaceFirst("^https?://", ""), answer);
    }

    private Verdict judged(Check check) {
        return check.judge(fixture.context(lab(), Map.of()));
    }

    private Verdict judged(String id) {
        return judged(checks().stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("checks")
    void passesWhereAllIsWell(WindowsCheck check) {
        Verdict verdict = judged(check);

        assertThat(verdict.outcome()).as(verdict.words() + verdict.evidence()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.truth()).isEqualTo(EvidenceSource.REAL);
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
    void failsIfANodePortDoesNotAnswerOnAMachine(String address, String machine) {
        fixture.pages.remove(address);

        assertFailed("hybrid-node-port", "%s (%s): connection refused".formatted(machine, address));
    }

    @ParameterizedTest
    @CsvSource({
        "hns-network, network|flannel.4096|Overlay|10.244.1.0/24, other|1, win has no HNS network flannel.4096 Overlay",
        "hns-network, Overlay, ICS, but flannel.4096 ICS 10.244.1.0/24",
        "hns-network, 10.244.1.0/24, 10.244.2.0/24, but flannel.4096 Overlay 10.244.2.0/24",
        "hns-network, |192.168.99.12, |10.0.2.15, 'win has flannel.4096 on the adapter with 10.0.2.15, not on the "
                + "one with'",
        "hns-policies, policies|7, policies|0, win has 0 policy lists",
        "source-vip, kube-proxy, somebody, win: kube-proxy holds no source address",
        "source-vip, 4fe1, kube-proxy, 'win: kube-proxy holds several source addresses: 10.244.1.2, 10.244.1.5'",
        "source-vip, 10.244.1.2, 10.244.2.2, the source address 10.244.2.2 is not of 10.244.1.0/24",
        "source-vip, endpoint||10.244.1.2, endpoint||10.244.1.9, win: an endpoint has 10.244.1.9",
        "windows-routes, route|10.244.0.0/24, route|10.244.9.0/24, win has no route to the pods of control"})
    void failsIfWindowsSaysOtherwise(String id, String right, String wrong, String words) {
        fixture.facts = fixture.facts.stream().map(line -> line.replace(right, wrong)).toList();

        assertFailed(id, words);
    }

    /** In the mode without flannel on Windows, by a virtual gateway. */
    @ParameterizedTest
    @CsvSource({"hns-network, nothing, nothing, ''",
        "hns-network, l2bridge|L2Bridge, l2bridge|Transparent, but l2bridge Transparent 10.244.1.0/24",
        "hns-network, cbr0|10.244.1.2, cbr0|10.244.1.7, win holds 10.244.1.7 in the network of its pods instead of "
                + "10.244.1.2",
        "hns-network, endpoint|, other|, win holds nothing in the network of its pods",
        "windows-routes, nothing, nothing, ''",
        "windows-routes, by|10.244.1.1, by|10.244.1.2, win has no route to the pods of all nodes: 10.160.0.0/12 by "
                + "10.244.1.1"})
    void aBridgeWithAVirtualGatewayHasItsOwnNetworkPlaceAndRoute(String id, String right, String wrong, String words) {
        fixture.facts = Stream.of("network|l2bridge|L2Bridge|10.244.1.0/24", "endpoint|cbr0|10.244.1.2",
                "route|10.160.0.0/12|10.244.1.1").map(line -> line.replace(right.replace("by|", "/12|"),
                        wrong.replace("by|", "/12|"))).toList();
        Lab tor = LabFile.read(Path.of("labs/upstream-tor/lab.yaml"), Cidr.parse("192.168.99.0/24")).orThrow();

        Verdict verdict = checks().stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow()
                .judge(fixture.context(tor, Map.of()));

        assertThat(verdict.outcome()).as(verdict.words()).isEqualTo(words.isEmpty() ? Outcome.PASSED : Outcome.FAILED);
        assertThat(verdict.words()).contains(words);
    }

    /** What a healthy machine may have besides. */
    @ParameterizedTest
    @CsvSource({"hns-network, network|nat|NAT|172.20.0.0/20|172.20.0.1", "hns-network, network|External|L2Bridge||",
        "hns-policies, policies|1", "source-vip, address|10.244.1.9|4fe2", "source-vip, endpoint|nat|172.20.0.5",
        "windows-routes, route|0.0.0.0/0|192.168.99.1", "windows-routes, route|10.244.7.0/24|192.168.99.17"})
    void passesBesideWhatIsNotThePodNetworks(String id, String fact) {
        fixture.facts = Stream.concat(fixture.facts.stream(), Stream.of(fact)).toList();

        Verdict verdict = judged(id);

        assertThat(verdict.outcome()).as(verdict.words()).isEqualTo(Outcome.PASSED);
    }

    @Test
    void passesWhereTheNodesAndPodsOfOthersAreNotTheLabs() {
        fixture.api.with("/api/v1/pods", POD.formatted("somebody", "elsewhere", "10.244.9.2"));

        checks().forEach(check -> assertThat(judged(check).outcome()).as(check.id()).isEqualTo(Outcome.PASSED));
    }

    @Test
    void failsIfAPodHasTheSourceAddressToo() {
        fixture.api.with("/api/v1/pods", POD.formatted("thief", "win", "10.244.1.2"));

        assertFailed("source-vip", "the source address 10.244.1.2 is the pod thief's as well");
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
    void failsIfAnUpdateIsKnownToBreakTheNetworkOfPods(String version, String words) {
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
    void failsIfAPodsAddressIsNotOfItsNodesShare() {
        fixture.api.with(WINDOWS + "pods", POD.formatted("probe-win", "win", "10.244.7.5"));

        assertFailed("windows-pods-start", "the pod on win has the address 10.244.7.5");
    }

    private void assertFailed(String id, String words) {
        Verdict verdict = judged(id);

        assertThat(verdict.outcome()).as(verdict.words()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.words()).contains(words).contains("hybridlab diagnose");
    }

    /** Kubernetes calls its pods ready, and nothing would ever answer. */
    @ParameterizedTest
    @MethodSource("checks")
    void cannotBeJudgedOfSimulatedMachinesAndAsksNobody(WindowsCheck check) {
        Lab simulated = LabFile.read(FIRST_HYBRID, new Simulating(), HostView.unknown()).orThrow();

        Verdict verdict = check.judge(fixture.context(simulated, Map.of()));

        assertThat(verdict).isEqualTo(Verdict.notJudged("Nothing runs on the simulated win.", List.of(),
                EvidenceSource.SIMULATED));
        assertThat(fixture.api.told()).isEmpty();
    }

    private record Simulating() implements OpenChoices {
        @Override
        public Optional<ProviderName> provider(Optional<ProviderName> written) {
            return Optional.of(ProviderName.DOCKER);
        }

        @Override
        public Cidr machineNetwork(Optional<ProviderName> any, List<Cidr> others) {
            return Cidr.parse("192.168.99.0/24");
        }

        @Override
        public boolean simulatesWindows() {
            return true;
        }
    }

    @Test
    void ofAStandInWhatTakesPodsCannotBeJudgedAndTheRestIsCalledSeenOnAStandIn() {
        nodes("\"hybridlab.org/stand-in\": \"true\"");

        Map<Outcome, List<String>> outcomes = checks().stream().collect(Collectors.groupingBy(check -> {
            Verdict verdict = judged(check);
            assertThat(verdict.truth()).isEqualTo(EvidenceSource.STAND_IN);
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
        try (Stream<Path> files = Files.list(Path.of("diagnose/failures"))) {
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
