package org.hybridlab.check.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.Check;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The checks of Windows machines, of a fake cluster and a fake Windows machine: all of their answers are made up here,
 * in the form that Kubernetes, curl and {@code look.ps1} have. Nothing of it was seen on Windows.
 */
class WindowsChecksTest extends HybridClusterThatIsWell {
    @TempDir
    private Path folder;

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
        "v1\\.\\d+\\.\\d+, v1.35.4, win has kubelet v1.35.4 instead of v1."})
    void failsIfWindowsOrItsKubeletIsAnother(String right, String wrong, String words) {
        fixture.api.with("/api/v1/nodes/win", NODE.formatted("win", "", "10.244.1.0/24", "192.168.99.12", "windows")
                .replaceAll(right, wrong));

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
        return unchecked(() -> Files.readString(file));
    }

    @ParameterizedTest
    @CsvSource({
        "hns-network, network|flannel.4096|Overlay|10.244.1.0/24, other|1, win has no HNS network flannel.4096 Overlay",
        "hns-network, Overlay, ICS, but flannel.4096 ICS 10.244.1.0/24",
        "hns-network, 10.244.1.0/24, 10.244.2.0/24, but flannel.4096 Overlay 10.244.2.0/24",
        "hns-network, |192.168.99.12, |10.0.2.15, 'win has flannel.4096 on the adapter with 10.0.2.15, not on the "
                + "one with'",
        "hns-network, 192.168.99.12|lab, 192.168.99.12|Ethernet, 'win has flannel.4096 on the adapter "
                + "called Ethernet, '",
        "hns-network, 99.12|lab, 99.12|vEthernet (Ethernet), 'called Ethernet, not on the one called lab'",
        "hns-policies, policies|7, policies|0, win has 0 policy lists",
        "hns-policies, policy|10.96.0.1|, other|, win has no policy list for default/kubernetes (10.96.0.1:443/TCP)",
        "hns-policies, 10|17|53, 10|17|54, win has no policy list for kube-system/kube-dns (10.96.0.10:53/UDP)",
        "hns-policies, 10|6|53, 10|17|53, win has no policy list for kube-system/kube-dns (10.96.0.10:53/TCP)",
        "source-vip, kube-proxy, somebody, win: kube-proxy holds no source address",
        "source-vip, 4fe1, kube-proxy, 'win: kube-proxy holds several source addresses: 10.244.1.2, 10.244.1.5'",
        "source-vip, 10.244.1.2, 10.244.2.2, the source address 10.244.2.2 is not of 10.244.1.0/24",
        "source-vip, endpoint||10.244.1.2, endpoint||10.244.1.9, win: an endpoint has 10.244.1.9",
        "windows-routes, route|10.244.0.0/24, route|10.244.9.0/24, win has no route to the pods of control",
        "windows-routes, 99.11|vEthernet (lab), 99.11|Ethernet, 'win has its route to the pods of control on Ethernet, "
                + "not on vEthernet (lab), which has 192.168.99.12'"})
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
                + "10.244.1.1",
        "windows-routes, 1|vEthernet (cbr0), 1|vEthernet (lab), 'win has its route to the pods of all nodes on "
                + "vEthernet (lab), not on vEthernet (cbr0), which has 10.244.1.2'"})
    void bridgeWithVirtualGateway_hasOwnRoute(String id, String right, String wrong, String words) {
        fixture.facts = Stream.of("network|l2bridge|L2Bridge|10.244.1.0/24", "endpoint|cbr0|10.244.1.2",
                "route|10.160.0.0/12|10.244.1.1|vEthernet (cbr0)", "interface|192.168.99.12|vEthernet (lab)",
                "interface|10.244.1.2|vEthernet (cbr0)").map(line -> line.replace(right.replace("by|", "/12|"),
                        wrong.replace("by|", "/12|"))).toList();
        Lab tor = LabFile.read(Path.of("labs/upstream-tor/lab.yaml"), Cidr.parse("192.168.99.0/24")).orThrow();

        Verdict verdict = checks().stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow()
                .judge(fixture.context(tor, Map.of()));

        assertThat(verdict.outcome()).as(verdict.message())
                .isEqualTo(words.isEmpty() ? Outcome.PASSED : Outcome.FAILED);
        assertThat(verdict.message()).contains(words);
    }

    /** Its flannel has another VXLAN than the lab file would have, or a name of its own. */
    @ParameterizedTest
    @CsvSource({"'\"VNI\": 5000', flannel.5000", "'\"VNI\": 5000, \"Name\": \"vxlan0\"', vxlan0"})
    void network_ofOthersCluster_isNamedByIt(String backend, String name) throws IOException {
        String configMaps = "/api/v1/namespaces/%s/configmaps/%s";
        fixture.api.with(configMaps.formatted("kube-system", "kubeadm-config"), configMap("ClusterConfiguration",
                        "networking: {podSubnet: 10.244.0.0/16, serviceSubnet: 10.96.0.0/12, dnsDomain: other.local}"))
                .with(configMaps.formatted("kube-system", "kubelet-config"), configMap("kubelet",
                        "clusterDNS: [10.96.0.10]"))
                .with(configMaps.formatted("kube-flannel", "kube-flannel-cfg"), configMap("net-conf.json",
                        "{\"Backend\": {\"Type\": \"vxlan\", \"Port\": 4789, %s}}".formatted(backend)));
        Lab own = lab();
        Lab guests = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: guests
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.99.0/24}
                machines: [{name: win, os: windows, build: 2022, address: 192.168.99.12}]
                """), Cidr.parse("192.168.99.0/24")).orThrow();

        assertThat(own.joinsExisting()).isFalse();
        assertThat(hnsNetwork(guests).outcome()).isEqualTo(Outcome.FAILED);
        fixture.facts = fixture.facts.stream().map(line -> line.replace("flannel.4096", name)).toList();
        assertThat(hnsNetwork(guests).outcome()).as(hnsNetwork(guests).message()).isEqualTo(Outcome.PASSED);
        assertThat(hnsNetwork(own).outcome()).isEqualTo(Outcome.FAILED);
    }

    private Verdict hnsNetwork(Lab lab) {
        return new HnsNetworks().judge(fixture.context(lab, Map.of()));
    }

    private static String configMap(String key, String value) {
        return "{\"data\": {\"%s\": \"%s\"}}".formatted(key, value.replace("\"", "\\\""));
    }

    /** What a healthy machine may have besides. */
    @ParameterizedTest
    @CsvSource({"hns-network, network|nat|NAT|172.20.0.0/20|172.20.0.1", "hns-network, network|External|L2Bridge||",
        "hns-policies, policies|1", "source-vip, address|10.244.1.9|4fe2", "source-vip, endpoint|nat|172.20.0.5",
        "windows-routes, route|0.0.0.0/0|192.168.99.1", "windows-routes, route|10.244.7.0/24|192.168.99.17"})
    void passesBesideWhatIsNotThePodNetworks(String id, String fact) {
        fixture.facts = Stream.concat(fixture.facts.stream(), Stream.of(fact)).toList();

        Verdict verdict = judged(id);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    /** Windows' builds differ in what they tell; what was renamed since is known by a name that no adapter has. */
    @ParameterizedTest
    @CsvSource({"hns-network, 99.12|lab, 99.12|", "hns-network, 99.12|lab, 99.12", "hns-network, 99.12|lab, 99.12|LAB",
        "hns-network, 99.12|lab, 99.12|vEthernet (lab)", "hns-network, 99.12|lab, 99.12|Ethernet 9",
        "hns-network, 192.168.99.12|lab, |lab", "hns-network, adapter|lab|own, other|lab",
        "hns-policies, policy|, other|", "hns-policies, 10|17|53, 10||",
        "hns-policies, 10|17|53, '11,10.96.0.10|17|53'",
        "windows-routes, 99.11|vEthernet (lab), 99.11|", "windows-routes, 99.11|vEthernet (lab), 99.11",
        "windows-routes, interface|, other|"})
    void whatWindowsDoesNotSay_isNotJudged(String id, String said, String instead) {
        fixture.facts = fixture.facts.stream().map(line -> line.replace(said, instead)).toList();

        Verdict verdict = judged(id);

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    /** Label, address and protocol of a service, the kind of its addresses, and an endpoint. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
        "; \"clusterIP\": \"10.96.0.7\"; TCP; IPv4; {'addresses': ['10.244.0.7']}; true",
        "; \"clusterIP\": \"10.96.0.7\"; TCP; IPv4; {'addresses': ['10.244.1.7'], 'nodeName': 'win'}; true",
        "; \"clusterIP\": \"10.96.0.7\"; TCP; IPv4; ; false",
        "; \"clusterIP\": \"10.96.0.7\"; TCP; IPv4; {'addresses': ['10.244.0.7'], 'conditions': {'ready': false}}; "
                + "false",
        "; \"clusterIP\": \"10.96.0.7\"; TCP; IPv4; {'addresses': ['192.168.99.12'], 'nodeName': 'win'}; false",
        "; \"clusterIP\": \"10.96.0.7\"; TCP; IPv6; {'addresses': ['fd00::7']}; false",
        "; \"clusterIP\": \"10.96.0.7\"; SCTP; IPv4; {'addresses': ['10.244.0.7']}; false",
        "; \"clusterIP\": \"fd00::1\"; TCP; IPv4; {'addresses': ['10.244.0.7']}; false",
        "; \"clusterIP\": \"None\"; TCP; IPv4; {'addresses': ['10.244.0.7']}; false",
        "; \"type\": \"ExternalName\"; TCP; IPv4; {'addresses': ['10.244.0.7']}; false",
        "'service.kubernetes.io/service-proxy-name': 'own'; \"clusterIP\": \"10.96.0.7\"; TCP; IPv4; {'addresses': "
                + "['10.244.0.7']}; false",
        "; \"clusterIP\": \"10.96.0.7\", \"internalTrafficPolicy\": \"Local\"; TCP; IPv4; {'addresses': "
                + "['10.244.0.7'], 'nodeName': 'control'}; false",
        "; \"clusterIP\": \"10.96.0.7\", \"internalTrafficPolicy\": \"Local\"; TCP; IPv4; {'addresses': "
                + "['10.244.1.7'], 'nodeName': 'win'}; true"})
    void policyList_ofKubeProxyOnly_isNeeded(String label, String address, String protocol, String kind,
                                                         String endpoint, boolean needed) {
        fixture.api.with("/api/v1/services", SERVICES.formatted(SERVICE.formatted(quoted(label), address, protocol)))
                .with("/apis/discovery.k8s.io/v1/endpointslices",
                        SLICES.formatted(SLICE.formatted(kind, quoted(endpoint))));

        Verdict verdict = judged("hns-policies");

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(needed ? Outcome.FAILED : Outcome.PASSED);
        assertThat(verdict.evidence()).anyMatch(line -> line.contains(needed ? "any/web (10.96.0.7:80/TCP)"
                : "3 of 3 ports"));
    }

    private static String quoted(String json) {
        return json == null ? "" : json.replace('\'', '"');
    }

    /** Endpoints come and go while the check looks. */
    @Test
    void policyListThatComesLater_passes() {
        AtomicInteger looks = new AtomicInteger();
        List<String> later = fixture.facts;
        fixture.said = machine -> looks.incrementAndGet() == 1 ? later.stream()
                .filter(line -> !line.startsWith("policy|10.96.0.1|")).toList() : later;

        Verdict verdict = judged("hns-policies");

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(looks).hasValue(2);
    }

    @Test
    void pod_withTheSourceAddressToo_fails() {
        fixture.api.with("/api/v1/pods", POD.formatted("thief", "win", "10.244.1.2"));

        assertFailed("source-vip", "the source address 10.244.1.2 is the pod thief's as well");
    }
}
