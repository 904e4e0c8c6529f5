package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plans and files of labs with several control planes, in clusters of others, and with mixed machines. */
class UpPlansTest {
    @TempDir
    private Path folder;
    private PlannedLabs labs;
    private static final String GUEST = """
            name: guests
            kubernetes: 1.36
            cluster: {kubeconfig: admin.conf}
            network: {machines: 192.168.60.0/24}
            machines:
              - {name: guest, address: 192.168.60.100}
            """;

    @BeforeEach
    void labs() {
        labs = new PlannedLabs(folder);
    }

    @Test
    void furtherControlPlanes_joinSingly_besideWorkers() {
        Plan plan = labs.plan("ha-control-plane");

        assertThat(plan.steps()).extracting(step -> step.id())
                .contains("control-plane-initialised/control1", "node-joined/control2", "node-joined/control3")
                .doesNotContain("node-joined/control1");
        assertThat(plan.step("node-joined/control2").permits()).contains(Permits.ETCD_MEMBER);
        assertThat(plan.step("node-joined/node").permits()).isEmpty();
    }

    @Test
    void controlPlanes_meetAtAFreeAddress() {
        LabContext labContext = labs.shipped("ha-control-plane");
        String virtual = labContext.lab().network().virtualAddress().orElseThrow().toString();

        assertThat(labContext.files().kubeadmInit()).contains("controlPlaneEndpoint: \"" + virtual + ":6443\"");
        assertThat(labContext.files().prepare().get("control2")).contains("        " + virtual + "/24\n")
                .contains("answers '192.168.57.11' && exit 1").contains("answers '192.168.57.13' && exit 1");
        assertThat(labContext.files().prepare().get("node")).doesNotContain("keepalived");
    }

