package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.MachinesInFolders;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.render.KubeadmInit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a join or an init makes of what an earlier one left: it takes away what is seen to be wrong, and says so. */
class EarlierJoinTest {
    private static final String NODE = "/api/v1/nodes/node";
    private static final String OTHERS = HealthyLab.AUTHORITY.replace("ours", "others");

    @TempDir
    private Path folder;
    private final QuietContext context = new QuietContext();
    private HealthyLab lab;

    @BeforeEach
    void upAndWell() {
        lab = new HealthyLab(folder, """
                name: two
                kubernetes: 1.36
                provider: virtualbox
                machines: [{name: control, role: control-plane}, {name: node}]
                """);
    }

    @Test
    void aMachineThatHasJoinedIsOnlyMarked() {
        lab.loseMarks();

        join().run(context);

        assertThat(kubeadm()).isEmpty();
        assertThat(join().probe(context).isPresent()).isTrue();
    }

    /** The lab may have lost its record: etcd may count on it. */
    @Test
    void machine_withDataOfEtcd_isAskedFor() {
        lab.empty("node");
        lab.machines.write("node", "/var/lib/etcd/member/snap", "data");
        lab.api.missing.add(NODE);

        assertThat(join().probe(context).destroys()).get().asString()
                .startsWith("reset node: it has data of etcd, and an earlier join");
        assertThatThrownBy(() -> join().run(QuietContext.refusing())).hasMessageContaining("reset node");
        assertThat(kubeadm()).isEmpty();
    }

    @Test
    void machine_ofAnotherCluster_isResetAfterNotice() {
        lab.machines.write("node", "/etc/kubernetes/kubelet.conf", HealthyLab.kubeconfig(OTHERS));
        lab.api.missing.add(NODE);

        Probe probe = join().probe(context);
        join().run(context);

        assertThat(probe.destroys()).contains("reset node: its certificate is of another cluster");
        assertThat(context.destroyed()).containsExactly("reset node: its certificate is of another cluster");
        assertThat(kubeadm()).first().asString().isEqualTo("kubeadm reset --force");
    }

    @Test
    void nothingIsDoneIfNobodyAgrees() {
        lab.machines.write("node", "/etc/kubernetes/kubelet.conf", HealthyLab.kubeconfig(OTHERS));
        lab.api.missing.add(NODE);

        assertThatThrownBy(() -> join().run(QuietContext.refusing())).isInstanceOf(LabException.class);

        assertThat(kubeadm()).isEmpty();
        assertThat(lab.api.calls()).noneMatch(line -> line.startsWith("delete"));
    }

    @Test
    void halfJoin_isUndone_withoutAQuestion() {
        lab.remove("node", "/etc/kubernetes/kubelet.conf");
        lab.machines.write("node", "/etc/kubernetes/bootstrap-kubelet.conf", "kind: Config");
        lab.api.missing.add(NODE);

        join().run(context);

        assertThat(context.destroyed()).isEmpty();
        assertThat(kubeadm()).first().asString().isEqualTo("kubeadm reset --force");
    }

    @Test
    void newMachine_joinsInItsPredecessorsPlace() {
        lab.empty("node");

        join().run(context);

        assertThat(context.destroyed()).isEmpty();
        assertThat(kubeadm()).singleElement().asString().startsWith("kubeadm join");
        assertThat(lab.api.calls()).contains("delete " + NODE);
    }

    /** Else controllers take them for pods of the new machine: a DaemonSet that lost a node does not count it again. */
    @Test
    void podsOfItsPredecessor_goWithTheNode() {
        lab.empty("node");
        lab.api.podsOn = node -> """
                {"items": [{"metadata": {"name": "proxy-of-%s", "namespace": "kube-system", "uid": "1"}}]}
                """.formatted(node);

        join().run(context);

        assertThat(lab.api.calls()).containsSubsequence("delete " + NODE,
                "delete /api/v1/namespaces/kube-system/pods/proxy-of-node?gracePeriodSeconds=0");
    }

    @Test
    void lostNode_isRegisteredAgain_byItsKubelet() {
        lab.api.missing.add(NODE);

        assertThat(failure(() -> join().run(context)).id()).isEqualTo("node-not-registered");

        assertThat(kubeadm()).isEmpty();
        assertThat(lab.machines.told()).contains("systemctl restart kubelet");
    }

