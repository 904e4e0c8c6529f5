package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.context.Permits;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory and processors that changed in the lab file of virtual machines that are up. */
@ExtendWith(GoldenPlans.class)
class MachineResizedTest {
    private static final String LAB = """
            name: grow
            kubernetes: 1.36
            provider: virtualbox
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node, count: 2, memory: 2GiB, cpus: 2}
            """;
    private static final String GROWN = LAB.replace("2GiB", "4GiB");
    private static final String SEVERAL = LAB.replace("memory: 3000MiB", "memory: 3000MiB, count: 3");
    private static final String WITH_WINDOWS = LAB.replace("  - {name: node, count: 2, memory: 2GiB, cpus: 2}",
            "  - {name: win, os: windows, memory: 4GiB}");
    private static final int OF_2_GIB = 1_990_000;
    private static final int OF_4_GIB = 4_010_000;

    private final QuietContext context = new QuietContext();

    @TempDir
    private Path folder;

    @Test
    void plan_ofAnUnchangedFile_resizesNothing() {
        HealthyLab lab = up(LAB);

        assertThat(resizing(lab)).isEmpty();
    }

    @Test
    void planOfMoreMemory_takesMachinesSingly() {
        HealthyLab lab = changed(LAB, GROWN);

        assertThat(resizing(lab)).extracting(Step::id).containsExactly("machine-resized/node1",
                "machine-resized/node2");
        assertThat(resizing(lab).get(0).needs()).containsExactlyInAnyOrder("node-ready/control", "node-ready/node1",
                "node-ready/node2");
        assertThat(resizing(lab).get(1).needs()).isEqualTo(Set.of("machine-resized/node1"));
        assertThat(GoldenPlans.of(lab.labContext).step("system-pods-ready").needs()).contains("machine-resized/node2");
    }

    /** What else starts a member of etcd again, or takes one out, must not do so at the same time. */
    @Test
    void controlPlane_isResized_whileEtcdIsWhole() {
        HealthyLab lab = changed(LAB, GROWN.replace("3000MiB", "4GiB"));

        assertThat(resizing(lab)).extracting(Step::permits).containsExactly(Set.of(Permits.ETCD_MEMBER), Set.of(),
                Set.of());
    }

    /** Others may have been agreed to, and this one comes after them. */
    @Test
    void machineThatIsNotSeen_isAskedFor() {
        HealthyLab lab = changed(LAB, GROWN);

        assertThat(resizing(lab)).allSatisfy(step -> assertThat(step.action().destroysUnseen()).isPresent());
    }

    /** It boots with what the file says by then. */
    @Test
    void machineThatIsOff_isNotAskedFor() {
        HealthyLab lab = changed(LAB, GROWN);
        lab.machines.run(Command.of("vagrant", "halt", "node1"), line -> { }, new Cancellation());
        lab.labContext.forgetStates();

        Action resize = resizing(lab).get(0).action();

        assertThat(resize.probe(context).answer()).isEqualTo(Probe.Answer.ABSENT);
        assertThat(resize.probe(context).destroys()).isEmpty();
    }

    /** Others may need the memory that it had. */
    @Test
    void worker_thatLeaves_goesBeforeResizes() {
        HealthyLab lab = changed(LAB + "  - {name: extra}\n", GROWN);

        assertThat(resizing(lab).get(0).needs()).contains("node-left/extra");
        assertThat(GoldenPlans.of(lab.labContext).step("node-drained/extra").needs())
                .noneMatch(id -> id.startsWith("machine-resized/"));
    }

    /** Each one that is off takes a member of etcd away, and one that is lost stays so. */
    @Test
    void controlPlane_thatLeaves_goesBeforeResizes() {
        String several = LAB.replace("  - {name: node,", "  - {name: control2, role: control-plane}\n"
                + "  - {name: control3, role: control-plane}\n  - {name: node,")
                + "network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}\n";
        HealthyLab lab = changed(several, several.replaceAll("  - \\{name: control[23].*\n", "")
                .replace("2GiB", "4GiB"));

        assertThat(resizing(lab).get(0).needs()).contains("node-left/control3");
    }

