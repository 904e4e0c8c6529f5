package org.hybridlab.provision.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.HealthyApi;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.MachinesInFolders;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates of a lab that is up, in its machines' folders, with a kubeadm and a kubelet that play theirs. */
class CertificatesValidTest {
    private static final String LAB = """
            name: old
            kubernetes: 1.36
            machines: [{name: control, role: control-plane, count: 3}, {name: node}]
            """;
    private static final String ETCD_APART = """
            name: apart
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}, {name: node}]
            """;
    private static final String ENDING = HealthyLab.certificate("2026-12-26");
    private static final String LASTING = HealthyLab.certificate("2126");
    private static final Instant BEFORE = Instant.parse("2026-11-25T00:00:00Z");
    private static final Instant WITHIN_30_DAYS = Instant.parse("2026-12-01T00:00:00Z");
    private static final Instant AFTER = Instant.parse("2027-01-10T00:00:00Z");
    private static final Duration MOMENT = Duration.ofMillis(100);
    /** A busy host needs more than a moment until pods are seen to have started again. */
    private static final Timeouts PATIENT = new Timeouts(MOMENT, MOMENT, MOMENT, MOMENT, Duration.ofSeconds(3), MOMENT,
            MOMENT, MOMENT, Duration.ofSeconds(1), MOMENT, MOMENT);
    private static final Pattern LABEL = Pattern.compile("    hybridlab.org/certificates-renewed: '(.*)'");
    /** Renews what is there, as kubeadm does; embedded ones too. */
    private static final String KUBEADM = """
            [ "$1 $2" = 'certs renew' ] || return 0
            cd "$MACHINE/etc/kubernetes"
            for file in pki/*.crt pki/etcd/*.crt; do
                case "$file" in */ca.crt | *'*'*) ;; *) cat "$MACHINE/lasting.pem" > "$file" ;; esac
            done
            [ ! -e admin.conf ] || sed -i "s,client-certificate-data: [^, }]*,client-certificate-data: $(
                base64 -w0 "$MACHINE/lasting.pem")," admin.conf
            """;

    private final QuietContext context = new QuietContext();

    @TempDir
    private Path folder;

