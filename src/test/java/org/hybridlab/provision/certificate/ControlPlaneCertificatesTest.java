package org.hybridlab.provision.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.provision.certificate.RenewingLab.AFTER;
import static org.hybridlab.provision.certificate.RenewingLab.BEFORE;
import static org.hybridlab.provision.certificate.RenewingLab.ENDING;
import static org.hybridlab.provision.certificate.RenewingLab.LABEL;
import static org.hybridlab.provision.certificate.RenewingLab.LASTING;
import static org.hybridlab.provision.certificate.RenewingLab.WITHIN_30_DAYS;
import static org.hybridlab.provision.certificate.RenewingLab.action;
import static org.hybridlab.provision.certificate.RenewingLab.embedding;
import static org.hybridlab.provision.certificate.RenewingLab.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.MachinesInFolders;
import org.hybridlab.provision.QuietContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates of control planes whose etcd is their own. */
class ControlPlaneCertificatesTest {
    private final QuietContext context = new QuietContext();

    @TempDir
    private Path folder;

    @Test
    void control_certificatesThatLast_areLeftAlone() {
        HealthyLab lab = lab(ENDING);

        assertThat(action(lab, "control1", BEFORE).probe(context).isPresent()).isTrue();
        action(lab, "control1", BEFORE).run(context);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    /** In a new lab the add-ons are asked of kubeadm on the same machine at the same time. */
    @Test
    void control_whileKubeadmWorks_letsItWork() {
        HealthyLab lab = lab(ENDING);

        action(lab, "control1", BEFORE).run(context);
        action(lab, "control1", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("pkill"));
    }

    @Test
    void control_closeToExpiry_isRenewedAndRestarted() throws IOException {
        HealthyLab lab = lab(ENDING);
        Probe seen = action(lab, "control1", WITHIN_30_DAYS).probe(context);
        assertThat(seen.answer()).isEqualTo(Probe.Answer.ABSENT);
        assertThat(seen.reason()).isEqualTo("admin.conf ends on 2026-12-26, and 2 more end within 30 days");

        action(lab, "control1", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).filteredOn(line -> line.startsWith("kubeadm")).containsExactly(
                renewAll(lab, "control1"));
        for (String pod : List.of("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler")) {
            assertThat(Files.readString(manifest(lab, "control1", pod))).as(pod).containsPattern(LABEL);
        }
        assertThat(context.lines()).last().asString().isEqualTo(
                "Renewed the certificates of control1: they are valid until 2126-10-30.");
        assertThat(KubeConfig.read(lab.labContext.workspace().kubeconfig()).expires()).get()
                .satisfies(end -> assertThat(end).isAfter(Instant.parse("2126-01-01T00:00:00Z")));
        assertThat(action(lab, "control1", WITHIN_30_DAYS).probe(context).isPresent()).isTrue();
    }

    /** As the documentation of kubeadm asks for it; a second renewal must show as well. */
    @Test
    void control_renewedAgain_hasOneNewLabel() throws IOException {
        HealthyLab lab = lab(ENDING);
        Path manifest = manifest(lab, "control1", "etcd");
        Files.writeString(manifest, Files.readString(manifest).replace("  labels:\n",
                "  labels:\n    hybridlab.org/certificates-renewed: 'earlier'\n"));

        action(lab, "control1", WITHIN_30_DAYS).run(context);

        assertThat(LABEL.matcher(Files.readString(manifest)).results().map(match -> match.group(1)))
                .hasSize(1).doesNotContain("earlier");
    }

    @Test
    void control_thatDoesNotRestart_namesThePod() {
        HealthyLab lab = lab(ENDING);
        lab.api.podsOn = node -> "{\"items\":[]}";

        LabException failure = failure(() -> action(lab, "control1", WITHIN_30_DAYS).run(context));
        assertThat(failure.id()).isEqualTo("api-not-ready");
        assertThat(failure.why()).get().asString().contains("kube-scheduler has not started again");
    }

    /** Its pods are told of some looks after its restart. */
    @Test
    void kubelet_tellingOfOldPods_isRestartedOnce() {
        HealthyLab lab = lab(ENDING);
        lab.machines.write("control1", "/pgrep", "date +%s%N").write("control1", "/answers", "ok")
                .write("control1", "/systemctl", "touch $MACHINE/restarted");
        Function<String, String> current = lab.api.podsOn;
        AtomicInteger looks = new AtomicInteger();
        lab.api.podsOn = node -> Files.exists(lab.machines.disk("control1").resolve("restarted"))
                && looks.incrementAndGet() > 6 ? current.apply(node) : "{\"items\":[]}";

        action(lab, "control1", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).filteredOn(line -> line.contains("restart kubelet"))
                .containsExactly("systemctl restart kubelet");
    }

    /** It would be restarted for nothing: it has nobody to tell. */
    @ParameterizedTest
    @CsvSource({"echo 4711, ok", "true, ok", "date +%s%N, [-]etcd failed"})
    void kubelet_withoutNewApiServer_runsOn(String processes, String readiness) {
        HealthyLab lab = lab(ENDING);
        lab.machines.write("control1", "/pgrep", processes).write("control1", "/answers", readiness);
        lab.api.podsOn = node -> "{\"items\":[]}";

        assertThatThrownBy(() -> action(lab, "control1", WITHIN_30_DAYS).run(context)).isInstanceOf(LabException.class);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("restart kubelet"));
        // The first one looks at the server of before.
        assertThat(lab.machines.told()).filteredOn("pgrep -x kube-apiserver"::equals).hasSizeGreaterThan(2);
    }