    @Test
    void etcd_onOwnMachines_precedesControlPlane() throws IOException {
        LabContext labContext = labs.of("""
                name: stored
                machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}, {name: node}]
                """);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.step("etcd-member-running/store1").needs()).isEqualTo(Set.of("machine-prepared/store1",
                "machine-prepared/store2", "machine-prepared/store3"));
        assertThat(plan.step("etcd-member-running/store3").needs()).contains("etcd-member-running/store1");
        assertThat(plan.step("etcd-member-running/store3").permits()).containsExactly(Permits.ETCD_MEMBER);
        assertThat(plan.step("control-plane-initialised/control").needs()).isEqualTo(Set.of("machine-prepared/control",
                "etcd-endpoints-known/control", "etcd-member-running/store1", "etcd-member-running/store2",
                "etcd-member-running/store3"));
        assertThat(plan.steps()).extracting(step -> step.id()).contains("node-ready/node")
                .doesNotContain("node-joined/store1", "node-ready/store1");
        assertThat(labContext.files().kubeadmInit()).contains("  external:\n    endpoints:\n"
                + "      - \"https://192.168.57.12:2379\"\n      - \"https://192.168.57.13:2379\"\n");
    }

    @Test
    void joiningLab_plan_makesNoControlPlane() throws IOException {
        LabContext labContext = labs.of(GUEST);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.steps()).extracting(step -> step.id()).containsExactlyInAnyOrder("box-ready", "cluster-known",
                "host-network-ready", "machine-running/guest", "machine-prepared/guest", "node-joined/guest",
                "node-ready/guest");
        assertThat(plan.step("host-network-ready").needs()).isEqualTo(Set.of("cluster-known"));
        assertThat(plan.step("node-joined/guest").needs()).isEqualTo(Set.of("machine-prepared/guest", "cluster-known"));
        assertThat(labContext.files().kubeadmInit() + labContext.files().podNetwork()).isEmpty();
        assertThat(labContext.gathered().kubeadmJoin(labContext.lab().nodes().get(0), "/discovery", "token")).contains(
                "value: \"hybridlab.org/lab=guests\"", "directory: /etc/kubernetes/patches");
    }

    /** Its nodes keep the name that the lab came up with: else they would be taken for the cluster's own. */
    @Test
    void label_ofRenamedLab_staysTheSame() throws IOException {
        LabContext first = labs.of(GUEST);
        CreatedLab then = first.created();
        LabContext renamed = new FakeParts(first).created(new CreatedLab(LabId.parse("hl-visitors-0a1b2c"),
                then.workspace(), then.provider(), then.vagrant(), then.cluster())).labContext();

        assertThat(renamed.gathered().kubeadmJoin(renamed.lab().nodes().get(0), "/discovery", "token"))
                .contains("value: \"hybridlab.org/lab=visitors\"");
    }

    @Test
    void joiningLab_windowsMachines_waitForTheCluster() throws IOException {
        Plan plan = UpPlanner.plan(labs.on(ProviderName.VIRTUALBOX, """
                name: guests
                kubernetes: 1.36
                provider: virtualbox
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines:
                  - {name: win, os: windows, address: 192.168.60.100}
                """));

        assertThat(plan.step("windows-accounts-applied").needs()).isEqualTo(Set.of("cluster-known"));
        assertThat(plan.step("node-joined/win").needs()).contains("cluster-known");
    }

    /** Only from the bridge on it can the machine see its gateway; a pod before that would have none. */
    @Test
    void apps_behindVirtualGateway_waitForItsHolders() throws IOException {
        Files.writeString(folder.resolve("it.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: it}
                """);
        LabContext labContext = labs.on(ProviderName.VIRTUALBOX, """
                name: guests
                kubernetes: 1.36
                provider: virtualbox
                cluster: {kubeconfig: admin.conf, gateways: [192.168.60.11, 192.168.60.12]}
                network: {mode: tor-winbridge, machines: 192.168.60.0/24}
                machines:
                  - {name: guest, address: 192.168.60.99}
                  - {name: win, os: windows, address: 192.168.60.100}
                apps: [{name: it, manifests: [it.yaml]}]
                """);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(Refusals.limits(labContext.lab(), List.of())).isEmpty();
        assertThat(plan.step("gateway-held/win").needs())
                .isEqualTo(Set.of("overlay-in-place/win", "machine-prepared/guest"));
        assertThat(plan.step("app-ready/it").needs()).contains("gateway-held/win");
    }

    @Test
    void machine_withStockBox_isEquippedBeforePreparation() throws IOException {
        LabContext labContext = labs.of("""
                name: mixed
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: node, box: "debian/bookworm64"}
                """);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.step("machine-running/node").needs()).isEqualTo(Set.of("host-network-ready"));
        assertThat(plan.step("machine-equipped/node").needs()).isEqualTo(Set.of("node-payload-ready",
                "machine-running/node"));
        assertThat(plan.step("machine-prepared/node").needs()).isEqualTo(Set.of("machine-equipped/node"));
        assertThat(plan.step("machine-prepared/control").needs()).isEqualTo(Set.of("machine-running/control"));
        assertThat(plan.step("machine-running/control").needs()).isEqualTo(Set.of("box-ready", "host-network-ready"));
        assertThat(labContext.files().install()).containsOnlyKeys("node");
    }

    @Test
    void machines_namingTheirBox_needNoneOfOurs() throws IOException {
        LabContext labContext = labs.of("""
                name: stock
                kubernetes: 1.36
                defaults: {box: "hybridlab/stock:amd64-0123456789ab"}
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                """);

        assertThat(UpPlanner.plan(labContext).steps()).extracting(step -> step.id()).doesNotContain("box-ready");
    }

    @Test
    void machine_ofAnotherVersion_getsKubeletBeforeJoin() throws IOException {
        Plan plan = UpPlanner.plan(labs.of("""
                name: skewed
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: old, kubernetes: 1.35}, {name: new}]
                """));

        assertThat(plan.step("kubelet-in-place/old").needs()).containsExactly("machine-prepared/old");
        assertThat(plan.step("node-joined/old").needs()).contains("kubelet-in-place/old");
        assertThat(plan.steps()).extracting(step -> step.id()).doesNotContain("kubelet-in-place/new",
                "kubelet-in-place/control");
    }

    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void everyLinuxMachineRefusesThemOnEveryProvider(ProviderName provider) throws IOException {
        LabContext labContext = labs.on(provider, """
                name: refusing
                network: {services: 10.20.0.0/16}
                machines: [{name: control, role: control-plane}, {name: node}]
                """);

        assertThat(labContext.files().prepare().values()).hasSize(2).allSatisfy(script -> {
            assertThat(script.split("ip daddr 10\\.20\\.0\\.0/16 reject", -1)).as("forwarded, and its own").hasSize(3);
            assertThat(script).contains("multi-user.target.wants/");
        });
    }

    /** Its services may be elsewhere, and its machines are not the lab's to change. */
    @Test
    void aClusterOfOthersKeepsItsOwnWay() throws IOException {
        LabContext labContext = labs.of("""
                name: guests
                kubernetes: 1.36
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines: [{name: guest, address: 192.168.60.100}]
                """);

        assertThat(labContext.files().prepare().get("guest")).doesNotContain("service-network");
    }
}
