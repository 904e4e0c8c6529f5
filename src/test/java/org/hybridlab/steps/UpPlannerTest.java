package org.hybridlab.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.box.Boxes;
import org.hybridlab.bundle.Bundles;
import org.hybridlab.failure.LabException;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.lab.Cidr;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.labfile.LabFile;
import org.hybridlab.labfile.LabLocation;
import org.hybridlab.labfile.Problem;
import org.hybridlab.plan.Plan;
import org.hybridlab.process.LocalProcesses;
import org.hybridlab.render.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpPlannerTest {
    @TempDir
    Path workspace;

    private Plan plan(String name) {
        return UpPlanner.plan(tools(name));
    }

    private LabTools tools(String name) {
        return tools(Path.of("labs", name, "lab.yaml").toAbsolutePath());
    }

    private static Lab lab(Path file) {
        return LabFile.read(file, Cidr.parse("192.168.57.0/24")).orThrow();
    }

    private LabTools tools(Path file) {
        return tools(file, ProviderName.DOCKER);
    }

    private LabTools tools(Path file, ProviderName provider) {
        Lab lab = lab(file).on(provider);
        OpenLab open = new OpenLab(new LabLocation(file), lab, Workspace.in(workspace),
                new ProviderChoice(provider, "the test says so"), List.of());
        Path home = Path.of("").toAbsolutePath();
        LocalProcesses processes = new LocalProcesses();
        return new LabWorkshop(home, processes, Map.of(), Bundles.of(home, workspace, Map.of(), processes),
                Boxes.of(home, workspace, Map.of(), command -> command, processes), false)
                .tools(open);
    }

    @Test
    void aTwoMachineLabReadsLikeTheChapter() {
        assertThat(plan("first-cluster").steps()).extracting(step -> step.id()).containsExactlyInAnyOrder(
                "box-ready", "host-network-ready",
                "machine-running/control", "machine-running/node",
                "machine-prepared/control", "machine-prepared/node",
                "control-plane-initialised/control", "pod-network-applied", "addons-applied",
                "node-joined/node", "node-ready/control", "node-ready/node",
                "app-applied/numbers", "app-ready/numbers");
    }

    @Test
    void aLabThatJoinsAClusterLooksAtItFirstAndMakesNoControlPlane() throws IOException {
        Path file = Files.writeString(workspace.resolve("lab.yaml"), """
                name: guests
                kubernetes: 1.36
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines:
                  - {name: guest, address: 192.168.60.100}
                """);
        LabTools tools = tools(file);
        Plan plan = UpPlanner.plan(tools);

        assertThat(plan.steps()).extracting(step -> step.id()).containsExactlyInAnyOrder("box-ready", "cluster-known",
                "host-network-ready", "machine-running/guest", "machine-prepared/guest", "node-joined/guest",
                "node-ready/guest");
        assertThat(plan.step("host-network-ready").needs()).isEqualTo(Set.of("cluster-known"));
        assertThat(plan.step("node-joined/guest").needs()).isEqualTo(Set.of("machine-prepared/guest", "cluster-known"));
        assertThat(tools.files().kubeadmInit() + tools.files().flannel()).isEmpty();
        assertThat(tools.gathered().kubeadmJoin(lab(file).nodes().get(0), "/discovery", "token")).contains(
                "value: \"hybridlab.org/lab=guests\"", "directory: /run/hybridlab/patches");
    }

    @Test
    void windowsMachinesOfALabThatJoinsAClusterWaitForItToo() throws IOException {
        Path file = Files.writeString(workspace.resolve("lab.yaml"), """
                name: guests
                kubernetes: 1.36
                provider: virtualbox
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines:
                  - {name: win, os: windows, address: 192.168.60.100}
                """);
        Plan plan = UpPlanner.plan(tools(file, ProviderName.VIRTUALBOX));

        assertThat(plan.step("windows-accounts-applied").needs()).isEqualTo(Set.of("cluster-known"));
        assertThat(plan.step("node-joined/win").needs()).contains("cluster-known");
    }

    @Test
    void registriesAreKnownBeforeAnythingMayBePulled() throws IOException {
        Path file = Files.writeString(workspace.resolve("lab.yaml"), """
                name: registries
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: node}
                registries: [{host: "registry.example:5000", plainHttp: true}]
                """);
        Plan plan = UpPlanner.plan(tools(file));

        assertThat(plan.step("registries-known/node").needs()).isEqualTo(Set.of("machine-prepared/node"));
        assertThat(plan.step("control-plane-initialised/control").needs()).isEqualTo(Set.of("registries-known/control"));
        assertThat(plan.step("node-joined/node").needs()).contains("registries-known/node");
        assertThat(tools(file).files().registries()).containsOnlyKeys("registry.example_5000_");
    }

    @Test
    void aMachineWithAStockBoxIsEquippedBeforeItIsPreparedAndOthersNeedNothingOfIt() throws IOException {
        Path file = Files.writeString(workspace.resolve("lab.yaml"), """
                name: mixed
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: node, box: "debian/bookworm64"}
                """);
        Plan plan = UpPlanner.plan(tools(file));

        assertThat(plan.step("machine-running/node").needs()).isEqualTo(Set.of("host-network-ready"));
        assertThat(plan.step("machine-equipped/node").needs()).isEqualTo(Set.of("kit-ready", "machine-running/node"));
        assertThat(plan.step("machine-prepared/node").needs()).isEqualTo(Set.of("machine-equipped/node"));
        assertThat(plan.step("machine-prepared/control").needs()).isEqualTo(Set.of("machine-running/control"));
        assertThat(plan.step("machine-running/control").needs()).isEqualTo(Set.of("box-ready", "host-network-ready"));
        assertThat(tools(file).files().install()).containsOnlyKeys("node");
    }

    @Test
    void aLabWhoseMachinesAllNameABoxNeedsNoneOfOurs() throws IOException {
        Path file = Files.writeString(workspace.resolve("lab.yaml"), """
                name: stock
                kubernetes: 1.36
                defaults: {box: "hybridlab/stock:amd64-0123456789ab"}
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                """);

        assertThat(UpPlanner.plan(tools(file)).steps()).extracting(step -> step.id()).doesNotContain("box-ready");
    }

    @Test
    void whatTemplatesRenderIsHeldByTheRulesAboutManifests() throws IOException {
        Files.createDirectories(workspace.resolve("apps"));
        Files.writeString(workspace.resolve("apps/web.yaml.ftl"), """
                <#assign registry = "localhost:5000">
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  containers: [{name: web, image: [=registry + "/web:1"]}]
                """);
        LabTools tools = tools(Files.writeString(workspace.resolve("lab.yaml"), """
                name: templated
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [web]
                """));

        assertThatThrownBy(() -> ManifestLimits.check(tools.lab(), tools.files().manifests(), List.of()))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("manifests-wrong");
                    assertThat(e.why().orElseThrow()).contains("web.yaml:5:", "image-loopback", "^");
                });
    }

    @Test
    void whatWasSaidOfAManifestAlreadyIsNotSaidAgain() throws IOException {
        Files.createDirectories(workspace.resolve("apps"));
        Files.writeString(workspace.resolve("apps/web.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec: {type: LoadBalancer, ports: [{port: 80}]}
                """);
        Path file = Files.writeString(workspace.resolve("lab.yaml"), """
                name: waiting
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [web]
                """);
        LabTools tools = tools(file);
        List<Problem> known = LabFile.read(file, Cidr.parse("192.168.57.0/24")).warnings();

        assertThat(ManifestLimits.check(tools.lab(), tools.files().manifests(), List.of()))
                .extracting(Problem::ruleId).containsExactly("load-balancer");
        assertThat(ManifestLimits.check(tools.lab(), tools.files().manifests(), known)).isEmpty();
    }

    @Test
    void whatTheLabsThatComeWithHybridlabRenderIsGood() {
        for (LabLocation lab : LabLocation.all(List.of(Path.of("labs")))) {
            LabTools tools = tools(lab.file().toAbsolutePath());

            assertThat(ManifestLimits.check(tools.lab(), tools.files().manifests(), List.of())).isEmpty();
        }
    }

    @Test
    void machinesStartTogether() {
        Plan plan = plan("four-machines");

        plan.steps().stream().filter(step -> step.id().startsWith("machine-running/"))
                .forEach(step -> assertThat(step.needs()).isEqualTo(Set.of("box-ready", "host-network-ready")));
    }

    @Test
    void aMachineJoinsAsSoonAsItIsPreparedAndTheControlPlaneIsThere() {
        assertThat(plan("first-cluster").step("node-joined/node").needs())
                .isEqualTo(Set.of("machine-prepared/node", "control-plane-initialised/control"));
    }

    @Test
    void joinsPodNetworkAndAppsDoNotWaitForEachOther() {
        Plan plan = plan("first-cluster");

        assertThat(plan.step("pod-network-applied").needs()).isEqualTo(Set.of("control-plane-initialised/control"));
        assertThat(plan.step("app-applied/numbers").needs()).isEqualTo(Set.of("control-plane-initialised/control"));
    }

    @Test
    void appsOfAnUntaintedLabComeWhenAllNodesAreReadySoThatTheySpread() {
        assertThat(plan("four-machines").step("app-applied/apod").needs())
                .contains("control-plane-untainted")
                .containsAll(plan("four-machines").steps().stream().map(step -> step.id())
                        .filter(id -> id.startsWith("node-ready/")).toList());
    }

    @Test
    void furtherControlPlanesJoinOneByOneBesideTheWorkers() {
        Plan plan = plan("ha-control-plane");

        assertThat(plan.steps()).extracting(step -> step.id())
                .contains("control-plane-initialised/control1", "node-joined/control2", "node-joined/control3")
                .doesNotContain("node-joined/control1");
        assertThat(plan.step("node-joined/control2").permits()).contains(Permits.ETCD_MEMBER);
        assertThat(plan.step("node-joined/node").permits()).isEmpty();
    }

    @Test
    void controlPlanesMeetAtAnAddressThatIsNoMachines() {
        LabTools tools = tools("ha-control-plane");
        String virtual = tools.lab().network().virtualAddress().orElseThrow().toString();

        assertThat(tools.files().kubeadmInit()).contains("controlPlaneEndpoint: \"" + virtual + ":6443\"");
        assertThat(tools.files().prepare().get("control2")).contains("        " + virtual + "/24\n")
                .contains("answers '192.168.57.11' && exit 1").contains("answers '192.168.57.13' && exit 1");
        assertThat(tools.files().prepare().get("node")).doesNotContain("keepalived");
    }

    @Test
    void etcdComesBeforeTheControlPlaneOnMachinesThatAreNoNodes() throws IOException {
        LabTools tools = tools(Files.writeString(workspace.resolve("lab.yaml"), """
                name: stored
                machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}, {name: node}]
                """));
        Plan plan = UpPlanner.plan(tools);

        assertThat(plan.step("etcd-member-running/store1").needs()).isEqualTo(Set.of("machine-prepared/store1",
                "machine-prepared/store2", "machine-prepared/store3"));
        assertThat(plan.step("etcd-member-running/store3").needs()).contains("etcd-member-running/store1");
        assertThat(plan.step("etcd-member-running/store3").permits()).containsExactly(Permits.ETCD_MEMBER);
        assertThat(plan.step("control-plane-initialised/control").needs()).isEqualTo(Set.of("machine-prepared/control",
                "etcd-member-running/store1", "etcd-member-running/store2", "etcd-member-running/store3"));
        assertThat(plan.steps()).extracting(step -> step.id()).contains("node-ready/node")
                .doesNotContain("node-joined/store1", "node-ready/store1");
        assertThat(tools.files().kubeadmInit()).contains("  external:\n    endpoints:\n"
                + "      - \"https://192.168.57.12:2379\"\n      - \"https://192.168.57.13:2379\"\n");
    }

    @Test
    void aMachineOfAnotherVersionGetsItsKubeletBeforeItJoins() throws IOException {
        Plan plan = UpPlanner.plan(tools(Files.writeString(workspace.resolve("lab.yaml"), """
                name: skewed
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: old, kubernetes: 1.35}, {name: new}]
                """)));

        assertThat(plan.step("kubelet-in-place/old").needs()).containsExactly("machine-prepared/old");
        assertThat(plan.step("node-joined/old").needs()).contains("kubelet-in-place/old");
        assertThat(plan.steps()).extracting(step -> step.id()).doesNotContain("kubelet-in-place/new",
                "kubelet-in-place/control");
    }

    @Test
    void anotherMemoryConcernsMachinesThatHaveAMeasureOfIt() {
        assertThat(startOfNode("4GiB", ProviderName.VIRTUALBOX))
                .isNotEqualTo(startOfNode("3GiB", ProviderName.VIRTUALBOX));
        assertThat(startOfNode("4GiB", ProviderName.DOCKER)).isEqualTo(startOfNode("3GiB", ProviderName.DOCKER));
    }

    private String startOfNode(String memory, ProviderName provider) {
        try {
            Path file = Files.writeString(workspace.resolve("lab.yaml"), """
                    name: memory
                    machines: [{name: control, role: control-plane, memory: 3000MiB}, {name: node, memory: %s}]
                    """.formatted(memory));
            return UpPlanner.plan(WindowsLabs.made(file, provider, workspace)).step("machine-running/node")
                    .fingerprint();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theSameLabGivesTheSamePlanAndFiles() {
        LabTools first = tools("four-machines");
        LabTools second = tools("four-machines");

        assertThat(second.files()).isEqualTo(first.files());
        assertThat(UpPlanner.plan(second).steps()).extracting(step -> step.fingerprint())
                .isEqualTo(UpPlanner.plan(first).steps().stream().map(step -> step.fingerprint()).toList());
    }
}
