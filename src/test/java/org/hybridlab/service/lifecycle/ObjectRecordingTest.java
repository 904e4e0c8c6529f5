package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.engine.RunResult;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.reset.ObjectRecord;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectRecordingTest {
    @TempDir
    private Path folder;
    private final List<String> heard = new CopyOnWriteArrayList<>();

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
