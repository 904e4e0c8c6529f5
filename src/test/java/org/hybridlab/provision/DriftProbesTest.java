package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.provision.machine.MachinePrepared;
import org.hybridlab.provision.up.SuspectSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What steps see of that which somebody changed since the last {@code up}, and what their runs do about it. */
class DriftProbesTest extends DriftedLab {
    @ParameterizedTest
    @ValueSource(strings = {"app-applied/web", "pod-network-applied", "system-pods-ready"})
    void silentApiServer_isNeitherThereNorGone(String step) {
        List.of(WEB, "/api/v1/namespaces/kube-flannel", COREDNS).forEach(path -> api.failing(path,
                LabException.labFailed("api-refused", "The API server refused to get %s (500).".formatted(path), "")));

        Probe probe = action(step).probe(new QuietContext());

        assertThat(probe.answer()).isEqualTo(Probe.Answer.UNKNOWN);
        assertThat(probe.reason()).contains("(500)");
    }

    @Test
    void scaleInFile_isPartOfTheApp() throws IOException {
        lab(", scale: {web: 3}");
        api.with(WEB, "{\"spec\":{\"replicas\":1}}").withDryRun(WEB, "{\"spec\":{\"replicas\":3}}");

        assertThat(action("app-applied/web").probe(new QuietContext()).reason())
                .isEqualTo("deployment/web: spec.replicas is 1 instead of 3");
        action("app-applied/web").run(new QuietContext());
        assertThat(api.told()).singleElement().asString().contains("replicas: 3");
    }

    @Test
    void scale_inNoFile_isTheUsers() {
        api.with(WEB, "{\"spec\":{\"replicas\":0}}").withDryRun(WEB, "{\"spec\":{\"replicas\":0}}");

        assertThat(action("app-applied/web").probe(new QuietContext()).isPresent()).isTrue();
        action("app-applied/web").run(new QuietContext());
        assertThat(api.told()).noneMatch(told -> told.contains("replicas"));
        api.with("/api/v1/nodes", "{\"items\":[]}");
        assertThat(SuspectSettings.of(labContext, "drift"))
                .containsExactly("Left as it is: deployment/web of the app web is "
                + "scaled to 0. If that is a mistake: hybridlab kubectl drift scale deployment/web --replicas=1");
    }

    @Test
    void cordonsAndTaints_ofUsers_areNamed() {
        api.with("/api/v1/nodes", """
                {"items":[
                  {"metadata":{"name":"node"},"spec":{"unschedulable":true,"taints":[
                    {"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"},
                    {"key":"node.kubernetes.io/out-of-service","effect":"NoExecute"},
                    {"key":"mine","effect":"NoExecute"},{"key":"soft","effect":"PreferNoSchedule"}]}},
                  {"metadata":{"name":"control"},"spec":{"taints":[
                    {"key":"node-role.kubernetes.io/control-plane","effect":"NoSchedule"}]}},
                  {"metadata":{"name":"stranger"},"spec":{"unschedulable":true}}]}""");

        assertThat(SuspectSettings.of(labContext, "drift")).hasSize(3)
                .anyMatch(line -> line.endsWith("taint nodes node node.kubernetes.io/out-of-service:NoExecute-"))
                .anyMatch(line -> line.contains("node is cordoned") && line.endsWith("hybridlab uncordon drift node"))
                .anyMatch(line -> line.endsWith("taint nodes node mine:NoExecute-"));
    }

    @Test
    void silentCluster_hasNothingSuspect() {
        api.notReady();

        assertThat(SuspectSettings.of(labContext, "drift")).isEmpty();
    }

    @Test
    void machine_withStoppedServices_isNotPrepared() {
        String marker = Fingerprint.of(labContext.files().prepare().get("node"));
        machines.answer = marker + "\n";
        assertThat(prepared().isPresent()).isTrue();

        machines.answer = marker + "\n\nits kubelet is disabled and inactive\n";
        assertThat(prepared()).isEqualTo(Probe.absent("its kubelet is disabled and inactive"));

        machines.answer = "";
        assertThat(prepared().answer()).isEqualTo(Probe.Answer.UNKNOWN);

        machines.answer = "\nits kubelet is disabled and inactive\n";
        assertThat(prepared().reason()).contains("have not run since its last boot");
        assertThat(labContext.files().prepare().get("node")).contains("systemctl --quiet enable \"$service\"");
    }

    private Probe prepared() {
        return new MachinePrepared(labContext, machine("node")).look(new QuietContext());
    }
}
