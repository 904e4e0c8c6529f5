package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.hybridlab.artifact.bundle.EmptyBundles;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Another version of Kubernetes comes to all machines in the order that Kubernetes supports, also after a kill. */
@ExtendWith(GoldenPlans.class)
class KilledUpgradeTest {
    private static final String OLD = """
            name: lab
            kubernetes: 1.35
            machines: [{name: control, role: control-plane, count: 3}, {name: node, count: 2}]
            network: {machines: 192.168.57.0/24}
            """;
    private static final String NEW = OLD.replace("1.35", "1.36");
    private static final Predicate<String> UPGRADING = Pattern.compile("kubernetes-upgraded/.*").asMatchPredicate();
    private static final int CHANGES = 40;
    private static final String KUBEADM = "/api/v1/namespaces/kube-system/configmaps/kubeadm-config";

    @TempDir
    private Path folder;

    private record Upgraded(ChangingLab lab, UpgradedMachines machines) {
        RunResult run() {
            return lab.run(lab.plan(lab.quick(NEW), UPGRADING), Agreement.ALL);
        }

        void isWhole(String when, int pods) {
            LabContext labContext = lab.quick(NEW);
            String version = labContext.lab().kubernetes().tag();
            assertThat(machines.wrong).as(when).isEmpty();
            assertThat(machines.machines.values()).as(when).allMatch(one -> one.kubelet.equals(version)
                    && one.kubeadm.equals(version) && (one.api.isEmpty() || one.api.equals(version)));
            assertThat(lab.world.nodes.values()).as(when).hasSize(5).allMatch(node -> !node.cordoned
                    && node.version.equals(version));
            assertThat(lab.world.pods).as(when).hasSize(pods);
        }
    }

    private Upgraded begun(Path own, boolean withPods) {
        ChangingLab lab = new ChangingLab(own, OLD);
        EmptyBundles.write(own, lab.labContext(NEW).lab().kubernetes());
        if (withPods) {
            lab.world.pods.put("web-1", "node1");
            lab.world.pods.put("api-1", "node2");
        }
        return new Upgraded(lab, new UpgradedMachines(lab.world, List.of("control1", "control2", "control3"),
                lab.labContext(OLD).lab().kubernetes().tag(), lab.labContext(NEW).lab().kubernetes().tag()));
    }

    @Test
    void machines_getTheNewVersion_oneByOne() {
        Upgraded upgraded = begun(folder, true);

        assertThat(upgraded.run().failures()).isEmpty();

        upgraded.isWhole("in one go", 2);
        assertThat(upgraded.lab.world.told("restart")).containsExactly("restart kubelet control1",
                "restart kubelet control2", "restart kubelet control3", "restart kubelet node1",
                "restart kubelet node2");
        assertThat(upgraded.lab.world.told).hasSizeBetween(CHANGES, CHANGES + 12);
    }

    /** Until kubeadm applies the new version, the lab file may name the older one again. */
    @Test
    void upgrade_beforeKubeadmApplies_canBeGivenUp() {
        Upgraded upgraded = begun(folder, false);
        upgraded.lab.world.killAtChange(1, true);
        assertThat(upgraded.run().green()).isFalse();
        assertThat(upgraded.lab.world.told).containsExactly("upload kubeadm control1");
        assertThat(newest(upgraded)).isEqualTo(upgraded.lab.labContext(OLD).lab().kubernetes());

        upgraded.lab.world.newProcess();
        upgraded.lab.world.killAtChange(1, true);
        assertThat(upgraded.run().green()).isFalse();
        assertThat(upgraded.lab.world.told).contains("kubeadm upgrade control1");
        assertThat(newest(upgraded)).isEqualTo(upgraded.lab.labContext(NEW).lab().kubernetes());
    }

    private static KubernetesVersion newest(Upgraded upgraded) {
        Workspace workspace = upgraded.lab.labContext(OLD).workspace();
        return new WorkspaceState(workspace).lab().orElseThrow().newestThere();
    }

    /** Else a lab file that names the older one again would get it, under the pods that run. */
    @Test
    void upgradedMachine_isNoted_beforeTheOthers() {
        Upgraded upgraded = begun(folder, false);

        upgraded.lab.run(upgraded.lab.plan(upgraded.lab.quick(NEW), id -> id.endsWith("upgraded/control1")),
                Agreement.ALL);

        AppliedLab then = new WorkspaceState(upgraded.lab.labContext(OLD).workspace()).lab().orElseThrow();
        assertThat(then.machine("control1").orElseThrow().kubernetes()).isEqualTo("1.36.3");
        assertThat(then.machine("control2").orElseThrow().kubernetes()).isEqualTo(then.kubernetes());
    }

    /** The renewal of certificates on another control plane starts etcd again there. */
    @Test
    void controlPlane_isUpgraded_whileEtcdIsWhole() {
        Plan plan = GoldenPlans.of(new ChangingLab(folder, OLD).labContext(NEW));

        assertThat(plan.step("certificates-valid/control2").permits()).contains(Permits.ETCD_MEMBER);
        assertThat(plan.step("kubernetes-upgraded/control1").permits()).containsExactly(Permits.ETCD_MEMBER);
        assertThat(plan.step("kubernetes-upgraded/node1").permits()).isEmpty();
    }

