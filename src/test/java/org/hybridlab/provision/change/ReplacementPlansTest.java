package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.plan.Plan;
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

/** Whatever machines are to be made again, and whatever else changes in the file, {@code up} has a plan. */
@ExtendWith(GoldenPlans.class)
class ReplacementPlansTest {
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

    @TempDir
    private Path folder;

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