    @Test
    void finishedInit_thatNobodyNoted_isKept() {
        lab.loseMarks();
        lab.loseWorkspace();
        lab.machines.write("control", "/answers", "configmap/cluster-info");

        init().run(context);

        assertThat(kubeadm()).isEmpty();
        assertThat(lab.labContext.hasCluster()).isTrue();
    }

    /** As `kind create cluster` leaves it where KUBECONFIG names the lab's file. */
    @Test
    void kubeconfig_ofOthers_isFetchedAgain() {
        lab.labContext.workspace().write("kubeconfig", HealthyLab.kubeconfig(OTHERS));

        assertThat(init().probe(context).isPresent()).isFalse();
        assertThat(init().probe(context).destroys()).isEmpty();
        assertThat(lab.labContext.hasCluster()).isFalse();
        assertThatThrownBy(lab.labContext::cluster).hasMessageContaining("leads to another cluster");
        init().run(context);

        assertThat(kubeadm()).isEmpty();
        assertThat(lab.labContext.hasCluster()).isTrue();
        assertThat(lab.labContext.created().cluster().kubeconfig().authority()).isEqualTo(HealthyLab.AUTHORITY);
    }

    /** As `kind delete cluster` leaves it. */
    @Test
    void kubeconfig_withoutContext_isFetchedAgain() {
        lab.labContext.workspace().write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY)
                .replace("current-context: a", "current-context: ''"));

        init().run(context);

        assertThat(kubeadm()).isEmpty();
        assertThat(lab.labContext.created().cluster().kubeconfig().authority()).isEqualTo(HealthyLab.AUTHORITY);
    }

    @Test
    void init_ofThisLabFile_isKept() {
        lab.loseWorkspace();
        lab.machines.write("control", KubeadmInit.CONFIG, lab.labContext.files().kubeadmInit());

        assertThat(init().probe(context).destroys()).isEmpty();
        init().run(context);

        assertThat(kubeadm()).isEmpty();
        assertThat(lab.labContext.hasCluster()).isTrue();
    }

    /** While the workspace knew no cluster, nothing kept anybody from changing the file. */
    @Test
    void init_ofAnotherLabFile_isAskedFor() {
        lab.loseWorkspace();
        lab.machines.write("control", KubeadmInit.CONFIG, lab.labContext.files().kubeadmInit()
                .replace("cluster.local", "other.local"));
        String question = "reset control: the cluster there was made from other settings than the lab file has now";

        assertThat(init().probe(context).destroys()).contains(question);
        assertThatThrownBy(() -> init().run(QuietContext.refusing())).isInstanceOf(LabException.class);
        assertThat(kubeadm()).isEmpty();
        assertThat(lab.labContext.hasCluster()).isFalse();

        attempt(init());
        assertThat(context.destroyed()).containsExactly(question);
        assertThat(kubeadm()).first().asString().isEqualTo("kubeadm reset --force");
    }

    @Test
    void otherSettings_ofKnownCluster_changeNothing() {
        lab.machines.write("control", KubeadmInit.CONFIG, "older");

        init().run(context);

        assertThat(context.destroyed()).isEmpty();
        assertThat(kubeadm()).isEmpty();
    }

    @Test
    void halfInit_isTakenBack_withoutAQuestion() {
        lab.loseMarks();
        lab.loseWorkspace();
        lab.machines.write("control", "/answers",
                "Error from server (NotFound): configmaps \"cluster-info\" not found");

        attempt(init());

        assertThat(context.destroyed()).isEmpty();
        assertThat(kubeadm()).first().asString().isEqualTo("kubeadm reset --force");
    }

    @Test
    void silentCluster_isNotCalledHalfAnInit() {
        lab.loseMarks();
        lab.loseWorkspace();
        lab.machines.write("control", "/answers", "Unable to connect to the server");

        assertThatThrownBy(() -> init().run(QuietContext.refusing())).isInstanceOf(LabException.class);

        assertThat(kubeadm()).isEmpty();
    }

    @Test
    void foreignControlPlanes_withoutKubeconfig_areJoined() {
        threeControlPlanes();
        lab.loseWorkspace();
        lab.empty("control1");

        attempt(init());

        assertThat(kubeadm()).noneMatch(call -> call.startsWith("kubeadm init"))
                .anyMatch(call -> call.startsWith("kubeadm join"));
        assertThat(lab.labContext.hasCluster()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(value = MachinesInFolders.Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void controlPlane_thatIsSilent_isNotEmpty(MachinesInFolders.Fault fault) {
        threeControlPlanes();
        lab.loseWorkspace();
        lab.empty("control1");
        // The first call is about control1 itself.
        lab.machines.fail(call -> call == 1 ? MachinesInFolders.Fault.NONE : fault);

        assertThatThrownBy(() -> init().run(context)).isInstanceOf(LabException.class);

        assertThat(kubeadm()).isEmpty();
    }

    @Test
    void cluster_ofSilentControlPlanes_isNotReplaced() {
        threeControlPlanes();
        lab.loseWorkspace();
        lab.empty("control1");
        lab.api.fail(FakeApi.Fault.UNREACHABLE);

        assertThat(failure(() -> init().run(context)).id()).isEqualTo("api-not-ready");

        assertThat(kubeadm()).isEmpty();
    }

    @Test
    void controlPlanes_neverVisited_holdNoCluster() {
        threeControlPlanes();
        lab.loseWorkspace();
        List.of("control2", "control3").forEach(machine -> delete(lab.labContext.workspace().sshConfig(machine)));
        lab.empty("control1");

        attempt(init());

        assertThat(kubeadm()).first().asString().startsWith("kubeadm init");
    }

    @Test
    void controlPlanesThatWereResetHoldNoCluster() {
        threeControlPlanes();
        lab.loseWorkspace();
        List.of("control1", "control2", "control3").forEach(lab::empty);

        attempt(init());

        assertThat(kubeadm()).first().asString().startsWith("kubeadm init");
    }

    private static void delete(Path file) {
        unchecked(() -> Files.delete(file));
    }

    private void threeControlPlanes() {
        lab = new HealthyLab(folder.resolve("three"), """
                name: three
                kubernetes: 1.36
                machines: [{name: control, role: control-plane, count: 3}, {name: node}]
                """);
    }

    @Test
    void newCluster_replacingLostOne_isSaidBefore() {
        lab.empty("control");

        attempt(init());

        assertThat(context.destroyed()).singleElement().asString().startsWith("make a new cluster, as control is gone")
                .endsWith(": node");
    }

    /** Before the API server serves them, controllers and scheduler are refused, and pause for seconds. */
    @Test
    void phasesThatInitSkips_followIt() {
        lab.empty("control");

        attempt(init());

        List<String> phases = kubeadm().stream().map(call -> call.replaceFirst(" --.*", "")
                .replaceFirst("kubeadm init( phase )?", "").replace(" all", "").replace(' ', '/')).toList();
        assertThat(phases).startsWith("", "control-plane/controller-manager", "control-plane/scheduler")
                // These two run beside each other.
                .hasSize(5).contains("kubelet-finalize", "bootstrap-token");
        assertThat(lab.labContext.files().kubeadmInit().lines().map(String::strip))
                .containsAll(phases.stream().skip(1).map(phase -> "- " + phase).toList());
    }

    /** kubeadm itself would wait for 5 min. */
    @Test
    void apiServer_thatEndsAgainAndAgain_endsInit() throws IOException {
        lab.empty("control");
        Files.deleteIfExists(lab.machines.disk("control").resolve("answers"));
        lab.machines.write("control", "/kubeadm", """
                case $2 in --config)
                    logs=MACHINE/var/log/pods/kube-system_kube-apiserver-control_1/kube-apiserver
                    mkdir -p $logs
                    echo 'Error: unknown flag' > $logs/3.log
                    exec sleep 100
                esac
                """.replace("MACHINE", lab.machines.disk("control").toString()));

        assertThat(failure(() -> init().run(context))).hasMessageContaining("kubeadm init failed")
                .satisfies(e -> assertThat(((LabException) e).why()).get().asString().contains("Error: unknown flag"));
        assertThat(kubeadm()).noneMatch(call -> call.contains("scheduler"));
    }

    /** In the end the administrator's kubeconfig is wanted, which no kubeadm has made here. */
    private void attempt(Action action) {
        try {
            action.run(context);
        } catch (LabException e) {
            assertThat(e.id()).isEqualTo("guest-command-failed");
        }
    }

    private Action join() {
        return new NodeJoined(lab.labContext, lab.labContext.lab().machine("node").orElseThrow());
    }

    private Action init() {
        return new ControlPlaneInitialised(lab.labContext, Set.of());
    }

    private List<String> kubeadm() {
        return lab.machines.told().stream().filter(line -> line.startsWith("kubeadm ")).toList();
    }
}