    /** kubeadm keeps to the image of etcd that its settings name, and a machine may have that of the release only. */
    @Test
    void kubeadm_isToldTheEtcdOfTheRelease_first() {
        Upgraded upgraded = begun(folder, false);
        String settings = """
                dns:
                  imageTag: v1.14.5
                etcd:
                  local:
                    dataDir: /var/lib/etcd
                    imageTag: 3.6.1-0
                kubernetesVersion: v1.35.4
                """;
        upgraded.lab.world.put(KUBEADM, "\"data\": " + JsonMapper.shared().writeValueAsString(
                Map.of("ClusterConfiguration", settings)));

        assertThat(upgraded.run().failures()).isEmpty();

        assertThat(upgraded.lab.world.objects.get(KUBEADM).at("/data/ClusterConfiguration").asString())
                .isEqualTo(settings.replace("3.6.1-0", "3.6.16-0"));
        assertThat(upgraded.lab.world.told("kubeadm-config", "kubeadm upgrade").get(0)).contains("kubeadm-config");
    }

    /** Members first: an API server may ask what an older etcd does not know. */
    @Test
    void machinesForEtcd_getItsPrograms_beforeTheControlPlane() {
        String old = OLD.replace("count: 3}", "count: 1}, {name: store, role: etcd, count: 3}");
        Plan plan = GoldenPlans.of(new ChangingLab(folder, old).labContext(old.replace("1.35", "1.36")));

        assertThat(plan.step("etcd-member-running/store2").needs()).contains("upgrade-etcd-present/store2");
        assertThat(plan.step("control-plane-initialised/control1").needs()).contains("etcd-member-running/store1",
                "etcd-member-running/store2", "etcd-member-running/store3");
        assertThat(plan.step("kubernetes-upgraded/control1").needs()).contains("control-plane-initialised/control1");
    }

    /** Somebody took its machine away: kubeadm would refuse as long as its node and its member are there. */
    @Test
    void lostControlPlane_joinsAfterTheUpgrade() {
        Upgraded upgraded = begun(folder, false);
        upgraded.machines.empty.add("control2");
        upgraded.lab.world.nodes.get("control2").ready = false;
        upgraded.lab.world.silent.add("control2");

        assertThat(upgraded.run().failures()).isEmpty();

        assertThat(upgraded.machines.wrong).isEmpty();
        assertThat(upgraded.lab.world.members).hasSize(2).doesNotContainValue("control2");
        assertThat(upgraded.lab.world.nodes).doesNotContainKey("control2");
        assertThat(upgraded.lab.world.told("kubeadm upgrade")).containsExactly("kubeadm upgrade control1",
                "kubeadm upgrade control3", "kubeadm upgrade node1", "kubeadm upgrade node2");
        assertThat(upgraded.machines.machines.get("control2").kubeadm).isEqualTo("v1.36.3");
    }

    /** It joins what is upgraded, and no step has waited for it. */
    @Test
    void upgrade_whileControlPlanesBoot_goesOn() {
        Upgraded upgraded = begun(folder, false);
        Plan plan = upgraded.lab.plan(upgraded.lab.quick(NEW.replace("count: 2}",
                "count: 2}, {name: late, role: control-plane, count: 2}")), UPGRADING);
        LabContext labContext = upgraded.lab.labContext(NEW);
        for (String late : List.of("late1", "late2")) {
            upgraded.lab.world.machines.put(late, "v1.36.3");
            labContext.workspace().write("ssh/%s.conf".formatted(late), "");
            labContext.workspace().write(".vagrant/machines/%s/docker/id".formatted(late), "id");
        }

        assertThat(upgraded.lab.run(plan, Agreement.ALL).failures()).isEmpty();

        upgraded.isWhole("beside machines that boot", 0);
    }

    /** No pod runs there. */
    @Test
    void machineOfNoCluster_isNotDrained() {
        Upgraded upgraded = begun(folder, false);
        upgraded.machines.empty.add("control2");
        Plan plan = upgraded.lab.plan(upgraded.lab.quick(NEW), "kubernetes-upgraded/control2"::equals);

        assertThat(upgraded.lab.look(plan).destructions()).isEmpty();
        assertThat(upgraded.lab.run(plan, Agreement.NONE).failures()).isEmpty();
        assertThat(upgraded.machines.machines.get("control2").kubelet).isEqualTo("v1.36.3");
    }

    /** {@code kubeadm upgrade} reads from the node what it upgrades, and its join waits for the upgrade. */
    @Test
    void deletedNode_isRegistered_beforeItsUpgrade() {
        Upgraded upgraded = begun(folder, false);
        upgraded.lab.world.nodes.remove("control2");

        assertThat(upgraded.run().failures()).isEmpty();

        upgraded.isWhole("with its node", 0);
    }

    /** Fixed seeds: killed at any change, before or after it took effect. */
    @Test
    void killedUpgrade_isEnded_byTheNextRun() throws IOException {
        Random random = new Random(13);
        for (int seed = 0; seed < 50; seed++) {
            // A drain looks again after a second.
            boolean withPods = seed % 10 == 0;
            Upgraded upgraded = begun(Files.createDirectories(folder.resolve("seed" + seed)), withPods);
            upgraded.lab.world.killAtChange(1 + random.nextInt(CHANGES), random.nextBoolean());
            assertThat(upgraded.run().green()).as("seed %d is killed", seed).isFalse();
            upgraded.lab.world.newProcess();

            assertThat(upgraded.run().failures()).as("seed %d", seed).isEmpty();

            upgraded.isWhole("seed " + seed, withPods ? 2 : 0);
        }
    }
}
