package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.template.Installation;
import org.hybridlab.diagnose.Collected;
import org.hybridlab.diagnose.Evidence;
import org.hybridlab.diagnose.EvidenceKind;
import org.hybridlab.diagnose.Finding;
import org.hybridlab.fake.FakeService;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.KindsKubeconfig;
import org.hybridlab.service.context.ServiceContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosticsTest {
    private static final String OWN = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            """;
    private static final String GUEST = """
            name: guests
            kubernetes: 1.36
            cluster: {kubeconfig: admin.conf}
            network: {machines: 192.168.60.0/24}
            machines: [{name: guest, address: 192.168.60.100}]
            """;

    private static final String NO_DNS = "kube-system/deployment/coredns wants no pods";

    @TempDir
    private Path folder;

    /** Its flannel may be of another number, or use routes. */
    @Test
    void podInterface_ofForeignCluster_isUnknown() throws IOException {
        assertThat(Diagnostics.podInterface(lab(OWN).lab())).contains("flannel.4096");
        assertThat(Diagnostics.podInterface(lab(GUEST).lab())).isEmpty();
    }

    /** Also 0, which somebody wants then. */
    @Test
    void replicas_areThoseOfTheLabFile() throws IOException {
        String manifest = """
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: %1$s}, spec: {replicas: 2, selector: \
                {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, \
                image: "registry.k8s.io/pause:3.10.2"}]}}}}
                """;
        Files.writeString(folder.resolve("shop.yaml"), manifest.formatted("web") + "---\n" + manifest.formatted("api"));
        LabContext up = lab(OWN + "apps: [{name: shop, manifests: [shop.yaml], scale: {web: 0}}]\n");
        up.workspace().write("apps/shop.yaml", Files.readString(folder.resolve("shop.yaml")));
        new WorkspaceState(up.workspace()).keepObjects("shop",
                List.of("/apis/apps/v1/namespaces/default/deployments/web"));

        assertThat(new Diagnostics(context(), up).replicas()).isEqualTo(Map.of(
                "/apis/apps/v1/namespaces/default/deployments/web", 0,
                "/apis/apps/v1/namespaces/default/deployments/api", 2));
    }

    /** `up` would run it again. */
    @Test
    void finishedJob_thatDeletesItself_isNotMissed() throws IOException {
        LabContext up = lab(OWN);
        up.workspace().write("apps/shop.yaml", "{apiVersion: batch/v1, kind: Job, metadata: {name: import}, "
                + "spec: {ttlSecondsAfterFinished: 60}}\n");
        new WorkspaceState(up.workspace()).keepObjects("shop", List.of("/apis/batch/v1/namespaces/default/jobs/import",
                "/apis/batch/v1/namespaces/default/jobs/other"));

        assertThat(new Diagnostics(context(), up).appObjects()).isEqualTo(Map.of("shop",
                List.of("/apis/batch/v1/namespaces/default/jobs/other")));
    }

    /** The machines can still be asked. */
    @Test
    void damagedKubeconfig_isTold_endsNothing() throws IOException {
        LabContext up = lab(OWN);
        up.workspace().write("kubernetes/ca.crt", "");
        up.workspace().write("kubeconfig", "no kubeconfig");
        List<String> gaps = new ArrayList<>();

        assertThat(new Diagnostics(context(), up).failedChecks(() -> true, () -> false, Duration.ofSeconds(5),
                gaps::add)).isEmpty();
        assertThat(gaps).singleElement().asString().startsWith("checks: ");
        String line = HostEvidence.kubeconfig(up.workspace(), true).orElseThrow();
        assertThat(judged(OWN, EvidenceKind.HOST, line).id()).isEqualTo("lab-kubeconfig-missing");
        assertThat(judged(OWN, EvidenceKind.HOST, line).safe()).isTrue();
    }

    /** As `kind create cluster` leaves it where KUBECONFIG names the lab's file. */
    @Test
    void othersKubeconfig_isTold_notOverwrittenByFix() throws IOException {
        LabContext up = lab(OWN);
        up.workspace().write("kubernetes/ca.crt", "the lab's\n");
        up.workspace().write("kubeconfig", KindsKubeconfig.TEXT);
        List<String> gaps = new ArrayList<>();

        assertThat(new Diagnostics(context(), up).failedChecks(() -> true, () -> false, Duration.ofSeconds(5),
                gaps::add)).isEmpty();
        assertThat(gaps).singleElement().asString().startsWith("checks: ").contains("leads to another cluster");
        String line = HostEvidence.kubeconfig(up.workspace(), true).orElseThrow();
        assertThat(judged(OWN, EvidenceKind.HOST, line)).satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("lab-kubeconfig-of-others");
            assertThat(finding.safe()).as("what others wrote would be lost").isFalse();
        });
    }

    @Test
    void lostKubeconfig_leavesChecksUnjudged_notUnsaid() throws IOException {
        LabContext up = lab(OWN);
        up.workspace().write("kubernetes/ca.crt", "the lab's\n");
        List<String> gaps = new ArrayList<>();

        new Diagnostics(context(), up).failedChecks(() -> true, () -> false, Duration.ofSeconds(5), gaps::add);

        assertThat(gaps).singleElement().asString().startsWith("checks: ").contains("kubeconfig");
    }

    @Test
    void foreignCluster_isNotChangedByFix() throws IOException {
        assertThat(judged(OWN, EvidenceKind.WORKLOAD, NO_DNS).safe()).isTrue();
        assertThat(judged(GUEST, EvidenceKind.WORKLOAD, NO_DNS)).satisfies(finding -> {
            assertThat(finding.safe()).isFalse();
            assertThat(finding.commands()).isNotEmpty();
            assertThat(finding.cure()).startsWith("--fix leaves this to you, because the cluster is not the lab's ");
        });
    }

    /** An `up` would upgrade the cluster, too, which nobody was asked about. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"WORKLOAD | the cluster has no CoreDNS | hybridlab up lab",
        "HOST | machine paused: paused | hybridlab resume lab"})
    void changedLabFile_isNotAppliedByFix(EvidenceKind kind, String line, String command) throws IOException {
        String older = OWN.replace("1.36", "1.35");
        LabContext up = lab(older);
        LabRecord.complete(up);

        assertThat(judged(older, kind, line).safe()).isTrue();
        assertThat(judged(OWN, kind, line)).satisfies(finding -> {
            assertThat(finding.safe()).isFalse();
            assertThat(finding.commands()).containsExactly(command);
            assertThat(finding.cure()).startsWith("--fix leaves this to you, because it would also apply changes of "
                    + "the lab file. See them with hybridlab plan lab. ");
        });
        assertThat(judged(OWN, EvidenceKind.WORKLOAD, NO_DNS).safe()).as("kubectl").isTrue();
    }

    /** A control plane that was lost joined when it was made again, and kubeadm has nothing to write from. */
    @Test
    void missingKubeadmSettings_leaveTheirFixToUser() throws IOException {
        Evidence silent = Evidence.of(EvidenceKind.OBJECT, Evidence.CLUSTER, "test", List.of(
                "Pod kube-system/kube-scheduler of the first control plane control is missing"));
        Evidence facts = Evidence.of(EvidenceKind.MACHINE, "control", "facts", List.of(
                "first control plane without settings of kubeadm init"));
        Diagnostics diagnostics = new Diagnostics(context(), lab(OWN));

        assertThat(diagnostics.judge(new Collected(List.of(silent), List.of())).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.safe()).isTrue());
        assertThat(diagnostics.judge(new Collected(List.of(silent, facts), List.of())).findings()).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.safe()).isFalse();
                    assertThat(finding.cure()).startsWith("--fix leaves this to you, because control has no "
                            + "/etc/hybridlab/kubeadm-init.yaml. ");
                });
    }

    private Finding judged(String text, EvidenceKind kind, String line) throws IOException {
        Evidence evidence = Evidence.of(kind, Evidence.CLUSTER, "test", List.of(line));
        return new Diagnostics(context(), lab(text)).judge(new Collected(List.of(evidence), List.of()))
                .findings().get(0);
    }

    private ServiceContext context() {
        Path home = Path.of("").toAbsolutePath();
        return FakeService.in(folder, new LocalProcesses(), Map.of(Installation.HOME, home.toString()));
    }

    private LabContext lab(String text) throws IOException {
        return new PlannedLabs(folder).of(text);
    }
}
