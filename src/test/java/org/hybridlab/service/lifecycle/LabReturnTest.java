package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.engine.RunResult;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.HealthyApi.Fault;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.reset.ObjectRecord;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabReturnTest {
    @TempDir
    private Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** Probes would take it for silent, and what follows takes longer than to wait. */
    @Test
    void startingApiServer_isAwaited() {
        HealthyLab lab = new HealthyLab(folder, """
                name: duo
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: node}]
                """);
        lab.api.fail(Fault.UNREACHABLE);
        CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> lab.api.fail(Fault.NONE));

        LabReturn.awaitApi(context(), lab.labContext);

        assertThat(lab.api.isReady()).isTrue();
        assertThat(heard).containsExactly("Waiting for the API server of duo");
    }

    /** Then the checks alone say whether it works; else `up` has more to do than they see. */
    @Test
    void labAsSaved_hasItsMachinesAlone() {
        HealthyLab lab = solo();
        assertThat(isAsSaved(lab)).as("nothing is noted as applied").isFalse();
        LabRecord.complete(lab.labContext);
        assertThat(isAsSaved(lab)).isTrue();

        lab.labContext.workspace().write("ssh/later.conf", "Host later\n");
        assertThat(isAsSaved(lab)).as("another machine may be there").isFalse();
    }

    @Test
    void labWithMachineOff_isNotAsSaved() {
        HealthyLab lab = solo();
        LabRecord.complete(lab.labContext);
        lab.labContext.created().power().halt("control", line -> { }, new Cancellation());

        assertThat(isAsSaved(lab)).isFalse();
    }

    /** A reset switches off what the snapshot does not have. */
    @Test
    void declinedUp_namesMachinesOff() {
        HealthyLab lab = solo();
        assertThat(LabReturn.notApplied(lab.labContext, "solo", new Cancellation()).what())
                .endsWith("what is said above.");
        lab.labContext.created().power().halt("control", line -> { }, new Cancellation());

        LabException declined = LabReturn.notApplied(lab.labContext, "solo", new Cancellation());

        assertThat(declined.what()).endsWith("what is said above. Switched off: control.");
        assertThat(declined.advice()).isEqualTo("Run `hybridlab up solo`: it asks again.");
    }

    private boolean isAsSaved(HealthyLab lab) {
        lab.labContext.forgetStates();
        return LabReturn.isAsSaved(context(), lab.labContext);
    }

    /** Else a later soft reset would take what it applied for a stranger's. */
    @Test
    void whatReturnApplied_isRecorded() {
        HealthyLab lab = solo();
        ObjectRecord record = new ObjectRecord(lab.labContext);
        record.update(new Cancellation());
        new WorkspaceState(lab.labContext.workspace()).addObjects("web", List.of("/api/v1/namespaces/web"));

        ObjectRecording.catchUp(lab.labContext, context());

        assertThat(heard).isEmpty();
        assertThat(record.isCurrent()).isTrue();
    }

    /** It would take what somebody made, or what a first `up` left half done, for what `up` leaves. */
    @Test
    void labWithoutRecord_getsNone() {
        HealthyLab lab = solo();

        ObjectRecording.catchUp(lab.labContext, context());

        assertThat(new ObjectRecord(lab.labContext).exists()).isFalse();
    }

    @Test
    void recordOfEarlierCluster_isLeft() {
        HealthyLab lab = solo();
        ObjectRecord record = new ObjectRecord(lab.labContext);
        record.update(new Cancellation());
        lab.api.answers.put("/api/v1/namespaces/kube-system", namespace("2"));
        lab.api.answers.put("/api/v1/namespaces", "{\"items\": [%s]}".formatted(namespace("2")));

        ObjectRecording.catchUp(lab.labContext, context());

        assertThat(record.read().orElseThrow().cluster()).isEqualTo("1");
    }

    @Test
    void unreadableRecord_isTold_andLeft() {
        HealthyLab lab = solo();
        Path file = lab.labContext.workspace().write("kubernetes/objects.json", "{");

        ObjectRecording.of(lab.labContext, new RunResult("run", List.of(), List.of(), false, Duration.ZERO), context())
                .close();

        assertThat(heard).singleElement().asString().startsWith("The cluster's objects are not recorded")
                .contains("cannot be read").contains("remove that file");
        assertThat(file).hasContent("{");
    }

    private HealthyLab solo() {
        HealthyLab lab = new HealthyLab(folder, """
                name: solo
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}]
                """);
        lab.api.answers.put("/api/v1/namespaces", "{\"items\": [%s]}".formatted(namespace("1")));
        lab.api.answers.put("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace", "verbs": ["list", "delete"]}]}""");
        return lab;
    }

    private static String namespace(String uid) {
        return "{\"metadata\": {\"name\": \"kube-system\", \"uid\": \"%s\"}}".formatted(uid);
    }

    private ServiceContext context() {
        return FakeService.in(folder, new LocalProcesses()).with(ServiceListener.lines(heard::add));
    }
}
