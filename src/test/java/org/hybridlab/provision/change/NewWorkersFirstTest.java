package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods of a worker that leaves have a place to go to. */
@ExtendWith(GoldenPlans.class)
class NewWorkersFirstTest {
    private static final String TWO = """
            name: lab
            kubernetes: 1.35
            machines:
              - {name: control, role: control-plane, address: 192.168.57.11}
              - {name: store, role: etcd, address: 192.168.57.12}
              - {name: old1, address: 192.168.57.21}
              - {name: old2, address: 192.168.57.22}
            network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}
            """;
    private static final String RENAMED = TWO.replace("{name: old1, address: 192.168.57.21}", "{name: new1}");
    private static final String SIZED = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, memory: 5GiB}
              - {name: old1, memory: 2GiB, address: 192.168.57.21}
              - {name: other, memory: 2GiB}
            network: {machines: 192.168.57.0/24}
            """;
    private static final Predicate<String> HANDED_OVER = Pattern.compile(
            "(node-ready/new1|(node-drained|machine-gone|node-left)/.*)").asMatchPredicate();

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void labIsUp() {
        lab = new ChangingLab(folder, TWO);
    }

    private Set<String> drainNeeds(String text, String machine) {
        return ready(GoldenPlans.of(lab.labContext(text)), machine);
    }

    private static Set<String> ready(Plan plan, String machine) {
        return plan.step("node-drained/" + machine).needs().stream().filter(id -> id.startsWith("node-ready/"))
                .collect(Collectors.toSet());
    }

    @Test
    void renamedWorker_staysUntilNewOneIsReady() {
        assertThat(drainNeeds(RENAMED, "old1")).containsExactly("node-ready/new1");
    }

    @Test
    void workerWithoutSuccessor_isDrainedAtOnce() {
        assertThat(drainNeeds(TWO.replace("  - {name: old1, address: 192.168.57.21}\n", ""), "old1")).isEmpty();
    }

    /** The host was full, for example. */
    @Test
    void newWorker_thatFails_leavesOldOneAlone() {
        lab.world.pods.put("web-1", "old1");

        assertThat(lab.run(lab.plan(lab.quick(RENAMED), HANDED_OVER), Agreement.ALL).failures()).singleElement()
                .satisfies(step -> assertThat(step.step()).isEqualTo("node-ready/new1"));

        assertThat(lab.world.told).isEmpty();
        assertThat(lab.world.machines).containsKey("old1");
    }

    /** The next {@code up} knows it as joined. */
    @Test
    void newWorker_ofFailedUp_isWaitedFor() {
        LabContext failed = lab.labContext(RENAMED);
        failed.workspace().write(".vagrant/machines/new1/docker/id", "id");
        LabRecord.noteJoined(failed, "node-joined/new1"::equals);

        assertThat(drainNeeds(RENAMED, "old1")).containsExactly("node-ready/new1");
        assertThat(drainNeeds(RENAMED.replace("1.35", "1.36"), "old1")).containsExactly("node-ready/new1");
    }

    @Test
    void workerOfEarlierUp_isNotWaitedFor() {
        String three = TWO.replace("network:", "  - {name: new1}\nnetwork:");
        LabContext well = lab.labContext(three);
        well.workspace().write(".vagrant/machines/new1/docker/id", "id");
        LabRecord.noteJoined(well, "node-joined/new1"::equals);
        LabRecord.complete(well);

        assertThat(drainNeeds(RENAMED, "old1")).isEmpty();
    }

    /** It is made once the old one is gone. */
    @Test
    void newWorker_atOldAddress_comesAfterIt() {
        Plan plan = GoldenPlans.of(lab.labContext(TWO.replace("name: old1", "name: new1")));

        assertThat(plan.step("machine-running/new1").needs()).contains("node-left/old1");
        assertThat(ready(plan, "old1")).isEmpty();
    }

    /** One of the two has to go first. */
    @Test
    void newWorkers_atOldAddresses_makeNoCircle() {
        Plan plan = GoldenPlans.of(lab.labContext(TWO.replace("name: old1", "name: new1")
                .replace("name: old2", "name: new2")));

        assertThat(ready(plan, "old1")).containsExactly("node-ready/new2");
        assertThat(ready(plan, "old2")).isEmpty();
    }

    /** Each of three comes at the address of another one that goes, two of them not as workers. */
    @Test
    void machines_thatSwapAddresses_haveAPlan() {
        Plan plan = GoldenPlans.of(lab.labContext(TWO.replace("{name: store, role: etcd, address: 192.168.57.12}",
                        "{name: store2, role: etcd}\n  - {name: store3, role: etcd}\n  - {name: store4, role: etcd}")
                .replace("{name: old1,", "{name: control2, role: control-plane,")
                .replace("{name: old2, address: 192.168.57.22}", "{name: new1, address: 192.168.57.12}")));

        assertThat(ready(plan, "old1")).isEmpty();
        assertThat(ready(plan, "old2")).containsExactly("node-ready/new1");
    }

    /** Nor is a member of etcd kept for longer than before. */
    @Test
    void controlPlane_thatLeaves_waitsForNoWorker() {
        String three = TWO.replace("{name: store, role: etcd, address: 192.168.57.12}", "{name: control2, role: "
                + "control-plane}\n  - {name: control3, role: control-plane}");
        ChangingLab several = new ChangingLab(folder, three);
        String changed = three.replace("{name: control2, role: control-plane}\n  - ", "")
                .replace("{name: control3, role: control-plane}", "{name: new1}");

        assertThat(ready(GoldenPlans.of(several.labContext(changed)), "control3")).isEmpty();
    }

    /** Each of both reserves its 2048 MiB, and the host keeps 1024 MiB for itself. */
    @ParameterizedTest
    @CsvSource({"VIRTUALBOX, 12288, true", "VIRTUALBOX, 12287, false", "VIRTUALBOX, 0, true", "DOCKER, 10240, true"})
    void oldWorker_stays_whereHostHasRoom(ProviderName provider, int memory, boolean stays) throws IOException {
        LabContext before = new PlannedLabs(folder).on(provider, SIZED);
        LabRecord.complete(before);
        before.lab().machines().forEach(machine -> before.workspace()
                .write(".vagrant/machines/%s/any/id".formatted(machine.name()), "id"));
        OpenLab open = new PlannedLabs(folder).on(provider, SIZED.replace("old1", "new1").replace(".21", ".31"))
                .open();
        LabContext now = WindowsLabs.labContext(new OpenLab(open.location(), open.folder(), open.id(),
                open.lab(), open.workspace(), open.choice(), List.of(), open.word(), Optional.empty(),
                open.settings(), memory == 0 ? OptionalInt.empty() : OptionalInt.of(memory)), folder,
                new LocalProcesses());

        assertThat(ready(GoldenPlans.of(now), "old1")).isEqualTo(stays ? Set.of("node-ready/new1") : Set.of());
    }
}
