package org.hybridlab.provision.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.fake.FakeApi.Fault;
import org.hybridlab.provision.HealthyLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who deleted the rights of the lab's administrator can still set the lab back. */
class AdminRightsTest {
    private static final String BINDING = "clusterrolebindings.rbac.authorization.k8s.io//kubeadm:cluster-admins";
    @TempDir
    private Path folder;
    private final List<String> heard = new ArrayList<>();
    private HealthyLab lab;

    @BeforeEach
    void aRecordedLab() {
        lab = new HealthyLab(folder, """
                name: solo
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}]
                """);
        lab.labContext.workspace().write("kubernetes/objects.json", """
                {"cluster": "1", "kubernetes": "v1.36.3", "nodes": {}, "unknown": [], "basis": "", "objects": {"%1$s": {
                  "kind": {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
                    "plural": "clusterrolebindings", "namespaced": false},
                  "namespace": "", "name": "kubeadm:cluster-admins", "digest": "", "applied": false,
                  "essence": {"kind": "ClusterRoleBinding"}, "owner": null, "own": null}}}""".formatted(BINDING));
    }

    private void ensure() {
        new AdminRights(lab.labContext).ensure(heard::add, new Cancellation());
    }

    /** Somebody deleted the binding, or edited the role. */
    @ParameterizedTest
    @EnumSource(names = {"FORBIDS", "FORBIDS_CHANGES"})
    void lostRights_areGivenBack_onControlPlane(Fault fault) {
        lab.api.fail(fault);
        CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> lab.api.fail(Fault.NONE));

        ensure();

        assertThat(lab.machines.told()).anyMatch(line -> line.contains(
                "kubectl --kubeconfig") && line.endsWith("super-admin.conf auth reconcile -f -"));
        assertThat(heard).hasSize(1);
    }

    @Test
    void rights_thatAreThere_stay() {
        ensure();
        lab.api.fail(Fault.REFUSES);
        assertThatThrownBy(this::ensure).isInstanceOf(LabException.class);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("reconcile"));
        assertThat(heard).isEmpty();
    }
}