    /** It is made once the other one is gone, and resizes wait for it. */
    @ParameterizedTest
    @ValueSource(strings = {"worker", "control-plane"})
    void addressOfLeavingWorker_makesNoCircle(String role) {
        String before = LAB.replace("machines:\n", "network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}"
                + "\nmachines:\n") + "  - {name: old, address: 192.168.57.40}\n";
        HealthyLab lab = changed(before, before.replace("2GiB", "4GiB")
                .replace("name: old", "name: young, role: " + role)
                + (role.equals("worker") ? "" : "  - {name: more, role: control-plane}\n"));

        Plan plan = GoldenPlans.of(lab.labContext);

        assertThat(plan.step("machine-running/young").needs()).contains("node-left/old");
        assertThat(plan.step("node-drained/old").needs()).doesNotContain("machine-resized/node1");
        assertThat(plan.step("machine-resized/node1").needs()).contains("node-ready/young");
    }

    @Test
    void replacements_besideResizes_haveAPlan() {
        HealthyLab lab = changed(HealthyLab.ETCD_APART.replace("1.36", "1.36\nprovider: virtualbox"),
                HealthyLab.ETCD_APART.replace("1.36", "1.36\nprovider: virtualbox")
                        .replace("count: 3", "count: 3, memory: 3GiB").replace("{name: node}",
                                "{name: node, memory: 5GiB}"));
        for (String machine : List.of("store1", "store3", "node", "control")) {
            new WorkspaceState(lab.labContext.workspace()).beginRecreating(machine);
            assertThat(GoldenPlans.of(lab.labContext).steps()).as(machine).extracting(Step::id)
                    .contains("machine-resized/node", "node-drained/" + machine);
        }
    }

    /** With it off, etcd could not answer any more. */
    @Test
    void controlPlane_neededForQuorum_staysOn() {
        HealthyLab lab = changed(SEVERAL, SEVERAL.replace("3000MiB", "4GiB"));
        lab.api.silent.add("etcd-control2");

        assertThat(failure(() -> resizing(lab).get(0).action().run(context)).id()).isEqualTo("etcd-quorum-at-risk");
        assertThat(context.destroyed()).isEmpty();
        assertThat(lab.machines.told()).noneMatch(line -> line.startsWith("vagrant"));
    }

    /** Its node is Ready seconds before its member of etcd answers, and then the next one goes. */
    @Test
    void controlPlane_afterResize_isAwaitedWhole() {
        HealthyLab lab = changed(SEVERAL, SEVERAL.replace("3000MiB", "4GiB"));
        lab.machines.onHost(words -> {
            if (words.contains("vagrant up")) {
                measure(lab, "control1", 2, OF_4_GIB);
            }
        });
        lab.api.podsOn = node -> """
                {"items":[{"metadata":{"name":"etcd-%1$s","uid":"u","namespace":"kube-system",
                  "ownerReferences":[{"kind":"Node","name":"%1$s","controller":true}]},"spec":{"nodeName":"%1$s"},
                  "status":{"phase":"Running","conditions":[{"type":"Ready","status":"False"}]}}]}
                """.formatted(node);

        LabException failure = failure(() -> resizing(lab).get(0).action().run(context));
        assertThat(failure.id()).isEqualTo("node-not-ready");
        assertThat(failure.why().orElse("")).contains("etcd-control1");
    }

    /** A container takes what it needs of the host. */
    @Test
    void plan_ofMoreMemoryOnDocker_resizesNothing() {
        LabContext grown = new ChangingLab(folder, LAB.replace("provider: virtualbox\n", ""))
                .labContext(GROWN.replace("provider: virtualbox\n", ""));

        assertThat(GoldenPlans.of(grown).steps()).noneMatch(step -> step.id().startsWith("machine-resized/"));
    }

