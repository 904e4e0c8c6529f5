package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.PlanService.PlanOptions;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.lab.LabService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that `plan` shows is in one result, which needs no command line. */
class PlanServiceTest {
    private static final String DUO = """
            name: duo
            provider: docker
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            """;
    @TempDir
    private Path home;
    private List<String> off = List.of();
    private final FakePrograms processes = FakePrograms.printing(command ->
            !FakePrograms.line(command).startsWith("docker ps") ? "" : off.stream()
                    .map(name -> "%1$s exited id-%1$s\n".formatted(name)).collect(Collectors.joining()));

    @Test
    void plan_ofNewLab_asksAndWritesNothing() {
        LabsInFolder labs = new LabsInFolder(home, DUO);

        PlanResult plan = plan(labs, PlanOptions.USUAL);

        assertThat(plan.lab().lab().name()).isEqualTo("duo");
        assertThat(plan.lab().choice().provider()).isEqualTo(ProviderName.DOCKER);
        assertThat(plan.notProbed()).contains("nothing of this lab was made on this host");
        assertThat(plan.steps()).extracting(PlannedStep::id).contains("machine-running/node", "node-joined/node");
        assertThat(plan.steps()).filteredOn(step -> step.id().equals("node-joined/node")).singleElement()
                .satisfies(step -> {
                    assertThat(step.runs()).isTrue();
                    assertThat(step.machine()).contains("node");
                    assertThat(step.needs()).contains("machine-prepared/node");
                });
        assertThat(plan.changes()).isEmpty();
        assertThat(plan.estimate().lines()).anyMatch(line -> line.startsWith("2 machines with "));
        assertThat(plan.proof()).isEmpty();
        assertThat(plan.boxes()).as("the box is made here").isEmpty();
        assertThat(plan.images().all()).isEmpty();
        assertThat(processes.ran()).noneMatch(command -> command.startsWith("docker ps") || command.startsWith("ssh"));
        assertThat(labs.workspace()).doesNotExist();
    }

    @Test
    void plan_ofLabUp_hasChangesAndAsks() {
        LabsInFolder labs = new LabsInFolder(home, DUO);
        recordCluster(labs);
        LabsInFolder grown = new LabsInFolder(home, DUO.replace("{name: node}", "{name: node, count: 2}"));

        PlanResult plan = plan(grown, PlanOptions.USUAL);

        assertThat(plan.notProbed()).isEmpty();
        assertThat(plan.changes().orElseThrow()).extracting(LabChange::name).contains("node1", "node2", "node");
        assertThat(processes.ran()).anyMatch(command -> command.startsWith("docker "));
    }

    /** `up` would refuse the same: nobody can take the members out that are off. */
    @Test
    void plan_whereEtcdCannotShrink_isRefused() {
        String three = DUO.replace("{name: control, role: control-plane}", "{name: control, role: control-plane, "
                + "count: 3}") + "network: {machines: 192.168.57.0/24, virtualAddress: 192.168.57.5}\n";
        LabsInFolder labs = new LabsInFolder(home, three);
        recordCluster(labs).write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
        off = List.of("control2", "control3");

        LabsInFolder shrunk = new LabsInFolder(home, three.replace("name: control,", "name: control1,")
                .replace(", count: 3", ""));

        LabException e = failure(() -> plan(shrunk, PlanOptions.USUAL));
        assertThat(e.id()).isEqualTo("change-refused");
        assertThat(e.what()).startsWith("control2, control3 left the lab file of duo and cannot leave etcd");
    }

