package org.hybridlab.service.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.LabCluster;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.status.LabStatusReader.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is unknown is unknown, and never "none". */
class LabStatusReaderTest {
    private static final String TWO = """
            name: duo
            machines:
              - {name: control, role: control-plane}
              - {name: node1, labels: {tier: front}, taints: ["spot:NoExecute"]}
            """;
    private static final String NODES = "/api/v1/nodes";
    @TempDir
    private Path folder;
    private final FakeApi api = new FakeApi();
    private final AtomicInteger asked = new AtomicInteger();
    private Supplier<Map<String, MachineState>> states = Map::of;
    private Duration patience = Duration.ofMinutes(1);
    private Duration providersPatience = Duration.ofMinutes(1);

    @Test
    void lab_asItsFileSays_hasNoDrift() {
        runs("control", "node1");
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));
        api.with(NODES + "/node1/proxy/stats/summary", """
                {"node": {"memory": {"workingSetBytes": 1073741824, "availableBytes": 2147483648},
                  "fs": {"usedBytes": 10737418240, "availableBytes": 1073741824}}}""");

        LabStatus status = read(TWO, true).status();

        assertThat(status.well()).isTrue();
        assertThat(status.drift()).contains(List.of());
        assertThat(status.machines().get(1).memory()).contains(new MachineStatus.InUse(1024, 3072));
        assertThat(status.machines().get(1).disk()).contains(new MachineStatus.InUse(10240, 11264));
        assertThat(status.machines().get(0).memory()).as("its kubelet does not say").isEmpty();
    }

    @Test
    @Timeout(20)
    void provider_thatHangs_makesMachinesUnknown() {
        providersPatience = Duration.ofMillis(50);
        states = () -> {
            Cancellation.ofThisThread().pause(Duration.ofMinutes(1));
            return Map.of();
        };
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));

        Reading reading = read(TWO, true);

        assertThat(reading.failures()).extracting(LabException::id).containsExactly("provider-not-answering");
        assertThat(reading.status().machines()).extracting(MachineStatus::state).containsOnly("unknown");
        assertThat(reading.status().machines()).extracting(MachineStatus::node).containsOnly("Ready");
    }

    @Test
    void workloads_thatLackPods_areNamedOrUnknown() {
        runs("control", "node1");
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));
        workloads("deployments", """
                {"metadata": {"name": "web", "namespace": "shop"}, "spec": {"replicas": 2},
                 "status": {"replicas": 2, "updatedReplicas": 2, "readyReplicas": 1, "availableReplicas": 1}},
                {"metadata": {"name": "fine", "namespace": "shop"}, "spec": {"replicas": 1},
                 "status": {"replicas": 1, "updatedReplicas": 1, "readyReplicas": 1, "availableReplicas": 1}}""");
        workloads("daemonsets", "");
        workloads("statefulsets", "");
        assertThat(read(TWO, true).status().waiting()).contains(List.of("shop: deployment/web has 1 of 2 pods ready"));

        api.failing("/apis/apps/v1/statefulsets?resourceVersion=0",
                LabException.labFailed("api-unreachable", "No.", ""));
        LabStatus unknown = read(TWO, true).status();
        assertThat(unknown.waiting()).isEmpty();
        assertThat(unknown.machines()).extracting(MachineStatus::node).containsOnly("Ready");
        assertThat(unknown.unknown()).containsExactly("Whether workloads lack pods is unknown: No.");
    }

    @Test
    void driftNamesMachinesVersionsLabelsTaintsAndNodes() {
        runs("control", "old");
        nodes(node("control", "1.35.4", ""), node("stranger", "1.36.3", ""), node("node1", "1.36.3", ""));

        assertThat(read(TWO, true).status().drift().orElseThrow()).containsExactlyInAnyOrder(
                "node1 is in the lab file, and not on this host.", "old is on this host, and not in the lab file.",
                "control runs Kubernetes v1.35.4 instead of v1.36.3.", "node1 has not the label tier=front.",
                "node1 has not the taint spot:NoExecute.",
                "The cluster has a node stranger, which is no machine of the lab file.");
    }

    /** The controllers of Kubernetes give and take taints, too. */
    @Test
    void missingNode_andForeignTaint_areDrift() {
        runs("control", "node1");
        nodes(node("control", "1.36.3", "").replace("\"taints\": []", """
                "taints": [{"key": "team", "value": "blue", "effect": "NoSchedule"},
                  {"key": "hint", "effect": "PreferNoSchedule"}, {"key": "node.kubernetes.io/not-ready",
                  "effect": "NoExecute"}, {"key": "node-role.kubernetes.io/control-plane",
                  "effect": "NoSchedule"}]"""));

        assertThat(read(TWO, true).status().drift().orElseThrow()).containsExactly(
                "node1 has no node in the cluster.",
                "control has the taint team=blue:NoSchedule, which the lab file does not state; `up` leaves it.");
        nodes();
        assertThat(simulated("{name: win, os: windows}").drift().orElseThrow())
                .contains("win has no node in the cluster.");
    }

    /** kwok gives the node the version that the template writes. */
    @Test
    void simulatedNode_asInFile_hasNoDrift() {
        runs("control");
        String win = "{name: win, os: windows%s}";
        nodes(node("control", "1.36.3", ""), node("win", "1.36.3+simulated", "").replace("\"taints\": []",
                "\"taints\": [{\"key\": \"os\", \"value\": \"windows\", \"effect\": \"NoSchedule\"}]"));

        assertThat(simulated(win.formatted("")).drift()).contains(List.of());
        assertThat(simulated(win.formatted(", labels: {tier: back}")).drift().orElseThrow())
                .containsExactly("win has not the label tier=back.");
    }

    private LabStatus simulated(String windows) {
        OpenLab open = WindowsLabs.simulating("name: duo\nkubernetes: 1.36\n"
                + "machines: [{name: control, role: control-plane}, %s]\n"
                .formatted(windows), folder).open();
        return reader(withKeys(open), true).read(new Cancellation()).status();
    }

    @Test
    void objectsOfAppsThatAreGone_areDrift() throws IOException {
        Files.writeString(folder.resolve("shop.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: shop}}");
        runs("control", "node1");
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));
        OpenLab open = open(TWO + "apps: [{name: shop, manifests: [shop.yaml]}]\n");
        String web = "/apis/apps/v1/namespaces/shop/deployments/web";
        new WorkspaceState(open.workspace()).addObjects("shop", List.of(web, "/api/v1/namespaces/shop/services/web",
                "/api/v1/namespaces/shop/services/db"));
        api.with(web, "{}");
        api.failing("/api/v1/namespaces/shop/services/db", LabException.labFailed("api-unreachable", "No.", ""));

        LabStatus status = reader(open, true).read(new Cancellation()).status();
        assertThat(status.drift().orElseThrow()).containsExactly("The cluster lacks services/web of the app shop.");
        assertThat(status.unknown()).contains("Whether all objects of the app shop are there is unknown: No.");

        patience = Duration.ZERO;
        status = reader(open, true).read(new Cancellation()).status();
        assertThat(status.drift()).contains(List.of());
        assertThat(status.unknown()).contains("Whether all objects of the app shop are there is unknown: "
                + "it takes longer than 0 s to ask for them.");
    }

    @Test
    void finishedJob_thatDeletesItself_isNoDrift() throws IOException {
        Files.writeString(folder.resolve("shop.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: shop}}");
        runs("control", "node1");
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));
        OpenLab open = open(TWO + "apps: [{name: shop, manifests: [shop.yaml]}]\n");
        open.workspace().write("apps/shop.yaml", "{apiVersion: batch/v1, kind: Job, metadata: {name: import}, "
                + "spec: {ttlSecondsAfterFinished: 60}}\n");
        new WorkspaceState(open.workspace()).keepObjects("shop",
                List.of("/apis/batch/v1/namespaces/default/jobs/import"));

        assertThat(reader(open, true).read(new Cancellation()).status().drift()).contains(List.of());
    }

    @Test
    void silentProvider_leavesMachinesUnknown() {
        states = () -> {
            throw LabException.hostNotReady("provider-not-answering", "docker failed.", "Start it.");
        };
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));

        Reading reading = read(TWO, true);

        assertThat(reading.failures()).extracting(LabException::id).containsExactly("provider-not-answering");
        assertThat(reading.status().machines()).extracting(MachineStatus::state).containsOnly("unknown");
        assertThat(reading.status().machines()).extracting(MachineStatus::node).containsOnly("Ready");
        assertThat(reading.status().drift()).isEmpty();
        assertThat(reading.status().well()).isFalse();
    }

    @Test
    void nodes_ofSilentCluster_areUnknown() {
        runs("control", "node1");
        api.failing(NODES + "?resourceVersion=0", LabException.labFailed("api-unreachable", "It is silent.", ""));

        LabStatus status = read(TWO, true).status();

        assertThat(status.machines()).extracting(MachineStatus::node).containsOnly("unknown");
        assertThat(status.unknown()).containsExactly("The nodes are unknown: It is silent.");
        assertThat(status.drift()).as("of machines alone").contains(List.of());
    }

    /** As `kind create cluster` leaves it where KUBECONFIG names the lab's file. */
    @Test
    void nodes_ofAnotherCluster_areNotShown() {
        runs("control", "node1");
        OpenLab open = open(TWO);
        open.workspace().write("kubeconfig", HealthyLab.kubeconfig("another"));

        LabStatus status = reader(open, true).read(new Cancellation()).status();

        assertThat(status.machines()).extracting(MachineStatus::node).containsOnly("unknown");
        assertThat(status.unknown()).containsExactly("The nodes are unknown, because the workspace has a kubeconfig of "
                + "another cluster.");
    }

    @Test
    void nodesAreUnknownWhileNoControlPlaneRuns() {
        states = () -> Map.of("control", MachineState.of("exited"), "node1", MachineState.of("running"));

        assertThat(read(TWO, true).status().machines()).extracting(MachineStatus::node).containsOnly("unknown");
    }

    @ParameterizedTest
    @CsvSource({"'', '', 11", "control, '', 12", "'', control, 12", "'control,node1', '', 11"})
    void pages_whenFirstNodeIsLost_moveOn(String off, String notReady, int address) throws IOException {
        Files.writeString(folder.resolve("shop.yaml"), "{apiVersion: v1, kind: Service, metadata: "
                + "{name: shop}, spec: {type: NodePort, ports: [{port: 80, nodePort: 30005}]}}");
        states = () -> Stream.of("control", "node1").collect(Collectors.toMap(name -> name,
                name -> MachineState.of(off.contains(name) ? "exited" : "running")));
        nodes(Stream.of("control", "node1").map(name -> node(name, "1.36.3", "tier").replace("\"True\"",
                notReady.equals(name) ? "\"Unknown\"" : "\"True\"")).toArray(String[]::new));

        assertThat(read(TWO + "apps: [{name: shop, manifests: [shop.yaml], nodePort: 30005}]\n", true).status().apps())
                .extracting(LabStatus.AppPageAddress::url)
                .containsExactly("http://192.168.57.%d:30005/".formatted(address));
    }

    /** What is in the file has no machine yet, and the old one answers until `up` replaces it. */
    @Test
    void renamedControlPlane_whoseMachineRuns_isAsked() {
        runs("control", "node1");
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));

        LabStatus status = read(TWO.replace("name: control", "name: other"), true).status();

        assertThat(status.unknown()).noneMatch(why -> why.contains("no control plane runs"));
        assertThat(status.machines()).extracting(MachineStatus::node).containsExactly("none", "Ready");
    }

    /** Of a day that has begun, nothing is left once its end is over. */
    @ParameterizedTest
    @CsvSource({"12, 0", "24, 1", "-1, -1", "-24, -1", "-26, -2"})
    void daysLeft_afterTheEnd_areNegative(long hours, long days) throws IOException {
        OpenLab open = open("name: duo\nmachines: [{name: control, role: control-plane}, {name: win, os: windows}]\n");
        long licence = KnownBoxes.installed().of(open.lab().machine("win").orElseThrow().windows().orElseThrow()
                .build(), open.choice().provider()).flatMap(KnownBox::licence).orElseThrow().days();
        open.workspace().write(".vagrant/machines/win/docker/id", "0123");
        Files.setLastModifiedTime(open.workspace().vagrantData().resolve("machines/win/docker/id"), FileTime.from(
                Instant.now().minus(Duration.ofDays(licence)).plus(Duration.ofHours(hours).plusMinutes(1))));

        assertThat(reader(open, true).read(new Cancellation()).status().machines().get(1).licenceDays())
                .hasValue(days);
    }

    @Test
    void lab_neverUp_isAskedNothing() {
        LabStatus status = read(TWO, false).status();

        assertThat(asked).hasValue(0);
        assertThat(status.machines()).extracting(MachineStatus::state).containsOnly("not created");
        assertThat(status.machines()).extracting(MachineStatus::node).containsOnly("none");
    }

    @Test
    void etcdMachine_withoutAnswer_isNotWell() {
        runs("control", "store1", "store2", "silent");
        nodes(node("control", "1.36.3", ""));

        LabStatus status = read("machines:\n  - {name: control, role: control-plane}\n"
                + "  - {name: store, role: etcd, count: 2}\n  - {name: silent, role: etcd}\n", true).status();

        assertThat(status.machines()).extracting(MachineStatus::node)
                .containsExactly("Ready", "-", "-", "not Ready: etcd does not answer");
        assertThat(status.machines()).extracting(MachineStatus::well).containsExactly(true, true, true, false);
        assertThat(status.well()).isFalse();
    }

    @Test
    void labOf20Machines_asksProviderOnce() {
        String[] names = IntStream.range(0, 20).mapToObj("m%02d"::formatted).toArray(String[]::new);
        runs(names);
        nodes(IntStream.range(0, 20).mapToObj(number -> node(names[number], "1.36.3", "")).toArray(String[]::new));

        LabStatus status = read("machines:\n  - {name: m00, role: control-plane}\n" + IntStream.range(1, 20)
                .mapToObj(number -> "  - {name: %s}\n".formatted(names[number])).collect(Collectors.joining()), true)
                .status();

        assertThat(status.machines()).hasSize(20).allMatch(MachineStatus::well);
        assertThat(asked).hasValue(1);
    }

    @Test
    void theLastChecksAreThoseOfTheReport() {
        runs("control", "node1");
        nodes(node("control", "1.36.3", ""), node("node1", "1.36.3", "tier"));
        OpenLab open = open(TWO);
        open.workspace().write("report/report.json", "{\"at\": \"2026-11-21T08:00:00Z\", \"summary\": {\"passed\": 11,"
                + " \"failed\": 1, \"notJudged\": 2}}");
        assertThat(reader(open, true).read(new Cancellation()).status().lastChecks())
                .contains(new LastChecks("2026-11-21T08:00:00Z", 11, 1, 2));

        open.workspace().write("report/report.json", "{\"at\": \"2026-1");
        assertThat(reader(open, true).read(new Cancellation()).status().lastChecks()).isEmpty();
    }

    private Reading read(String text, boolean known) {
        return reader(open(text), known).read(new Cancellation());
    }

    private OpenLab open(String text) {
        return withKeys(WindowsLabs.labContext(WindowsLabs.lab("kubernetes: 1.36\n" + text, folder), folder,
                (command, lines, cancellation) -> null).open());
    }

    private static OpenLab withKeys(OpenLab open) {
        open.workspace().create().write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
        open.workspace().write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
        return open;
    }

    private LabStatusReader reader(OpenLab open, boolean known) {
        Provider provider = (Provider) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {Provider.class}, (self, method, arguments) -> {
                    asked.incrementAndGet();
                    return states.get();
                });
        KnownLab record = TestKnownLab.of("duo", open.workspace().folder().toString(), ProviderName.DOCKER,
                "192.168.56.0/24", false, NetworkMode.FLANNEL_VXLAN);
        return new LabStatusReader(open, Optional.of(record).filter(one -> known), provider,
                new LabCluster(open.workspace(), kubeconfig -> new Cluster(api)),
                machine -> !machine.name().equals("silent"), patience, providersPatience);
    }

    private void runs(String... machines) {
        states = () -> List.of(machines).stream().collect(Collectors.toMap(name -> name,
                name -> MachineState.of("running")));
    }

    private void nodes(String... nodes) {
        api.with(NODES, "{\"items\": [%s]}".formatted(String.join(",", nodes)));
    }

    private void workloads(String kind, String objects) {
        api.with("/apis/apps/v1/" + kind, "{\"items\": [%s]}".formatted(objects));
    }

    /** @param label empty, or the key of the label and of the taint that the lab file gives to node1 */
    private static String node(String name, String version, String label) {
        return """
                {"metadata": {"name": "%s", "labels": {"%s": "front"}},
                 "spec": {"taints": [%s]},
                 "status": {"conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}],
                   "nodeInfo": {"kubeletVersion": "v%s"}}}""".formatted(name, label.isEmpty() ? "x" : label,
                label.isEmpty() ? "" : "{\"key\": \"spot\", \"effect\": \"NoExecute\"}", version);
    }
}
