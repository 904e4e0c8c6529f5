package org.hybridlab.provision.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** An API server goes on with the machines that hold etcd now. */
class EtcdEndpointsKnownTest {
    private static final Duration PATIENT = Duration.ofSeconds(3);
    private static final Timeouts PACE = new Timeouts(PATIENT, PATIENT, PATIENT, PATIENT, PATIENT, PATIENT, PATIENT,
            PATIENT, PATIENT, PATIENT, PATIENT);
    private static final String MANIFEST = "/etc/kubernetes/manifests/kube-apiserver.yaml";
    private static final String UNDER_WAY = "/etc/kubernetes/hybridlab-etcd-changing";
    private static final String CONFIG = "/api/v1/namespaces/kube-system/configmaps/kubeadm-config";
    private static final List<String> EARLIER = List.of("https://192.168.57.12:2379", "https://192.168.57.99:2379");
    private static final String KUBEADM = """
            etcd:
              external:
                caFile: /etc/kubernetes/pki/etcd/ca.crt
                endpoints:
                - https://192.168.57.12:2379
                - https://192.168.57.99:2379
                keyFile: /etc/kubernetes/pki/apiserver-etcd-client.key
            kubernetesVersion: v1.36.3
            """;

    private final QuietContext context = new QuietContext();
    @TempDir
    private Path folder;
    private HealthyLab lab;
    private List<String> endpoints;
    private Action action;

    @BeforeEach
    void controlPlaneThatAsksOtherMembers() {
        lab = new HealthyLab(folder, WindowsLabs.open(WindowsLabs.lab(HealthyLab.ETCD_APART, folder), folder), PACE);
        Machine control = lab.labContext.lab().machine("control").orElseThrow();
        endpoints = EtcdEndpointsKnown.endpoints(lab.labContext.lab());
        action = new EtcdEndpointsKnown(lab.labContext, control);
        lab.machines.write("control", MANIFEST, HealthyLab.apiServer(EARLIER)).write("control", "/pgrep", "echo 7")
                .write("control", "/proc/7/cmdline", "kube-apiserver\0--etcd-servers=%s\0".formatted(
                        String.join(",", endpoints)));
        lab.api.answers.put(CONFIG, JsonMapper.shared().createObjectNode().set("data", JsonMapper.shared()
                .createObjectNode().put("ClusterConfiguration", KUBEADM)).toString());
    }

    @Test
    void apiServer_askingOthers_isToldOfThese() throws IOException {
        assertThat(action.probe(context).answer()).isEqualTo(Probe.Answer.ABSENT);

        action.run(context);

        assertThat(manifest()).isEqualTo(HealthyLab.apiServer(endpoints));
        assertThat(action.probe(context).isPresent()).isTrue();
        assertThat(lab.machines.disk("control").resolve(UNDER_WAY.substring(1))).doesNotExist();
    }

    /** kubeadm gives it to control planes that join, and to all at an upgrade. */
    @Test
    void kubeadm_inTheCluster_isToldToo() {
        action.run(context);

        assertThat(lab.api.merged(CONFIG)).singleElement().satisfies(change -> assertThat(change
                .at("/data/ClusterConfiguration").asString()).isEqualTo(KUBEADM.replace("""
                            - https://192.168.57.12:2379
                            - https://192.168.57.99:2379
                        """, """
                            - https://192.168.57.12:2379
                            - https://192.168.57.13:2379
                            - https://192.168.57.14:2379
                        """)));
    }

    @Test
    void change_thatWasCutOff_isDoneAgain() {
        lab.machines.write("control", MANIFEST, HealthyLab.apiServer(endpoints)).write("control", UNDER_WAY, "");
        assertThat(action.probe(context).answer()).isEqualTo(Probe.Answer.ABSENT);

        action.run(context);

        assertThat(lab.api.merged(CONFIG)).hasSize(1);
        assertThat(action.probe(context).isPresent()).isTrue();
    }

    @Test
    void apiServer_stayingAsBefore_isNotBelieved() {
        lab.machines.write("control", "/proc/7/cmdline", "kube-apiserver\0--etcd-servers=%s\0".formatted(
                String.join(",", EARLIER)));

        assertThat(failure(() -> action.run(context)).id()).isEqualTo("api-not-ready");
        assertThat(action.probe(context).answer()).isEqualTo(Probe.Answer.ABSENT);
    }

    @Test
    void cluster_thatDoesNotAnswer_leavesChangeUnfinished() {
        lab.api.fail(FakeApi.Fault.UNREACHABLE);

        assertThatThrownBy(() -> action.run(context)).isInstanceOf(LabException.class);

        assertThat(action.probe(context).reason()).contains("did not get to its end");
    }

    @Test
    void manifest_withoutEtcd_staysAsItIs() throws IOException {
        lab.machines.write("control", MANIFEST, "kind: Pod\n");
        assertThat(action.probe(context).answer()).isEqualTo(Probe.Answer.UNKNOWN);

        assertThatThrownBy(() -> action.run(context)).isInstanceOf(LabException.class);

        assertThat(manifest()).isEqualTo("kind: Pod\n");
    }

    @Test
    void machineWithoutApiServer_hasNothingToTell() {
        lab.remove("control", MANIFEST);

        assertThat(action.probe(context).isPresent()).isTrue();
        action.run(context);

        assertThat(lab.api.calls()).isEmpty();
    }

    private String manifest() throws IOException {
        return Files.readString(Path.of(lab.machines.disk("control") + MANIFEST));
    }
}
