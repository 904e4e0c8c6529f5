package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeRefusalsTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.35
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node, memory: 2GiB}
            network: {machines: 192.168.57.0/24}
            """;
    private static final String THREE = """
            name: lab
            kubernetes: 1.35
            machines:
              - {name: control, role: control-plane, memory: 3000MiB, count: 3}
              - {name: node, address: 192.168.57.50}
            network: {machines: 192.168.57.0/24}
            """;
    private static final String JOINED = """
            name: lab
            kubernetes: 1.35
            cluster: {kubeconfig: theirs.yaml}
            machines: [{name: node, memory: 2GiB, address: 192.168.57.12}]
            network: {machines: 192.168.57.0/24}
            """;

    @TempDir
    private Path folder;

    private List<String> reasons(String from, String to) throws IOException {
        AppliedLab then = LabRecord.of(new PlannedLabs(folder).of(from));
        return ChangeRefusals.reasons(then, new PlannedLabs(folder).of(to).lab());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        kubernetes: 1.35         | kubernetes: 1.34 | is a downgrade
        name: lab | {name: lab, network: {pods: 10.200.0.0/16}}       | network.pods is
        name: lab | {name: lab, network: {mode: flannel-host-gw}}    | network.mode is
        name: lab | {name: lab, network: {vni: 5000}}                 | network.vni is
        name: lab | {name: lab, network: {port: 8472}}                | network.port is
        name: lab | {name: lab, network: {services: 10.112.0.0/16}}   | network.services is
        name: lab | {name: lab, network: {domain: other.local}}      | network.domain is
        name: node | name: node, role: etcd | the role worker
        name: node | name: node, address: 192.168.57.77 | the address
        name: control | name: other | every machine of the role control-plane
        role: control-plane,     | role: control-plane, count: 3, | network.virtualAddress
        """)
    void whatARunningClusterCannotTakeIsRefused(String from, String to, String reason) throws IOException {
        String changed = to.startsWith("{") ? LAB.replace("57.0/24", "57.0/24, "
                + to.replaceAll(".*network: \\{|}}$", "")) : LAB.replace(from, to);
        assertThat(reasons(LAB, changed)).anySatisfy(text -> assertThat(text).contains(reason));
    }

    @Test
    void componentsKeepTheirSettings() throws IOException {
        String set = LAB + "featureGates: {ContainerCheckpoint: false}\nruntimeConfig: {api/beta: true}\n";

        assertThat(reasons(LAB, set)).hasSize(2).anySatisfy(text -> assertThat(text)
                .contains("featureGates is nothing, and the file says ContainerCheckpoint=false"));
        assertThat(reasons(set, LAB)).hasSize(2);
        assertThat(reasons(set, set)).isEmpty();
    }

    @Test
    void clusterOfOthers_neverTakesOwnOnesPlace() throws IOException {
        assertThat(reasons(LAB, JOINED)).containsExactly("the lab has a cluster of its own, and the file says to join "
                + "another one: the lab's cluster would be destroyed");
        assertThat(reasons(JOINED, LAB)).containsExactly("the lab has joined a cluster, and the file has no `cluster` "
                + "any more: the lab's nodes would stay in that cluster");
        assertThat(reasons(JOINED, JOINED.replace("theirs", "other"))).isEmpty();
    }

    /** Its pod network is the cluster's: {@code up} says which mode a first Windows machine needs. */
    @Test
    void mode_ofJoinedLab_isForWindows() throws IOException {
        String hostGateway = JOINED.replace("network: {", "network: {mode: flannel-host-gw, ");
        String windows = "machines: [{name: win, os: windows, address: 192.168.57.13}, ";

        assertThat(reasons(JOINED, hostGateway)).isEmpty();
        Lab now = inLibvirt(hostGateway.replace("machines: [", windows)).lab();
        assertThat(ChangeRefusals.reasons(LabRecord.of(inLibvirt(JOINED)), now)).isEmpty();
        AppliedLab with = LabRecord.of(inLibvirt(JOINED.replace("machines: [", windows)));
        assertThat(ChangeRefusals.reasons(with, now)).singleElement().asString()
                .startsWith("network.mode is flannel-vxlan");
    }

    private LabContext inLibvirt(String text) throws IOException {
        return new PlannedLabs(folder).on(ProviderName.LIBVIRT, text);
    }

    @Test
    void aMinorVersionIsNotSkipped() throws IOException {
        assertThat(reasons(LAB.replace("1.35", "1.34"), LAB.replace("1.35", "1.36"))).singleElement().asString()
                .contains("1.34.4 to 1.36.3 skips a minor version", "Go to 1.35 first");
    }

    @Test
    void newFirstControlPlane_leadsNoUpgrade() throws IOException {
        String virtual = """
                name: lab
                kubernetes: 1.35
                machines:
                  - {name: old, role: control-plane, address: 192.168.57.11, memory: 3000MiB}
                network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
                """;
        String added = virtual.replace("machines:\n", "machines:\n  - {name: new, role: control-plane, count: 2}\n");
        assertThat(reasons(virtual, added)).isEmpty();
        assertThat(reasons(virtual, added.replace("1.35", "1.36"))).singleElement().asString()
                .startsWith("new1 is new, and would be the first control plane of an upgrade");
    }

    /** What nobody could apply must not be noted as applied. */
    @Test
    void change_withoutKubeconfig_isRefused() throws IOException {
        ChangingLab lab = new ChangingLab(folder, LAB);
        LabContext now = lab.labContext(LAB.replace("1.35", "1.36"));
        Files.delete(now.workspace().kubeconfig());

        LabRecord.begin(now);

        assertThat(new WorkspaceState(now.workspace()).lab().orElseThrow().kubernetes()).startsWith("1.35");
        assertThatThrownBy(() -> ChangingLab.check(now, LooksAt.KUBECONFIG)).isInstanceOfSatisfying(
                LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("change-refused");
                    assertThat(e.what()).contains("is gone");
                });
        ChangingLab.check(lab.labContext(LAB), LooksAt.KUBECONFIG);

        now.workspace().write("kubeconfig", HealthyLab.kubeconfig("another"));
        assertThatThrownBy(() -> ChangingLab.check(now, LooksAt.KUBECONFIG)).isInstanceOfSatisfying(
                LabException.class, e -> assertThat(e.what()).contains("leads to another cluster"));
    }

    @Test
    void aKubeletDoesNotGoBack() throws IOException {
        assertThat(reasons(LAB, LAB.replace("{name: node", "{name: node, kubernetes: 1.34"))).singleElement()
                .asString().contains("node's kubelet", "downgrade");
    }

    /** Nothing upgrades machines there: it would be noted, and the checks would fail for good. */
    @Test
    void kubelet_inClusterOfOthers_isNotRaised() throws IOException {
        String old = JOINED.replace("{name: node", "{name: node, kubernetes: 1.34");
        assertThat(reasons(old, JOINED)).singleElement().asString()
                .startsWith("node has the kubelet 1.34.4, and the file says 1.35.4");
        assertThat(reasons(old, old)).isEmpty();
        assertThat(reasons(LAB.replace("{name: node", "{name: node, kubernetes: 1.34"), LAB)).isEmpty();
    }

    @Test
    void ofSeveralControlPlanesOneStays() throws IOException {
        assertThat(reasons(THREE, THREE.replace("name: control", "name: other"))).singleElement().asString()
                .contains("every machine of the role control-plane would go");
        assertThat(reasons(THREE, THREE.replace("name: control, role: control-plane, memory: 3000MiB, count: 3",
                "name: control1, role: control-plane").replace("57.0/24", "57.0/24, virtualAddress: "
                + new PlannedLabs(folder).of(THREE).lab().apiAddress()))).isEmpty();
    }

    /** The new one would begin a cluster of its own, in the emptied etcd of the one that lives. */
    @Test
    void withEtcdApart_oneControlPlaneStays() throws IOException {
        String apart = """
                name: lab
                kubernetes: 1.35
                machines:
                  - {name: one, role: control-plane, address: 192.168.57.11}
                  - {name: store, role: etcd, count: 3}
                network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
                """;
        String renamed = apart.replace("name: one", "name: two");
        assertThat(reasons(apart, renamed)).containsExactly(
                "every control plane would go, and new ones join through one of them. Keep one of them");
        String added = apart.replace("network:", "  - {name: two, role: control-plane}\nnetwork:");
        assertThat(reasons(apart, added)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes: 1.35|kubernetes: 1.36", "2GiB}\n|2GiB}\n  - {name: more}\n",
        "  - {name: node, memory: 2GiB}\n|", "memory: 2GiB|memory: 4GiB", "memory: 2GiB|labels: {a: b}"})
    void whatUpBringsAboutIsNot(String change) throws IOException {
        String[] parts = change.split("\\|", -1);
        assertThat(reasons(LAB, LAB.replace(parts[0], parts[1]))).isEmpty();
    }

    @Test
    void refusedChanges_endTheCallUntouched_withReasons() throws IOException {
        LabContext up = new PlannedLabs(folder).of(LAB);
        LabRecord.complete(up);
        String worse = LAB.replace("1.35", "1.34").replace("57.0/24", "57.0/24, pods: 10.200.0.0/16");
        LabContext changed = new PlannedLabs(folder).of(worse);
        ChangingLab.check(changed, LooksAt.APPLIED);

        up.workspace().write(".vagrant/machines/control/docker/id", "0123");
        up.workspace().write("kubeconfig", "");
        up.workspace().write("kubernetes/ca.crt", "");
        LabException e = failure(() -> ChangingLab.check(changed, LooksAt.APPLIED));
        assertThat(e.id()).isEqualTo("change-refused");
        assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(e.what()).contains("downgrade", "network.pods");
    }

    /** Else nothing would count as a change, and be noted as applied. */
    @ParameterizedTest
    @ValueSource(strings = {"{", "", "{}", "version", "next", "other"})
    void unreadableRecord_isRefused(String damage) throws IOException {
        LabContext labContext = new ChangingLab(folder, LAB).labContext(LAB);
        ChangingLab.check(labContext, LooksAt.APPLIED);
        WorkspaceState state = new WorkspaceState(labContext.workspace());
        String whole = Files.readString(state.file());
        labContext.workspace().write("state.json", switch (damage) {
            case "version" -> whole.replaceFirst("\"version\" : 1", "\"version\" : 2");
            case "next" -> whole.replaceFirst("\"upgrade\" : null", "\"upgrade\" : \"next\"");
            case "other" -> whole.replaceFirst("\"recreating\"", "\"replacing\"");
            default -> damage;
        });

        LabException e = failure(() -> ChangingLab.check(labContext, LooksAt.APPLIED));
        assertThat(e.id()).isEqualTo("applied-lab-unreadable");
        assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(e.what()).contains(state.file().toString());
        assertThat(e.advice()).contains("hybridlab destroy");
        assertThat(LabChanges.ofFile(labContext.open())).as("what only tells").isEmpty();

        Files.delete(state.file());
        ChangingLab.check(labContext, LooksAt.APPLIED);
    }

    /** Its `up` failed before there was one: machines have the Kubernetes of the box that they were made from. */
    @ParameterizedTest
    @CsvSource({"kubernetes: 1.35, kubernetes: 1.36, control is made with Kubernetes 1.35.4",
        "name: control, name: other, other has the address 192.168.57.11 of control"})
    void changes_beforeAnyCluster_needNewMachines(String from, String to, String reason) throws IOException {
        LabContext up = new PlannedLabs(folder).of(LAB);
        LabRecord.begin(up);
        up.workspace().write(".vagrant/machines/control/docker/id", "0123");
        ChangingLab.check(new PlannedLabs(folder).of(LAB.replace("name: node", "name: other")), LooksAt.APPLIED);
        LabContext changed = new PlannedLabs(folder).of(LAB.replace(from, to));

        LabException e = failure(() -> ChangingLab.check(changed, LooksAt.APPLIED));
        assertThat(e.id()).isEqualTo("change-refused");
        assertThat(e.what()).contains(reason);
        assertThat(e.advice()).contains("hybridlab destroy lab");
        assertThat(ChangeRefusals.reasons(changed.open())).hasSize(1);
    }

    /** A script brings such a machine whatever version the file says. */
    @Test
    void version_ofStockBox_changesBeforeCluster() throws IOException {
        LabContext up = new PlannedLabs(folder).of(LAB);
        LabRecord.begin(up);
        up.workspace().write(".vagrant/machines/control/virtualbox/id", "0123");
        up.workspace().write("scripts/control/install.sh", "");

        ChangingLab.check(new PlannedLabs(folder).of(LAB.replace("1.35", "1.36")), LooksAt.APPLIED);
    }
}