    @Test
    void node_withOldMemory_isDrainedAndRestarted() {
        HealthyLab lab = changed(LAB, GROWN);
        Probe seen = resizing(lab).get(0).action().probe(context);
        assertThat(seen.reason()).isEqualTo("it has 2 CPUs and 1943 MiB");
        assertThat(seen.destroys()).get().asString().startsWith("drain node1 and start it again");
        lab.machines.onHost(words -> {
            if (words.contains("vagrant up")) {
                measure(lab, "node1", 2, OF_4_GIB);
            }
        });

        resizing(lab).get(0).action().run(context);

        assertThat(context.destroyed()).hasSize(1);
        assertThat(lab.api.calls()).contains("merge /api/v1/nodes/node1");
        assertThat(lab.labContext.cluster().node("node1")).get().matches(node -> !node.cordoned());
        assertThat(lab.machines.told()).filteredOn(line -> line.startsWith("vagrant halt")
                || line.startsWith("vagrant up")).hasSize(2).first().asString().startsWith("vagrant halt");
        assertThat(resizing(lab)).as("whatever became of the rest").extracting(Step::id)
                .containsExactly("machine-resized/node2");
        assertThat(new WorkspaceState(lab.labContext.workspace()).lab().orElseThrow().machine("node1").orElseThrow()
                .memoryMiB()).isEqualTo(4096);
    }

    @Test
    void node_cordonedByItsUser_staysSo() {
        HealthyLab lab = changed(LAB, GROWN);
        lab.labContext.cluster().cordon("node1");
        lab.machines.onHost(words -> {
            if (words.contains("vagrant up")) {
                measure(lab, "node1", 2, OF_4_GIB);
            }
        });

        resizing(lab).get(0).action().run(context);

        assertThat(lab.labContext.cluster().node("node1")).get().matches(Node::cordoned);
    }

    /** It was off when the file changed, or somebody reloaded it. */
    @Test
    void node_withNewMemory_staysAsItIs() {
        HealthyLab lab = changed(LAB, GROWN);
        measure(lab, "node1", 2, OF_4_GIB);

        resizing(lab).get(0).action().run(context);

        assertThat(context.destroyed()).isEmpty();
        assertThat(lab.machines.told()).noneMatch(line -> line.startsWith("vagrant"));
    }

    /** It was off when the file changed, so nobody was asked; what was added is less than what a kernel keeps. */
    @Test
    void node_startedJustNow_hasNewMeasure() {
        HealthyLab lab = changed(LAB, LAB.replace("2GiB", "2100MiB"));
        lab.labContext.remembered().noteBoot("node1");

        resizing(lab).get(0).action().run(QuietContext.refusing());

        assertThat(lab.machines.told()).noneMatch(line -> line.startsWith("vagrant"));
        assertThat(resizing(lab)).extracting(Step::id).containsExactly("machine-resized/node2");
    }

    /** What a kernel keeps for itself is more than what was added: `up` must ask, or it could never go on. */
    @Test
    void node_withSlightlyMore_isUnknownAndAsks() {
        HealthyLab lab = changed(LAB, LAB.replace("2GiB", "2100MiB"));

        Probe seen = resizing(lab).get(0).action().probe(context);

        assertThat(seen.answer()).isEqualTo(Probe.Answer.UNKNOWN);
        assertThat(seen.destroys()).isPresent();
    }

    @Test
    void node_notGettingNewMemory_fails() {
        HealthyLab lab = changed(LAB, GROWN);

        LabException failure = failure(() -> resizing(lab).get(0).action().run(context));
        assertThat(failure.id()).isEqualTo("machine-not-resized");
        assertThat(failure.why()).contains("it has 2 CPUs and 1943 MiB");
        assertThat(failure.advice()).contains("hybridlab destroy", "node1, then hybridlab up");
    }

    /** The cluster is on it. */
    @Test
    void onlyControlPlane_isNotToBeDestroyed() {
        HealthyLab lab = changed(LAB, LAB.replace("3000MiB", "4GiB"));

        LabException failure = failure(() -> resizing(lab).get(0).action().run(context));
        assertThat(failure.id()).isEqualTo("machine-not-resized");
        assertThat(failure.advice()).startsWith("Set them back in the lab file, then run: hybridlab up")
                .doesNotContain("hybridlab destroy");
    }

    /** An interpreted machine gets no more processors than its host has. */
    @Test
    void cpusBeyondHost_underEmulation_areThere() {
        up(LAB);
        String grown = GROWN.replace("provider: virtualbox\n", "").replace("cpus: 2", "cpus: 32");
        OpenLab open = WindowsLabs.onLibvirt(grown, folder, (command, lines, cancelled) -> null).open();
        HealthyLab lab = new HealthyLab(folder, open, Timeouts.EMULATED);
        lab.labContext.lab().machines().forEach(machine -> measure(lab, machine.name(),
                Runtime.getRuntime().availableProcessors(), OF_4_GIB));

        resizing(lab).get(0).action().run(QuietContext.refusing());

        assertThat(resizing(lab)).extracting(Step::id).containsExactly("machine-resized/node2");
    }