    /** Nothing answers before all have new ones: a wait for one would keep the others from theirs. */
    @Test
    void control_withExpiredCertificates_isRenewedOffline() {
        HealthyLab lab = lab(ENDING);
        lab.api.fail(FakeApi.Fault.UNREACHABLE);
        assertThat(action(lab, "control2", AFTER).probe(context).reason()).contains("ended on 2026-12-26");

        action(lab, "control2", AFTER).run(context);

        assertThat(context.lines()).last().asString().startsWith("Renewed the certificates of control2");
    }

    /** Its dates say nothing then: the pods may still run with the old ones. */
    @Test
    void control_withInterruptedRenewal_isRenewedAgain() {
        HealthyLab lab = lab(LASTING);
        lab.machines.write("control1", "/etc/kubernetes/hybridlab-renewing", "");
        assertThat(action(lab, "control1", BEFORE).probe(context).answer()).isEqualTo(Probe.Answer.ABSENT);

        action(lab, "control1", BEFORE).run(context);

        assertThat(lab.machines.told()).contains("pkill -x kubeadm", renewAll(lab, "control1"));
        assertThat(action(lab, "control1", BEFORE).probe(context).isPresent()).isTrue();
    }

    @Test
    void control_whereNothingIsRenewed_failsKeepingOld() {
        HealthyLab lab = lab(ENDING);
        lab.remove("control1", "/kubeadm");

        LabException failure = failure(() -> action(lab, "control1", WITHIN_30_DAYS).run(context));
        assertThat(failure.id()).isEqualTo("certificates-not-renewed");
        assertThat(failure.why()).get().asString().contains("pki/apiserver.crt ends on 2026-12-26");
    }

    @Test
    void control_withUnreadableCertificate_failsAsUnknown() {
        HealthyLab lab = lab(LASTING);
        lab.machines.write("control1", "/etc/kubernetes/pki/apiserver.crt", "");

        assertThat(action(lab, "control1", BEFORE).probe(context).answer()).isEqualTo(Probe.Answer.UNKNOWN);
        assertThatThrownBy(() -> action(lab, "control1", BEFORE).run(context))
                .hasMessageContaining("pki/apiserver.crt");
        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    @ParameterizedTest
    @EnumSource(value = MachinesInFolders.Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void control_answeringWrong_isNeitherValidNorRenewed(MachinesInFolders.Fault fault) {
        HealthyLab lab = lab(ENDING);
        lab.machines.fail(call -> fault);
        Action action = action(lab, "control1", AFTER);

        assertThat(probe(action)).isNotEqualTo(Probe.Answer.PRESENT).isNotEqualTo(Probe.Answer.ABSENT);
        assertThatThrownBy(() -> action.run(context)).isInstanceOf(LabException.class);
        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    @Test
    void machineWithoutCertificates_hasNoneToRenew() {
        HealthyLab lab = lab(ENDING);
        lab.empty("control2");

        assertThat(action(lab, "control2", AFTER).probe(context).isPresent()).isTrue();
        action(lab, "control2", AFTER).run(context);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    /** Somebody renewed them by hand, on the machine alone. */
    @Test
    void kubeconfig_olderThanTheMachines_isGotAgain() {
        HealthyLab lab = lab(LASTING);
        lab.labContext.workspace().write("kubeconfig", embedding(ENDING));
        assertThat(action(lab, "control1", AFTER).probe(context).reason()).contains("kubeconfig on this host");

        action(lab, "control1", AFTER).run(context);

        assertThat(action(lab, "control1", AFTER).probe(context).isPresent()).isTrue();
        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    @Test
    void kubeconfig_ofAnotherCluster_isKept() {
        HealthyLab lab = lab(LASTING);
        lab.labContext.workspace().write("kubeconfig", embedding(ENDING));
        lab.labContext.workspace().write("kubernetes/ca.crt", "another");

        action(lab, "control1", AFTER).run(context);

        assertThat(KubeConfig.read(lab.labContext.workspace().kubeconfig()).expires().orElseThrow()).isBefore(AFTER);
    }

    /** By a copy that goes again: diagnose takes whose settings are there for those of the first one. */
    @Test
    void control_thatJoined_isRenewedByLabsSettings() {
        HealthyLab lab = lab(ENDING);

        action(lab, "control2", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).contains(renewAll(lab, "control2"));
        assertThat(lab.machines.disk("control2").resolve("etc/hybridlab/kubeadm-init.yaml")).doesNotExist();
        assertThat(lab.machines.disk("control2").resolve("run/hybridlab/renewal.yaml")).doesNotExist();
    }

    private static String renewAll(HealthyLab lab, String machine) {
        return "kubeadm certs renew all --config " + lab.machines.disk(machine) + "/run/hybridlab/renewal.yaml";
    }

    private Probe.Answer probe(Action action) {
        try {
            return action.probe(context).answer();
        } catch (LabException e) {
            // The engine takes this as unknown.
            return Probe.Answer.UNKNOWN;
        }
    }

    private HealthyLab lab(String certificate) {
        return RenewingLab.of(HealthyLab.THREE_CONTROL_PLANES, folder, certificate);
    }
}
