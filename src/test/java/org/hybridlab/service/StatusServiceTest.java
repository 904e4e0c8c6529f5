package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.status.LabStatus;
import org.hybridlab.service.status.MachineStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All that `status` shows is in one result, which needs no command line. The API server is unknown. */
class StatusServiceTest {
    private static final String LAB = "name: duo\nmachines: [{name: control, role: control-plane}]\n";
    private static final String HYBRID = LAB.replace("]", ", {name: win, os: windows}]");
    @TempDir
    private Path home;
    private LabsInFolder labs;
    private int exitCode;
    private String answer = "";
    private final FakePrograms docker = new FakePrograms(command -> new FakePrograms.Answer(exitCode, answer, ""));

    @BeforeEach
    void aLabFile() {
        labs = new LabsInFolder(home, LAB);
    }

    @Test
    void status_ofANewLab_asksNobody() {
        StatusResult result = service().status(labs.named());

        assertThat(result.onThisHost()).isFalse();
        assertThat(result.status().lab()).isEqualTo("duo");
        assertThat(result.status().machines()).extracting(MachineStatus::machine).containsExactly("control");
        assertThat(result.status().drift()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(docker.commands).isEmpty();
    }

    /** A host that has Docker alone cannot run the file's Windows machine, which is no fault of the file. */
    @ParameterizedTest
    @CsvSource({"'', '', not created", "'', 1, simulated", "docker, '', simulated", "docker, 1, simulated"})
    void status_ofNewHybridLab_asksNobody(String provider, String simulates, String windows) {
        labs = new LabsInFolder(home, HYBRID + (provider.isEmpty() ? "" : "provider: " + provider + "\n"));
        labs.environment("HYBRIDLAB_SIMULATE_WINDOWS", simulates);

        StatusResult result = service().status(labs.named());

        assertThat(result.onThisHost()).isFalse();
        assertThat(result.status().machines()).extracting(MachineStatus::state)
                .containsExactly("not created", windows);
        assertThat(result.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(docker.commands).isEmpty();
    }

    /** It is no wish for a lab whose real machines are there. */
    @Test
    void status_ofRealWindows_ignoresTheSwitch() {
        labs = new LabsInFolder(home, HYBRID);
        labs.recordUp(ProviderName.VIRTUALBOX);
        labs.environment("HYBRIDLAB_SIMULATE_WINDOWS", "1");

        assertThat(service().status(labs.named()).status().machines()).extracting(MachineStatus::state)
                .doesNotContain("simulated");
    }

    @Test
    void status_ofNewLargeLab_asksNobody() {
        labs = new LabsInFolder(home, LAB.replace("control-plane}", "control-plane, memory: 900GiB, cpus: 4}"));

        assertThat(service().status(labs.named()).onThisHost()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "provider: docker\n", "BROKEN"})
    @Timeout(30)
    void watch_duringDestroy_seesItsEnd(String more) {
        labs = new LabsInFolder(home, HYBRID + more.replace("BROKEN", ""));
        labs.recordSimulated();
        answer = "control running\n";
        List<Boolean> seen = new ArrayList<>();

        service().watch(labs.named(), Duration.ofMillis(1), result -> {
            seen.add(result.onThisHost());
            if (seen.size() == 1) {
                labs.forget();
                labs.edit(text -> more.equals("BROKEN") ? "machines: [{" : text);
            } else {
                labs.cancellation.request();
            }
        });

        assertThat(seen).containsExactly(true, false);
    }

    @Test
    void status_ofLabUp_hasMachinesAndDrift() {
        labs.recordUp();
        answer = "control running\nother running\n";

        StatusResult result = service().status(labs.named());

        assertThat(result.onThisHost()).isTrue();
        assertThat(result.failures()).isEmpty();
        assertThat(result.status().machines()).extracting(MachineStatus::state).containsExactly("running");
        assertThat(result.status().drift().orElseThrow()).containsExactly(
                "other is on this host, and not in the lab file.");
        assertThat(result.status().unknown()).containsExactly(
                "The nodes are unknown, because the workspace has no kubeconfig.");
    }

    @Test
    void status_ofChangedFile_namesTheChanges() throws IOException {
        labs.recordUp();
        answer = "control running\n";
        LabService service = new LabService(labs.context(failing(), new ArrayList<>()));
        LabContext up = service.labContext(service.asItIs(labs.named()));
        LabRecord.complete(up);
        Files.writeString(labs.named().location().file(), LAB.replace("]", ", {name: node}]"));

        assertThat(service().status(labs.named()).status().drift().orElseThrow()).hasSize(2).last().asString()
                .startsWith("the file has changed: + machine node: worker");
    }

    /** Nothing else tells that the machines are of no one moment. */
    @Test
    void status_afterCutOffReset_saysSo() {
        labs.recordUp();
        answer = "control running\n";
        new WorkspaceState(Workspace.of(labs.named().location().file())).beginReset("morning");

        LabStatus status = service().status(labs.named()).status();
        assertThat(status.resetNotEnded()).contains("morning");
        assertThat(status.well()).isFalse();
        assertThat(status.drift().orElseThrow()).containsExactly(
                "A reset to the snapshot 'morning' has not ended, so the machines may be of different moments: "
                        + "`hybridlab up %s` ends it.".formatted(labs.named().word()));
    }

    @Test
    void status_afterCutOffReplacement_saysSo() {
        labs.recordUp();
        answer = "control running\n";
        new WorkspaceState(Workspace.of(labs.named().location().file())).beginRecreating("control");

        assertThat(service().status(labs.named()).status().drift().orElseThrow()).containsExactly("control is being "
                + "recreated: `hybridlab up %s` goes on with it.".formatted(labs.named().word()));
    }

    /** It shows what it can without the record. */
    @Test
    void status_withUnreadableRecord_showsMachines() throws IOException {
        labs.recordUp();
        answer = "control running\n";
        Path file = new WorkspaceState(Workspace.of(labs.named().location().file())).file();
        Files.writeString(file, "{");

        LabStatus status = service().status(labs.named()).status();

        assertThat(status.machines()).extracting(MachineStatus::state).containsExactly("running");
        assertThat(status.well()).isFalse();
        assertThat(status.unknown()).anyMatch(line -> line.contains(file.toString())
                && line.contains("hybridlab destroy " + labs.named().word()));
        assertThat(status.drift().orElseThrow()).as("`plan` shows no difference").isEmpty();
    }

    @Test
    void status_whereTheProviderFails_hasItsFailure() {
        labs.recordUp();
        exitCode = 1;

        StatusResult result = service().status(labs.named());

        assertThat(result.failures()).extracting(LabException::id).containsExactly("provider-not-answering");
        assertThat(result.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
        assertThat(result.status().machines()).extracting(MachineStatus::state).containsExactly("unknown");
    }

    @Test
    @Timeout(30)
    void watch_untilCancelled_givesEachAnswer() {
        labs.recordUp();
        List<StatusResult> seen = new ArrayList<>();

        StatusResult last = service().watch(labs.named(), Duration.ofMillis(1), result -> {
            seen.add(result);
            if (seen.size() == 3) {
                labs.cancellation.request();
            }
        });

        assertThat(seen).hasSize(3).last().isSameAs(last);
    }

    @Test
    @Timeout(30)
    void watch_begunBeforeUp_seesTheLab() {
        List<Boolean> seen = new ArrayList<>();
        answer = "control running\n";

        StatusResult last = service().watch(labs.named(), Duration.ofMillis(1), result -> {
            seen.add(result.onThisHost());
            if (seen.size() == 1) {
                labs.recordUp();
            } else {
                labs.cancellation.request();
            }
        });

        assertThat(seen).containsExactly(false, true);
        assertThat(last.status().machines()).extracting(MachineStatus::state).containsExactly("running");
    }

    /** An editor may save a half written file in between. */
    @Test
    @Timeout(30)
    void watch_whileFileIsEdited_followsIt() {
        labs.recordUp();
        List<Integer> seen = new ArrayList<>();

        service().watch(labs.named(), Duration.ofMillis(1), result -> {
            seen.add(result.status().machines().size());
            switch (seen.size()) {
                case 1 -> labs.edit(text -> text.replace("machines: [", "machines: [{"));
                case 2 -> labs.edit(text -> text.replace("machines: [{", "machines: [{name: later}, "));
                default -> labs.cancellation.request();
            }
        });

        assertThat(seen).containsExactly(1, 1, 2);
    }

    @Test
    void watch_cancelledBeforeAnAnswer_isInterrupted() {
        labs.recordUp();
        labs.cancellation.request();

        assertThatThrownBy(() -> service(failing()).watch(labs.named(), Duration.ofMillis(1), result -> { }))
                .isInstanceOfSatisfying(LabException.class,
                        e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INTERRUPTED));
    }

    private StatusService service() {
        return service(docker);
    }

    private static Processes failing() {
        return (command, lines, cancellation) -> {
            cancellation.throwIfRequested();
            throw new AssertionError("nothing was cancelled");
        };
    }

    private StatusService service(Processes processes) {
        return new StatusService(labs.context(processes, new ArrayList<>()));
    }
}