    /** `up` forgets such a cluster before all else. */
    @Test
    void plan_afterLastMachine_isOfNewLab() {
        LabsInFolder labs = new LabsInFolder(home, DUO);
        recordCluster(labs).write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
        LabsInFolder other = new LabsInFolder(home, DUO.replace("name: node", "name: work").replace("1.36", "1.35"));

        PlanResult plan = plan(other, PlanOptions.USUAL);

        assertThat(plan.changes()).isEmpty();
        assertThat(plan.steps()).extracting(PlannedStep::id).contains("machine-running/work")
                .doesNotContain("node-left/node");
        assertThat(plan.steps()).filteredOn(step -> step.machine().isPresent()).allMatch(PlannedStep::runs);
        assertThat(plan.lab().workspace().folder()).isEqualTo(labs.workspace());
        assertThat(new WorkspaceState(plan.lab().workspace()).lab()).as("it only looks").isPresent();
        off = List.of("node");
        assertThat(plan(other, PlanOptions.USUAL).changes()).as("the provider has a machine").isPresent();
    }

    /** Killed early, nothing seems to be missing; killed late, machines and cluster do. The reset makes both untrue. */
    @Test
    void plan_afterCutOffReset_endsItFirst() {
        LabsInFolder labs = new LabsInFolder(home, DUO);
        new WorkspaceState(recordCluster(labs)).beginReset("morning");

        PlanResult plan = plan(new LabsInFolder(home, DUO.replace("name: node", "name: work")), PlanOptions.USUAL);

        assertThat(plan.resetNotEnded()).contains("morning");
        assertThat(plan.changes()).as("the snapshot may have others").isEmpty();
        assertThat(plan.steps()).singleElement().satisfies(step -> {
            assertThat(step.id()).isEqualTo("reset-ended");
            assertThat(step.runs()).isTrue();
            assertThat(step.destroys()).contains("lose all that was changed in the cluster and on its machines since "
                    + "the snapshot");
        });
        assertThat(processes.ran()).as("machines of different moments say nothing")
                .noneMatch(one -> one.startsWith("docker ps"));
    }

    private Workspace recordCluster(LabsInFolder labs) {
        labs.recordUp();
        LabService service = new LabService(labs.context(processes, new ArrayList<>()));
        LabContext then = service.labContext(service.open(labs.named(), OpenOptions.NONE));
        then.workspace().write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
        LabRecord.complete(then);
        return then.workspace();
    }

    /** Advice by the name of the lab file would lead to another instance. */
    @Test
    void adviceCallsTheLabAsTheUserDid() {
        LabsInFolder labs = new LabsInFolder(home, DUO);
        LabService service = new LabService(labs.context(processes, new ArrayList<>()));

        assertThat(service.labContext(service.open(new NamedLab(labs.named().location(), "duo --name two"),
                OpenOptions.NONE)).word()).isEqualTo("duo --name two");
    }

    @Test
    void plan_ofWindows_hasBoxesImagesAndProof() {
        PlanResult plan = plan(new LabsInFolder(home, """
                name: duo
                provider: virtualbox
                machines:
                  - {name: control, role: control-plane, memory: 2GiB}
                  - {name: win, os: windows, memory: 2GiB}
                """), PlanOptions.USUAL);

        assertThat(plan.proof()).isPresent();
        assertThat(plan.boxes()).anyMatch(box -> box.machines().equals(List.of("win")) && !box.here());
        assertThat(plan.images().all()).anyMatch(image -> image.image().contains("pause"));
        assertThat(plan.estimate().software()).isNotEmpty();
    }

    @Test
    void plan_untilAMachine_hasItsStepsOnly() {
        LabsInFolder labs = new LabsInFolder(home, DUO);

        PlanResult plan = plan(labs, until("control"));

        assertThat(plan.steps()).extracting(PlannedStep::id).contains("machine-running/control")
                .doesNotContain("node-joined/node");
        assertThat(failure(() -> plan(labs, until("controll"))).id()).isEqualTo("step-unknown");
    }

    private PlanResult plan(LabsInFolder labs, PlanOptions options) {
        return new PlanService(labs.context(processes, new ArrayList<>())).plan(labs.named(), options);
    }

    private static PlanOptions until(String last) {
        return new PlanOptions(OpenOptions.NONE, new PlanPart(Optional.of(last)));
    }
}