    /** Nobody agreed to the end of its pods. */
    @Test
    void node_withoutAgreement_isNotTouched() {
        HealthyLab lab = changed(LAB, GROWN);

        assertThatThrownBy(() -> resizing(lab).get(0).action().run(QuietContext.refusing()))
                .hasMessageContaining("drain node1");
        assertThat(lab.api.calls()).isEmpty();
        assertThat(lab.machines.told()).noneMatch(line -> line.startsWith("vagrant"));
    }

    @Test
    void node_withUnknownMemory_isNotTouched() {
        HealthyLab lab = changed(LAB, GROWN);
        lab.machines.write("node1", "/cpus", "Welcome!");

        assertThat(failure(() -> resizing(lab).get(0).action().run(context)).id()).isEqualTo("guest-answer-unclear");
        assertThat(context.destroyed()).isEmpty();
    }

    /** Nobody asks it for its measure; what it boots with is what the file says. */
    @Test
    void windowsMachine_cutOffStarting_isLeftAlone() {
        HealthyLab lab = changed(WITH_WINDOWS, WITH_WINDOWS.replace("4GiB", "6GiB"));
        lab.machines.onHost(words -> {
            if (words.contains("vagrant up")) {
                context.cancellation().request();
            }
        });

        assertThatThrownBy(() -> resizing(lab).get(0).action().run(context)).isInstanceOf(LabException.class);

        assertThat(lab.machines.told()).anyMatch(line -> line.startsWith("vagrant up"));
        assertThat(resizing(lab)).isEmpty();
    }

    /** Its services may take minutes to start after a boot. */
    @Test
    void windowsNode_readyLate_isAwaited() {
        HealthyLab lab = changed(WITH_WINDOWS, WITH_WINDOWS.replace("4GiB", "6GiB"));
        lab.machines.onHost(words -> {
            if (words.contains("vagrant up")) {
                lab.api.answers.put("/api/v1/nodes", "{\"items\":[]}");
                CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS).execute(lab.api.answers::clear);
            }
        });
        lab.machines.answerOnHost(words -> words.startsWith("vagrant ssh-config")
                ? "1764201600,win,ssh-config,Host win\\n  HostName 127.0.0.1\\n  Port 2222\n" : "");

        resizing(lab).get(0).action().run(context);

        assertThat(resizing(lab)).isEmpty();
    }

    /** Whatever becomes of the rest: its node may take longer to be Ready than this run waits. */
    @Test
    void node_bootedWithNewMemory_isLeftAlone() {
        HealthyLab lab = changed(LAB, LAB.replace("2GiB", "2100MiB"));
        lab.machines.onHost(words -> {
            if (words.contains("vagrant up")) {
                lab.api.answers.put("/api/v1/nodes", "{\"items\":[]}");
            }
        });

        assertThat(failure(() -> resizing(lab).get(0).action().run(context)).id()).isEqualTo("node-not-ready");

        assertThat(resizing(lab)).extracting(Step::id).containsExactly("machine-resized/node2");
    }

    private HealthyLab up(String text) {
        HealthyLab lab = new HealthyLab(folder, text);
        LabRecord.complete(lab.labContext);
        lab.labContext.lab().machines().forEach(machine -> measure(lab, machine.name(), 2, OF_2_GIB));
        return lab;
    }

    private HealthyLab changed(String before, String now) {
        up(before);
        HealthyLab lab = new HealthyLab(folder, now);
        lab.labContext.lab().machines().forEach(machine -> measure(lab, machine.name(), 2, OF_2_GIB));
        return lab;
    }

    private static void measure(HealthyLab lab, String machine, int cpus, int kib) {
        lab.machines.write(machine, "/cpus", cpus + "\n").write(machine, "/proc/meminfo", "MemTotal:  %d kB\n"
                .formatted(kib));
    }

    private static List<Step> resizing(HealthyLab lab) {
        return GoldenPlans.of(lab.labContext).steps().stream().filter(step -> step.id().startsWith("machine-resized/"))
                .toList();
    }
}