    @Test
    void control_certificatesThatLast_areLeftAlone() {
        HealthyLab lab = lab(LAB, ENDING);

        assertThat(action(lab, "control1", BEFORE).probe(context).isPresent()).isTrue();
        action(lab, "control1", BEFORE).run(context);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    /** In a new lab the add-ons are asked of kubeadm on the same machine at the same time. */
    @Test
    void control_whoseKubeadmWorksForAnotherStep_letsItWork() {
        HealthyLab lab = lab(LAB, ENDING);

        action(lab, "control1", BEFORE).run(context);
        action(lab, "control1", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("pkill"));
    }

    @Test
    void control_lessThan30DaysLeft_isRenewedAndStartsAgain() throws IOException {
        HealthyLab lab = lab(LAB, ENDING);
        Probe seen = action(lab, "control1", WITHIN_30_DAYS).probe(context);
        assertThat(seen.answer()).isEqualTo(Probe.Answer.ABSENT);
        assertThat(seen.reason()).isEqualTo("admin.conf ends on 2026-12-26, and 2 more end within 30 days");

        action(lab, "control1", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).filteredOn(line -> line.startsWith("kubeadm")).containsExactly(
                "kubeadm certs renew all");
        for (String pod : List.of("etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler")) {
            assertThat(Files.readString(manifest(lab, "control1", pod))).as(pod).containsPattern(LABEL);
        }
        assertThat(context.lines()).last().asString().isEqualTo(
                "Renewed the certificates of control1: they are valid until 2126-10-30.");
        assertThat(KubeConfig.read(lab.tools.workspace().kubeconfig()).expires()).get()
                .satisfies(end -> assertThat(end).isAfter(Instant.parse("2126-01-01T00:00:00Z")));
        assertThat(action(lab, "control1", WITHIN_30_DAYS).probe(context).isPresent()).isTrue();
    }

    /** As the documentation of kubeadm asks for it; a second renewal must show as well. */
    @Test
    void control_renewedAgain_hasOneLabelOfTheNewTime() throws IOException {
        HealthyLab lab = lab(LAB, ENDING);
        Path manifest = manifest(lab, "control1", "etcd");
        Files.writeString(manifest, Files.readString(manifest).replace("  labels:\n",
                "  labels:\n    hybridlab.org/certificates-renewed: 'earlier'\n"));

        action(lab, "control1", WITHIN_30_DAYS).run(context);

        assertThat(LABEL.matcher(Files.readString(manifest)).results().map(match -> match.group(1)))
                .hasSize(1).doesNotContain("earlier");
    }

    @Test
    void control_thatTheKubeletDoesNotStartAgain_failsAndSaysWhichPod() {
        HealthyLab lab = lab(LAB, ENDING);
        lab.api.podsOn = node -> "{\"items\":[]}";

        assertThatThrownBy(() -> action(lab, "control1", WITHIN_30_DAYS).run(context))
                .isInstanceOfSatisfying(LabException.class, failure -> {
                    assertThat(failure.id()).isEqualTo("api-not-ready");
                    assertThat(failure.why()).get().asString().contains("kube-scheduler has not started again");
                });
    }

    /** Nothing answers before all have new ones: a wait for one would keep the others from theirs. */
    @Test
    void control_whoseCertificatesHaveEnded_isRenewedWithoutAnApiServer() {
        HealthyLab lab = lab(LAB, ENDING);
        lab.api.fail(HealthyApi.Fault.UNREACHABLE);
        assertThat(action(lab, "control2", AFTER).probe(context).reason()).contains("ended on 2026-12-26");

        action(lab, "control2", AFTER).run(context);

        assertThat(context.lines()).last().asString().startsWith("Renewed the certificates of control2");
    }

    /** Its dates say nothing then: the pods may still run with the old ones. */
    @Test
    void control_whoseRenewalWasCutOff_isRenewedAgain() {
        HealthyLab lab = lab(LAB, LASTING);
        lab.machines.write("control1", "/etc/kubernetes/hybridlab-renewing", "");
        assertThat(action(lab, "control1", BEFORE).probe(context).answer()).isEqualTo(Probe.Answer.ABSENT);

        action(lab, "control1", BEFORE).run(context);

        assertThat(lab.machines.told()).contains("pkill -x kubeadm", "kubeadm certs renew all");
        assertThat(action(lab, "control1", BEFORE).probe(context).isPresent()).isTrue();
    }

    @Test
    void control_whereKubeadmRenewsNothing_failsAndKeepsTheOldOnes() {
        HealthyLab lab = lab(LAB, ENDING);
        lab.remove("control1", "/kubeadm");

        assertThatThrownBy(() -> action(lab, "control1", WITHIN_30_DAYS).run(context))
                .isInstanceOfSatisfying(LabException.class, failure -> {
                    assertThat(failure.id()).isEqualTo("certificates-not-renewed");
                    assertThat(failure.why()).get().asString().contains("pki/apiserver.crt ends on 2026-12-26");
                });
    }

    @Test
    void control_withACertificateThatCannotBeRead_isUnknownAndFails() {
        HealthyLab lab = lab(LAB, LASTING);
        lab.machines.write("control1", "/etc/kubernetes/pki/apiserver.crt", "");

        assertThat(action(lab, "control1", BEFORE).probe(context).answer()).isEqualTo(Probe.Answer.UNKNOWN);
        assertThatThrownBy(() -> action(lab, "control1", BEFORE).run(context))
                .hasMessageContaining("pki/apiserver.crt");
        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    @ParameterizedTest
    @EnumSource(value = MachinesInFolders.Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void control_thatAnswersWrong_isNeitherValidNorRenewed(MachinesInFolders.Fault fault) {
        HealthyLab lab = lab(LAB, ENDING);
        lab.machines.fail(call -> fault);
        Action action = action(lab, "control1", AFTER);

        assertThat(probe(action)).isNotEqualTo(Probe.Answer.PRESENT).isNotEqualTo(Probe.Answer.ABSENT);
        assertThatThrownBy(() -> action.run(context)).isInstanceOf(LabException.class);
        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    private Probe.Answer probe(Action action) {
        try {
            return action.probe(context).answer();
        } catch (LabException e) {
            // The engine takes this as unknown.
            return Probe.Answer.UNKNOWN;
        }
    }

    @Test
    void machineWithoutCertificates_hasNoneToRenew() {
        HealthyLab lab = lab(LAB, ENDING);
        lab.empty("control2");

        assertThat(action(lab, "control2", AFTER).probe(context).isPresent()).isTrue();
        action(lab, "control2", AFTER).run(context);

        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    /** Somebody renewed them by hand, on the machine alone. */
    @Test
    void kubeconfigOnTheHost_olderThanTheMachines_isGotAgain() {
        HealthyLab lab = lab(LAB, LASTING);
        lab.tools.workspace().write("kubeconfig", embedding(ENDING));
        assertThat(action(lab, "control1", AFTER).probe(context).reason()).contains("kubeconfig on this host");

        action(lab, "control1", AFTER).run(context);

        assertThat(action(lab, "control1", AFTER).probe(context).isPresent()).isTrue();
        assertThat(lab.machines.told()).noneMatch(line -> line.contains("certs renew"));
    }

    @Test
    void kubeconfigOnTheHost_ofAnotherClusterThanTheMachines_isKept() {
        HealthyLab lab = lab(LAB, LASTING);
        lab.tools.workspace().write("kubeconfig", embedding(ENDING));
        lab.tools.workspace().write("kubernetes/ca.crt", "another");

        action(lab, "control1", AFTER).run(context);

        assertThat(KubeConfig.read(lab.tools.workspace().kubeconfig()).expires().orElseThrow()).isBefore(AFTER);
    }

    @Test
    void etcdMachine_isRenewedAndItsMemberStartsAgain() {
        HealthyLab lab = lab(ETCD_APART, ENDING);
        lab.machines.write("store2", "/systemctl", "[ \"$1\" != is-active ] || echo active");

        action(lab, "store2", WITHIN_30_DAYS).run(context);

        assertThat(lab.machines.told()).filteredOn(line -> line.startsWith("kubeadm") || line.contains("restart"))
                .containsExactly("kubeadm certs renew etcd-server --config " + lab.machines.disk("store2")
                                + "/etc/hybridlab/kubeadm-etcd.yaml",
                        "kubeadm certs renew etcd-peer --config " + lab.machines.disk("store2")
                                + "/etc/hybridlab/kubeadm-etcd.yaml", "systemctl restart hybridlab-etcd");
        assertThat(action(lab, "store2", WITHIN_30_DAYS).probe(context).isPresent()).isTrue();
    }

    /** With certificates that have ended no member votes, and a restart that waits for it would never be over. */
    @Test
    void etcdMachineWhoseMemberDoesNotVote_isNotWaitedFor() {
        HealthyLab lab = lab(ETCD_APART, ENDING);
        lab.machines.write("store2", "/systemctl", "[ \"$1\" != is-active ] || { echo activating; exit 3; }");

        action(lab, "store2", AFTER).run(context);

        assertThat(lab.machines.told()).contains("systemctl restart --no-block hybridlab-etcd");
        assertThat(lab.machines.disk("store2").resolve("etc/kubernetes/hybridlab-renewing")).doesNotExist();
    }

    /** kubeadm does not renew what it shows to an etcd that is not its own. */
    @Test
    void controlPlaneOfEtcdApart_getsItsKeyForEtcdFromThere() throws IOException {
        HealthyLab lab = lab(ETCD_APART, ENDING);
        lab.machines.write("control", "/etc/kubernetes/pki/apiserver-etcd-client.crt", ENDING);
        lab.machines.write("store1", "/kubeadm", """
                [ "$3" != certs ] || for file in etcd/ca.crt apiserver-etcd-client.crt apiserver-etcd-client.key; do
                    cat "$MACHINE/lasting.pem" > "$MACHINE/etc/kubernetes/pki/$file"
                done
                """);
        lab.machines.write("control", "/kubeadm", KUBEADM.replace("*/ca.crt |", "*/ca.crt | *etcd-client* |"));

        action(lab, "control", WITHIN_30_DAYS).run(context);

        assertThat(Files.readString(lab.machines.disk("control").resolve(
                "etc/kubernetes/pki/apiserver-etcd-client.crt"))).isEqualTo(LASTING);
        assertThat(lab.machines.disk("store1").resolve("etc/kubernetes/pki/apiserver-etcd-client.key"))
                .doesNotExist();
    }

    @Test
    void plan_ofALabThatIsUp_renewsBeforeAnythingElseOfTheCluster() {
        HealthyLab lab = new HealthyLab(folder, LAB);
        List<Step> steps = UpPlanner.plan(lab.tools).steps();

        assertThat(needs(steps, "control-plane-initialised/control1")).contains("certificates-valid/control1");
        assertThat(needs(steps, "node-joined/control2")).contains("certificates-valid/control2");
        assertThat(needs(steps, "certificates-valid/control2")).containsExactly("machine-prepared/control2");
        assertThat(steps.stream().filter(step -> step.id().startsWith("certificates-valid/")))
                .extracting(Step::permits).containsOnly(Set.of("etcd-member"));
    }

    @Test
    void plan_ofANewLab_makesNothingWait() {
        HealthyLab lab = new HealthyLab(folder, LAB);
        lab.loseWorkspace();
        List<Step> steps = UpPlanner.plan(lab.tools).steps();

        assertThat(needs(steps, "certificates-valid/control1")).containsExactly("control-plane-initialised/control1");
        assertThat(steps).noneMatch(step -> step.needs().stream().anyMatch(
                need -> need.startsWith("certificates-valid/")));
    }

    private static Set<String> needs(List<Step> steps, String id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst().orElseThrow().needs();
    }

    private HealthyLab lab(String text, String certificate) {
        HealthyLab lab = new HealthyLab(folder, WindowsLabs.open(WindowsLabs.lab(text, folder), folder), PATIENT);
        for (Machine machine : lab.tools.lab().machines()) {
            String name = machine.name();
            lab.machines.write(name, "/lasting.pem", LASTING).write(name, "/kubeadm", KUBEADM);
            Stream.of("pki/apiserver.crt", "pki/front-proxy-client.crt", "pki/etcd/server.crt", "pki/etcd/peer.crt")
                    .filter(file -> Files.exists(lab.machines.disk(name).resolve("etc/kubernetes/" + file)))
                    .forEach(file -> lab.machines.write(name, "/etc/kubernetes/" + file, certificate));
            if (machine.isControlPlane()) {
                lab.machines.write(name, "/etc/kubernetes/admin.conf", embedding(certificate)
                        .replace("192.168.57.11", lab.tools.lab().apiAddress().toString()));
                Stream.of("kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd").forEach(pod ->
                        lab.machines.write(name, "/etc/kubernetes/manifests/" + pod + ".yaml", """
                                kind: Pod
                                metadata:
                                  labels:
                                    component: %s
                                    tier: control-plane
                                spec: {}
                                """.formatted(pod)));
            }
        }
        lab.api.podsOn = node -> "{\"items\":[%s]}".formatted(String.join(",", pods(lab, node)));
        return lab;
    }

    private static String embedding(String certificate) {
        return HealthyLab.kubeconfig(HealthyLab.AUTHORITY).replaceFirst("client-certificate-data: [^,]*",
                "client-certificate-data: " + Base64.getEncoder().encodeToString(certificate.getBytes()));
    }

    /** As a kubelet shows its static pods, each with the labels of its manifest. */
    private static List<String> pods(HealthyLab lab, String node) {
        List<String> pods = new ArrayList<>();
        for (String pod : List.of("kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd")) {
            try {
                Matcher label = LABEL.matcher(Files.readString(manifest(lab, node, pod)));
                pods.add("""
                        {"metadata":{"name":"%1$s-x","labels":{"component":"%1$s"%2$s}},"status":{"phase":"Running",
                         "containerStatuses":[{"name":"%1$s","ready":true}]}}""".formatted(pod, label.find()
                                ? ",\"hybridlab.org/certificates-renewed\":\"%s\"".formatted(label.group(1)) : ""));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return pods;
    }

    private static Path manifest(HealthyLab lab, String machine, String pod) {
        return lab.machines.disk(machine).resolve("etc/kubernetes/manifests/" + pod + ".yaml");
    }

    private static Action action(HealthyLab lab, String name, Instant now) {
        Machine machine = lab.tools.lab().machine(name).orElseThrow();
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        return machine.isEtcd() ? new EtcdMachineCertificates(lab.tools, machine, clock)
                : new ControlPlaneCertificates(lab.tools, machine, clock);
    }
}
