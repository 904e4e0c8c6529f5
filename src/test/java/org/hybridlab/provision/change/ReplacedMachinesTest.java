package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Destruction;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine that is replaced goes as a leaving one does, and comes back once. */
@ExtendWith(GoldenPlans.class)
class ReplacedMachinesTest {
    private static final String THREE = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node, count: 2}]
            """;
    private static final String HIGHLY_AVAILABLE = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane, count: 3}, {name: node}]
            network: {machines: 192.168.57.0/24}
            """;
    private static final Predicate<String> REPLACING =
            Pattern.compile("(node-drained|etcd-member-left|machine-gone|node-left|machine-running)/.*")
                    .asMatchPredicate();

    @TempDir
    private Path folder;
    private static final String APART = lab("{name: control, role: control-plane}, "
            + "{name: store, role: etcd, count: 3}, {name: node}");
    private static final String SEVERAL = lab("{name: control, role: control-plane, count: 3}, {name: node}");
    private static final String WINDOWS = """
            name: lab
            kubernetes: 1.36
            network: {mode: flannel-vxlan, machines: 192.168.57.0/24}
            machines:
              - {name: control, role: control-plane}
              - {name: node}
              - {name: win, os: windows, address: 192.168.57.40}
            """;

    @Test
    void oldMachineAndNode_goBeforeTheNew() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        lab.world.pods.put("web-1", "node2");
        LabContext labContext = lab.labContext(THREE);
        new WorkspaceState(labContext.workspace()).beginRecreating("node2");

        RunResult result = lab.run(lab.plan(labContext, REPLACING), Agreement.ALL);

        assertThat(result.failures()).isEmpty();
        assertThat(lab.world.told("merge", "evict", "destroy", "delete", "create node")).map(line ->
                line.split(" ")[0]).containsSubsequence("merge", "evict", "destroy", "delete", "create");
        assertThat(lab.world.machines).containsOnlyKeys("control", "node1", "node2");
        assertThat(new WorkspaceState(labContext.workspace()).recreating()).isEmpty();
    }

    @Test
    void aReplacedMachineStaysAtTheNextRun() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        new WorkspaceState(lab.labContext(THREE).workspace()).beginRecreating("node2");
        lab.run(lab.plan(lab.labContext(THREE), REPLACING), Agreement.ALL);
        lab.world.told.clear();

        Plan plan = lab.plan(lab.labContext(THREE), REPLACING);

        assertThat(lab.look(plan).destructions()).isEmpty();
        assertThat(lab.run(plan, Agreement.NONE).green()).isTrue();
        assertThat(lab.world.told).isEmpty();
    }

    @Test
    void anUpThatEndsAReplacementAsksFirst() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        new WorkspaceState(lab.labContext(THREE).workspace()).beginRecreating("node2");
        Plan plan = lab.plan(lab.labContext(THREE), REPLACING);

        assertThat(lab.look(plan).destructions()).extracting(Destruction::what)
                .anyMatch(what -> what.startsWith("drain node2")).anyMatch(what -> what.startsWith("destroy node2"));
        assertThat(lab.run(plan, Agreement.NONE).green()).isFalse();
        assertThat(lab.world.machines).containsKey("node2");
        assertThat(lab.world.told("merge", "evict", "destroy", "delete")).isEmpty();
    }

    /** A claim stays, and its pod would start again with an empty folder. */
    @Test
    void volumesOfTheMachine_areNamedBefore() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        new WorkspaceState(lab.labContext(THREE).workspace()).beginRecreating("node2");
        lab.world.with("/api/v1/persistentvolumes", """
                {"items":[{"spec":{"claimRef":{"namespace":"shop","name":"data"},"nodeAffinity":{"required":
                 {"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/hostname","operator":"In",
                  "values":["node2"]}]}]}}}}]}""");

        assertThat(lab.look(lab.plan(lab.labContext(THREE), REPLACING)).destructions()).extracting(Destruction::what)
                .contains("destroy node2 with all that is on its disk, among it the volumes of shop/data");

        lab.world.failures.put("/api/v1/persistentvolumes", LabException.labFailed("api-refused", "No.", ""));

        assertThat(lab.look(lab.plan(lab.labContext(THREE), REPLACING)).destructions()).extracting(Destruction::what)
                .contains("destroy node2 with all that is on its disk; if claims have volumes there, is not known");
    }

    /** Fixed seeds: killed at any change, before or after it took effect; the next run ends it, once. */
    @Test
    void killedReplacement_isEndedOnce_byNextRun() throws Exception {
        Random random = new Random(11);
        for (int seed = 0; seed < 50; seed++) {
            Path own = Files.createDirectories(folder.resolve("seed" + seed));
            String text = seed % 2 == 0 ? THREE : HIGHLY_AVAILABLE;
            String machine = seed % 2 == 0 ? "node2" : "control3";
            ChangingLab lab = new ChangingLab(own, text);
            lab.world.pods.put("web-1", machine);
            LabContext labContext = lab.labContext(text);
            new WorkspaceState(labContext.workspace()).beginRecreating(machine);
            lab.world.killAtChange(1 + random.nextInt(6), random.nextBoolean());
            lab.run(lab.plan(labContext, REPLACING), Agreement.ALL);
            lab.world.newProcess();

            assertThat(lab.run(lab.plan(lab.labContext(text), REPLACING), Agreement.ALL).failures()).as("seed %d", seed)
                    .isEmpty();
            assertThat(lab.run(lab.plan(lab.labContext(text), REPLACING), Agreement.ALL).failures()).as("seed %d", seed)
                    .isEmpty();
            assertThat(lab.world.told("destroy " + machine)).as("seed %d", seed).hasSize(1);
            assertThat(lab.world.told("create " + machine)).as("seed %d", seed).isNotEmpty();
            assertThat(lab.world.machines).as("seed %d", seed).containsKey(machine)
                    .hasSize(labContext.lab().machines().size());
            assertThat(lab.world.members).as("seed %d", seed).doesNotContainValue(seed % 2 == 0 ? "" : machine);
            assertThat(new WorkspaceState(labContext.workspace()).recreating()).as("seed %d", seed).isEmpty();
        }
    }

    /** Killed between the last two things that a step does: the machine is gone, and the note of it is not. */
    @Test
    void replacement_withMachineGone_keepsTheNewOne() {
        ChangingLab lab = new ChangingLab(folder, THREE);
        LabContext labContext = lab.labContext(THREE);
        // Every step is recorded as done by a replacement before.
        new WorkspaceState(labContext.workspace()).beginRecreating("node2");
        lab.run(lab.plan(lab.labContext(THREE), REPLACING), Agreement.ALL);
        lab.world.told.clear();
        new WorkspaceState(labContext.workspace()).beginRecreating("node2");
        lab.world.machines.remove("node2");
        lab.world.nodes.remove("node2");
        labContext.workspace().forgetMachine("node2");

        assertThat(lab.run(lab.plan(lab.labContext(THREE), REPLACING), Agreement.ALL).failures()).isEmpty();
        assertThat(lab.run(lab.plan(lab.labContext(THREE), REPLACING), Agreement.ALL).failures()).isEmpty();
        assertThat(lab.world.told("destroy node2")).isEmpty();
        assertThat(lab.world.machines).containsKey("node2");
    }

    /** Somebody wrote another version into the file before the next `up`. */
    @Test
    void cutReplacement_beforeAnUpgrade_comesWithIt() {
        String old = HIGHLY_AVAILABLE.replace("1.36", "1.35");
        ChangingLab lab = new ChangingLab(folder, old);
        new WorkspaceState(lab.labContext(old).workspace()).beginRecreating("control3");
        new WorkspaceState(lab.labContext(old).workspace()).beginRecreating("node");

        Plan plan = GoldenPlans.of(lab.labContext(HIGHLY_AVAILABLE));

        assertThat(plan.steps()).extracting(Step::id)
                .contains("kubernetes-upgraded/control1", "kubernetes-upgraded/control2")
                .doesNotContain("kubernetes-upgraded/control3", "kubernetes-upgraded/node");
        assertThat(plan.step("node-drained/node").needs()).contains("kubernetes-upgraded/control2");
    }

    private static String lab(String machines) {
        return """
                name: lab
                kubernetes: 1.35
                machines: [%s]
                network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
                """.formatted(machines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{name: control, role: control-plane}, {name: node, count: 2}",
        "{name: control, role: control-plane, count: 3}, {name: node}",
        "{name: control, role: control-plane}, {name: store, role: etcd, count: 3}, {name: node}",
        "{name: control, role: control-plane, count: 2}, {name: store, role: etcd, count: 3}, {name: node}"})
    void everySetOfMachines_hasAPlan(String machines) throws IOException {
        String old = lab(machines);
        List<String> names = new ChangingLab(Files.createDirectories(folder.resolve("names")), old).labContext(old)
                .lab().machines().stream().map(Machine::name).toList();
        for (int set = 0; set < 1 << names.size(); set++) {
            int chosen = set;
            Set<String> replaced = names.stream().filter(name -> (chosen >> names.indexOf(name) & 1) == 1)
                    .collect(Collectors.toCollection(TreeSet::new));
            ChangingLab lab = new ChangingLab(Files.createDirectories(folder.resolve("set" + set)), old);
            replaced.forEach(new WorkspaceState(lab.labContext(old).workspace())::beginRecreating);
            for (String text : List.of(old, old.replace("1.35", "1.36"), old.replace(", {name: node}", ""),
                    old.replace("{name: node}", "{name: node, memory: 3GiB}"))) {
                LabContext labContext = lab.labContext(text);
                assertThatCode(() -> GoldenPlans.of(labContext)).as("%s of %s", replaced, text)
                        .doesNotThrowAnyException();
            }
        }
    }

    /** Its join would come before the upgrade, and with the new version. */
    @Test
    void firstControlPlane_madeAgain_leadsNoUpgrade() {
        ChangingLab lab = new ChangingLab(folder, SEVERAL);
        String upgraded = SEVERAL.replace("1.35", "1.36");
        assertThat(ChangeRefusals.reasons(lab.labContext(upgraded).open())).isEmpty();

        new WorkspaceState(lab.labContext(SEVERAL).workspace()).beginRecreating("control1");

        assertThat(ChangeRefusals.reasons(lab.labContext(SEVERAL).open())).isEmpty();
        assertThat(ChangeRefusals.reasons(lab.labContext(upgraded).open())).singleElement().asString()
                .startsWith("control1 is to be made again, and would be the first control plane of an upgrade");
    }

    @Test
    void replacedControlPlane_leaves_onceTheApiAnswers() {
        ChangingLab lab = new ChangingLab(folder, SEVERAL);
        new WorkspaceState(lab.labContext(SEVERAL).workspace()).beginRecreating("control1");

        assertThat(lab.run(lab.plan(lab.labContext(SEVERAL), id -> id.matches(
                "(node-drained|etcd-member-left|machine-gone|node-left|machine-running)/control1")), Agreement.ALL)
                .failures()).isEmpty();
        assertThat(lab.world.told("etcd remove", "destroy", "create control1")).hasSize(3);
    }

    /** The file dropped it, and names it again after an {@code up} that was killed. */
    @Test
    void etcdMachine_putBack_isMadeAgain() {
        ChangingLab lab = new ChangingLab(folder, APART);
        LabContext labContext = lab.labContext(APART);
        new WorkspaceState(labContext.workspace()).beginRecreating("store3");

        Plan plan = GoldenPlans.of(labContext);

        assertThat(plan.step("machine-running/store3").needs()).contains("node-left/store3");
        assertThat(plan.step("etcd-member-left/store3").needs()).containsExactly("node-drained/store3");
        assertThat(plan.step("node-drained/store3").needs()).contains("machine-running/store1")
                .doesNotContain("machine-running/store3");
    }

    /** Without them it would not come back. */
    @Test
    void replacedMachine_isDrained_onceItsPartsCame() {
        String text = WINDOWS + """
                  - {name: own, box: generic/debian12}
                """;
        LabContext labContext = onVirtualBox(text);
        List.of("node", "own", "win").forEach(new WorkspaceState(labContext.workspace())::beginRecreating);

        Plan plan = GoldenPlans.of(labContext);

        assertThat(plan.step("node-drained/win").needs()).contains("windows-bundle-ready", "images-fetched",
                "host-network-ready").anyMatch(id -> id.startsWith("box-downloaded/"));
        assertThat(plan.step("node-drained/node").needs()).contains("node-payload-ready", "box-ready")
                .doesNotContain("windows-bundle-ready");
        assertThat(plan.step("node-drained/own").needs()).contains("box-downloaded/generic+debian12");
    }

    @Test
    void machine_atOldAddress_hasItsPartsFirst() {
        LabContext labContext = onVirtualBox(WINDOWS);

        Plan plan = GoldenPlans.of(onVirtualBox(WINDOWS.replace("name: win,", "name: late,")));

        assertThat(plan.step("machine-running/late").needs()).contains("node-left/win");
        assertThat(plan.step("node-drained/win").needs()).contains("windows-bundle-ready", "images-fetched");
        assertThat(labContext.lab().machine("win")).isPresent();
    }

    private LabContext onVirtualBox(String text) {
        LabContext labContext = WindowsLabs.labContext(WindowsLabs.lab(text, folder), folder,
                (command, lines, cancellation) -> null);
        if (new WorkspaceState(labContext.workspace()).lab().isEmpty()) {
            labContext.workspace().create();
            labContext.workspace().write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
            labContext.lab().machines().forEach(machine -> labContext.workspace()
                    .write(".vagrant/machines/%s/virtualbox/id".formatted(machine.name()), "id"));
            LabRecord.complete(labContext);
        }
        return labContext;
    }
}
