package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.fake.FakeApi.Fault;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.reset.ObjectRecord;
import org.hybridlab.service.context.ServiceContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A soft reset changes nothing that nobody agreed to. */
class ObjectResetTest {
    private static final String LAB = """
            name: solo
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}]
            """;
    private static final String REPAIR = "repair: Start the kubelet of control (it is stopped)";

    @TempDir
    private Path folder;
    private HealthyLab lab;
    private LabLock lock;
    private final List<String> asked = new ArrayList<>();
    private boolean agrees;
    private boolean stopped;
    private boolean repairFails;
    private Fault apiAfterRepair = Fault.NONE;
    private Optional<String> machine = Optional.of("control");

    @BeforeEach
    void aRecordedLab() {
        lab = healthy(LAB);
        new ObjectRecord(lab.labContext).update(new Cancellation());
        LabRecord.complete(lab.labContext);
        lock = LabLock.acquire(context().runFolder(lab.labContext.workspace()), Clock.systemUTC());
        // As a step that `up` has done.
        stopped = true;
        reset(true);
    }

    @AfterEach
    void unlock() {
        lock.close();
    }

    private HealthyLab healthy(String text) {
        HealthyLab healthy = new HealthyLab(folder, text);
        String namespace = "{\"metadata\": {\"name\": \"kube-system\", \"uid\": \"1\"}}";
        healthy.api.answers.put("/api/v1/namespaces/kube-system", namespace);
        healthy.api.answers.put("/api/v1/namespaces", "{\"items\": [%s]}".formatted(namespace));
        healthy.api.answers.put("/api/v1", """
                {"resources": [{"name": "namespaces", "kind": "Namespace", "verbs": ["list", "delete"]}]}""");
        return healthy;
    }

    @Test
    void repair_whereNoObjectDiffers_isAskedFor() {
        stopped = true;

        assertThatThrownBy(() -> reset(false)).isInstanceOf(LabException.class);

        assertThat(asked).containsExactly(REPAIR);
        assertThat(stopped).isTrue();
    }

    @Test
    void repair_onNoMachine_isAskedFor() {
        stopped = true;
        machine = Optional.empty();

        assertThatThrownBy(() -> reset(false)).isInstanceOf(LabException.class);

        assertThat(asked).containsExactly(REPAIR);
        assertThat(stopped).isTrue();
    }

    @Test
    void repair_agreedTo_isDone() {
        stopped = true;
        agrees = true;

        assertThat(reset(false).done().repaired()).containsExactly("kubelet/control");
        assertThat(stopped).isFalse();
    }

    @Test
    void repair_agreedToBefore_isNotLookedFor() {
        stopped = true;

        assertThat(reset(true).done().repaired()).containsExactly("kubelet/control");
        assertThat(asked).isEmpty();
    }

    @Test
    void silentApi_isNotRepairedUnasked() {
        lab.api.fail(Fault.UNREACHABLE);
        stopped = true;

        assertThatThrownBy(() -> reset(false)).isInstanceOf(LabException.class);

        assertThat(asked).containsExactly(REPAIR);
        assertThat(stopped).isTrue();
    }

    @Test
    void healthyLab_asksNothing() {
        assertThat(reset(false).done().left()).isEmpty();
        assertThat(asked).isEmpty();
    }

    /** Objects cannot be read at all, or not be put back. */
    @ParameterizedTest
    @EnumSource(names = {"FORBIDS", "FORBIDS_CHANGES"})
    void lostRights_arePreviewed(Fault fault) throws IOException {
        String record = Files.readString(lab.labContext.workspace().folder().resolve("kubernetes/objects.json"));
        lab.labContext.workspace().write("kubernetes/objects.json", record.replace("\"objects\":{", """
                "objects":{"clusterroles.rbac.authorization.k8s.io//cluster-admin": {
                  "kind": {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole",
                    "plural": "clusterroles", "namespaced": false}, "namespace": "", "name": "cluster-admin",
                  "digest": "", "applied": false, "essence": {"kind": "ClusterRole"},
                  "owner": null, "own": null},"""));
        lab.api.fail(fault);
        stopped = true;

        ObjectReset.Preview preview = objectReset().preview();

        assertThat(preview.rights()).isPresent();
        assertThat(preview.difference()).isEmpty();
        assertThat(preview.repairs()).hasSize(1);
        assertThat(stopped).isTrue();
    }

    @Test
    void damagedRecord_isNamed() {
        lab.labContext.workspace().write("kubernetes/objects.json", "{");

        LabException e = failure(() -> reset(true));
        assertThat(e.id()).isEqualTo("objects-not-recorded");
        assertThat(e.what()).contains("cannot be read");
    }

    @Test
    void silentApi_withoutRepair_isNotCalledRestored() {
        lab.api.fail(Fault.UNREACHABLE);
        repairFails = true;
        stopped = true;
        agrees = true;

        ObjectReset.Result result = reset(true);

        assertThat(result.failed()).isPresent();
        assertThat(result.done().left()).containsExactly("the cluster's objects are not compared: the API server did "
                + "not answer");
    }

    @Test
    void failedRepair_tellsUnknownKinds() {
        lab.api.hideThings();
        repairFails = true;
        stopped = true;

        assertThat(reset(true).done().left()).containsExactly(
                "things cannot be listed, so that nothing is known of it");
    }

    /** What was undone is told all the same. */
    @Test
    void apiLostAfterRepair_isNotCalledRestored() {
        apiAfterRepair = Fault.UNREACHABLE;
        stopped = true;

        ObjectReset.Result result = reset(true);

        assertThat(result.done().repaired()).containsExactly("kubelet/control");
        assertThat(result.done().left()).singleElement().asString()
                .startsWith("the cluster's objects are not compared again: ");
    }

    @Test
    void changedLabFile_isRefused() {
        agrees = true;
        stopped = true;
        lab = healthy(LAB.replace("}]", "}, {name: later}]"));

        LabException e = failure(() -> reset(false));
        assertThat(e.id()).isEqualTo("soft-reset-file-changed");
        assertThat(e.why().orElseThrow()).contains("+ machine later");
        assertThat(stopped).isTrue();
    }

    private ObjectReset.Result reset(boolean agreed) {
        return objectReset().run(lines -> {
            asked.addAll(lines);
            if (!agrees) {
                throw LabException.invalid("not-confirmed", "Nothing was changed.", "");
            }
        }, agreed);
    }

    private ObjectReset objectReset() {
        return new ObjectReset(context(), lab.labContext, lock, this::plan);
    }

    private Plan plan() {
        return new Plan(List.of(new Step("kubelet/control", "Start the kubelet of control", machine, Set.of(),
                Set.of(), Duration.ofMinutes(1), Retry.NEVER, "", new Kubelet())));
    }

    private final class Kubelet implements Action {
        @Override
        public Probe probe(StepContext context) {
            return stopped ? Probe.absent("it is stopped") : Probe.present("it runs");
        }

        @Override
        public void run(StepContext context) {
            if (repairFails) {
                throw LabException.labFailed("guest-command-failed", "It does not start.", "Read its log.");
            }
            stopped = false;
            lab.api.fail(apiAfterRepair);
        }
    }

    private ServiceContext context() {
        return FakeService.in(folder, new LocalProcesses());
    }
}
