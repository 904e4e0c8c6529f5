package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab whose machines join a cluster that is not its own. */
class ExistingClusterPlanTest {
    private static final String GUEST = """
            name: guests
            kubernetes: 1.36
            cluster: {kubeconfig: admin.conf}
            network: {machines: 192.168.60.0/24}
            machines:
              - {name: guest, address: 192.168.60.100}
            """;

    @TempDir
    private Path folder;
    private PlannedLabs labs;

    @BeforeEach
    void labs() {
        labs = new PlannedLabs(folder);
    }

    @Test
    void joiningLab_plan_makesNoControlPlane() throws IOException {
        LabContext labContext = labs.of(GUEST);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(plan.steps()).extracting(step -> step.id()).containsExactlyInAnyOrder("box-ready", "cluster-known",
                "host-network-ready", "machine-running/guest", "machine-prepared/guest", "node-joined/guest",
                "node-ready/guest");
        assertThat(plan.step("host-network-ready").needs()).isEqualTo(Set.of("cluster-known"));
        assertThat(plan.step("node-joined/guest").needs()).isEqualTo(Set.of("machine-prepared/guest", "cluster-known"));
        assertThat(labContext.files().kubeadmInit() + labContext.files().podNetwork()).isEmpty();
        assertThat(labContext.gathered().kubeadmJoin(labContext.lab().nodes().get(0), "/discovery", "token")).contains(
                "value: \"hybridlab.org/lab=guests\"", "directory: /etc/kubernetes/patches");
    }

    /** Its nodes keep the name that the lab came up with: else they would be taken for the cluster's own. */
    @Test
    void label_ofRenamedLab_staysTheSame() throws IOException {
        LabContext first = labs.of(GUEST);
        CreatedLab then = first.created();
        LabContext renamed = new FakeParts(first).created(new CreatedLab(LabId.parse("hl-visitors-0a1b2c"),
                then.workspace(), then.provider(), then.vagrant(), then.cluster())).labContext();

        assertThat(renamed.gathered().kubeadmJoin(renamed.lab().nodes().get(0), "/discovery", "token"))
                .contains("value: \"hybridlab.org/lab=visitors\"");
    }

    @Test
    void joiningLab_windowsMachines_waitForTheCluster() throws IOException {
        Plan plan = UpPlanner.plan(labs.on(ProviderName.VIRTUALBOX, """
                name: guests
                kubernetes: 1.36
                provider: virtualbox
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines:
                  - {name: win, os: windows, address: 192.168.60.100}
                """));

        assertThat(plan.step("windows-accounts-applied").needs()).isEqualTo(Set.of("cluster-known"));
        assertThat(plan.step("node-joined/win").needs()).contains("cluster-known");
    }

    /** Only from the bridge on it can the machine see its gateway; a pod before that would have none. */
    @Test
    void apps_behindVirtualGateway_waitForItsHolders() throws IOException {
        Files.writeString(folder.resolve("it.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: it}
                """);
        LabContext labContext = labs.on(ProviderName.VIRTUALBOX, """
                name: guests
                kubernetes: 1.36
                provider: virtualbox
                cluster: {kubeconfig: admin.conf, gateways: [192.168.60.11, 192.168.60.12]}
                network: {mode: tor-winbridge, machines: 192.168.60.0/24}
                machines:
                  - {name: guest, address: 192.168.60.99}
                  - {name: win, os: windows, address: 192.168.60.100}
                apps: [{name: it, manifests: [it.yaml]}]
                """);
        Plan plan = UpPlanner.plan(labContext);

        assertThat(Refusals.limits(labContext.lab(), List.of())).isEmpty();
        assertThat(plan.step("gateway-held/win").needs())
                .isEqualTo(Set.of("overlay-in-place/win", "machine-prepared/guest"));
        assertThat(plan.step("app-ready/it").needs()).contains("gateway-held/win");
    }
}
