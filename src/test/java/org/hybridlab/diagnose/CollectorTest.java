package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

/** Reading and judging with recorded machines and a recorded API server. */
class CollectorTest {
    private static final KnownFailures KNOWN = KnownFailures.read(Path.of(""));
    private static final Redactor NO_SECRETS = new Redactor(List.of());
    /** All empty, as most are in a lab. */
    private static final List<String> OTHER_LISTS = List.of(
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
            "/apis/apiregistration.k8s.io/v1/apiservices", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            "/api/v1/namespaces", "/api/v1/configmaps", "/api/v1/services", "/api/v1/serviceaccounts",
            "/api/v1/persistentvolumes", "/api/v1/persistentvolumeclaims", "/apis/apps/v1/replicasets",
            "/apis/batch/v1/jobs", "/apis/autoscaling/v2/horizontalpodautoscalers",
            "/apis/networking.k8s.io/v1/ingresses", "/apis/networking.k8s.io/v1/ingressclasses",
            "/apis/networking.k8s.io/v1/networkpolicies",
            "/apis/coordination.k8s.io/v1/leases", "/apis/certificates.k8s.io/v1/certificatesigningrequests");
    private static final String APP_SERVICE = "/api/v1/namespaces/default/services/numbers-web";
    private static final String NONE = "{\"items\":[]}";
    private static final Instant NOW = Instant.parse("2026-11-21T15:00:00Z");

    @Test
    void machineLogs_areMatched_withTheirPlace() {
        RecordedShell node = new RecordedShell("node", words -> words.contains("--unit=kubelet")
                ? "fine\nmkdir /var/lib/kubelet/pods/8a: no space left on device\n"
                : words.toString().contains("systemctl is-active") ? "containerd: active\nkubelet: active\n" : "");
        Diagnosis diagnosis = diagnose(well(), place(node, Os.LINUX));

        assertThat(diagnosis.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("disk-full");
            assertThat(finding.place()).isEqualTo("node");
            assertThat(finding.origin()).isEqualTo("kubelet");
            assertThat(finding.line()).contains("no space left");
            assertThat(finding.commands()).first().asString().startsWith("hybridlab exec lab --on node --sudo");
        });
        assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(node.calls()).allMatch(call -> call.startsWith("sudo "));
    }

    /** An app has a disk, certificates and maybe an etcd of its own. */
    @Test
    void appLogs_areNoSigns_ofTheMachine() {
        String said = "x: no space left on device\nx509: certificate has expired or is not yet valid\n"
                + "mvcc: database space exceeded\netcd: walpb: crc mismatch\ninotify_init: too many open files\n";
        RecordedShell apps = new RecordedShell("node", words -> words.contains("default_*/*") ? said
                + "exec /usr/bin/web: exec format error\n" : "");
        RecordedShell etcd = new RecordedShell("node", words -> words.contains("kube-system_etcd-*/etcd") ? said : "");

        assertThat(diagnose(well(), place(apps, Os.LINUX)).findings()).extracting(Finding::id)
                .containsExactly("container-other-processor");
        assertThat(diagnose(well(), place(etcd, Os.LINUX)).findings()).extracting(Finding::id)
                .containsExactlyInAnyOrder("disk-full", "certificate-not-valid-now", "etcd-space-used-up",
                        "etcd-damaged", "inotify-used-up");
    }

    @Test
    void windowsMachines_areAskedByAdministratorsPowerShell() {
        RecordedShell win = new RecordedShell("win1", words -> WindowsWords.decoded(words).contains("cmd /c ver")
                ? "Microsoft Windows [Version 10.0.20348.2582]\n"
                : WindowsWords.decoded(words).contains("kube-proxy\\kube-proxy*.log")
                ? "could not find HNS network flannel.4096\r\n" : "");
        Diagnosis diagnosis = diagnose(well(), place(win, Os.WINDOWS));

        assertThat(diagnosis.findings()).extracting(Finding::id)
                .containsExactlyInAnyOrder("windows-update-breaks-pods", "proxy-network-missing");
        assertThat(win.calls()).hasSize(LogSources.read(Path.of("")).of(Os.WINDOWS).size())
                .allMatch(call -> call.startsWith("run powershell.exe "));
    }

    @Test
    void deadMachine_isAGap_othersAreRead() {
        RecordedShell dead = new RecordedShell("dead", words -> {
            throw LabException.labFailed("ssh-lost", "The connection to dead was lost.", "");
        });
        RecordedShell alive = new RecordedShell("node", words -> words.contains("--unit=kubelet")
                ? "x509: certificate has expired or is not yet valid: current time\n" : "");
        Diagnosis diagnosis = diagnose(well(), place(dead, Os.LINUX), place(alive, Os.LINUX));

        assertThat(diagnosis.gaps()).containsExactly("machine dead: The connection to dead was lost.");
        assertThat(diagnosis.findings()).extracting(Finding::id).containsExactly("certificate-not-valid-now");
    }

    @Test
    void machine_thatHangs_isLeftOut() {
        CountDownLatch never = new CountDownLatch(1);
        RecordedShell hangs = new RecordedShell("node", words -> {
            if (words.contains("--unit=kubelet")) {
                return "x509: certificate has expired or is not yet valid: current time\n";
            }
            if (words.contains("--unit=containerd")) {
                await(never);
            }
            return "";
        });
        Collected collected = collect(well(), Duration.ofMillis(300), place(hangs, Os.LINUX));

        assertThat(collected.gaps()).containsExactly("machine node: no answer within 0 s");
        assertThat(collected.evidence()).extracting(Evidence::origin).contains("kubelet");
        never.countDown();
    }

    @Test
    void nothingFoundWithAGapIsNoVerdict() {
        RecordedShell dead = new RecordedShell("dead", words -> {
            throw LabException.labFailed("ssh-lost", "Lost.", "");
        });

        assertThat(diagnose(well(), place(dead, Os.LINUX)).exitCode()).isEqualTo(ExitCode.NOT_JUDGED);
        assertThat(diagnose(well()).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void ctrlCEndsIt() {
        Cancellation cancellation = new Cancellation();
        cancellation.request();

        assertThatThrownBy(() -> collector(Duration.ofSeconds(1)).collect(new Target("lab", List.of(),
                Optional.empty(), Optional.empty(), Map.of(), Map.of(), Optional.empty()), cancellation, () -> { }))
                .isInstanceOfSatisfying(LabException.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERRUPTED));
    }

    @Test
    void diagnosis_ofSecrets_hasNone() {
        RecordedShell node = new RecordedShell("node", words ->
                "Out of memory: Killed process 1 (web) with --token abcdef.0123456789abcdef\n");

        Diagnosis diagnosis = diagnose(well(), place(node, Os.LINUX));

        assertThat(diagnosis.findings()).isNotEmpty();
        assertThat(diagnosis.toString()).contains(Redactor.REMOVED).doesNotContain("0123456789ab");
    }

    @Test
    void veryLongLinesAreCut() {
        RecordedShell node = new RecordedShell("node", words -> "a b ".repeat(100_000) + "\n");

        assertThat(collect(well(), Duration.ofSeconds(5), place(node, Os.LINUX)).evidence())
                .allSatisfy(evidence -> assertThat(evidence.lines()).allMatch(line -> line.length() < 2100));
    }

    @Test
    void nodes_notWell_areOneLinePerReason() {
        FakeApi api = well().with("/api/v1/nodes", """
                {"items":[{"metadata":{"name":"node"},"spec":{"unschedulable":true,"podCIDR":"10.244.1.0/24"},
                "status":{"nodeInfo":{"operatingSystem":"linux"},"addresses":[{"type":"InternalIP",\
                "address":"10.0.2.15"}],
                "conditions":[{"type":"DiskPressure","status":"True","reason":"KubeletHasDiskPressure",\
                "message":"kubelet has disk pressure"},
                {"type":"Ready","status":"True","reason":"KubeletReady"}]}}]}""");
        Diagnosis diagnosis = diagnose(api, place(new RecordedShell("node", words -> ""), Os.LINUX));

        assertThat(diagnosis.findings()).extracting(Finding::id)
                .containsExactlyInAnyOrder("disk-pressure", "node-cordoned", "nodes-on-nat-address");
        assertThat(diagnosis.unwell()).hasSize(3);
    }

    @Test
    void events_ofRecoveredPods_areHistory() {
        String event = """
                {"type":"Warning","reason":"FailedScheduling","message":"0/1 nodes are available: 1 Insufficient cpu.",
                "lastTimestamp":"2026-11-21T14:59:00Z","involvedObject":{"kind":"Pod","namespace":"default",\
                "name":"web"}}""";
        FakeApi api = well().with("/api/v1/events", "{\"items\":[" + event + "]}");

        assertThat(diagnose(api).findings()).isEmpty();

        api.with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web"},"spec":{},"status":\
                {"phase":"Pending"}}]}""");
        assertThat(diagnose(api).findings()).extracting(Finding::id).containsExactly("node-room-missing");

        api.with("/api/v1/events", "{\"items\":[" + event.replace("14:59", "13:59") + "]}");
        assertThat(diagnose(api).findings()).as("an hour old").isEmpty();
    }

    @Test
    void podStory_hasWaitingAndEndedContainers() {
        FakeApi api = well().with("/api/v1/pods", """
                {"items":[{"metadata":{"namespace":"default","name":"web"},"spec":{"nodeName":"node"},"status":\
                {"phase":"Pending",
                "containerStatuses":[{"name":"web","ready":false,"state":{"waiting":{"reason":"CrashLoopBackOff",\
                "message":"back-off 10s"}},
                "lastState":{"terminated":{"exitCode":137,"reason":"OOMKilled"}}}]}}]}""");

        assertThat(diagnose(api).unwell()).containsExactly(
                "node: default/web: container web waiting CrashLoopBackOff: back-off 10s",
                "node: default/web: container web last ended with 137 OOMKilled");
        assertThat(diagnose(api).findings()).extracting(Finding::id).containsExactly("pod-out-of-memory");
    }

    @Test
    void addonsThatNobodyWantsAreFound() {
        FakeApi api = well().with("/apis/apps/v1/deployments",
                "{\"items\":[" + deployment("coredns", 0, 0) + "]}");

        assertThat(diagnose(api).findings()).extracting(Finding::id).containsExactly("dns-scaled-to-zero");
        assertThat(diagnose(api).unwell()).containsExactly("cluster: kube-system/deployment/coredns wants no pods");

        api.with("/apis/apps/v1/daemonsets", "{\"items\":[" + daemons("kube-system", "kube-proxy", 0) + "]}");
        assertThat(diagnose(api).findings()).extracting(Finding::id)
                .containsExactlyInAnyOrder("dns-scaled-to-zero", "system-pods-unwanted", "addon-missing");
    }

    /** What others put there may be switched off on purpose. */
    @Test
    void workloadOfOthers_inSystem_wantsNoPods() {
        FakeApi api = well().with("/apis/apps/v1/deployments", "{\"items\":[%s,%s]}".formatted(
                deployment("coredns", 2, 2), deployment("coredns-autoscaler", 0, 0)));
        assertThat(diagnose(api).unwell()).isEmpty();
        assertThat(diagnose(api).findings()).isEmpty();

        api.with("/apis/apps/v1/deployments", "{\"items\":[%s,%s]}".formatted(deployment("coredns", 2, 2),
                deployment("metrics-server", 0, 0).replace("\"name\"",
                        "\"managedFields\":[{\"manager\":\"hybridlab\"}],\"name\"")));
        assertThat(diagnose(api).findings()).extracting(Finding::id).containsExactly("system-pods-unwanted");
    }

    /** In a lab with Windows nodes it has a twin that serves those alone. */
    @Test
    void kubeProxy_besideItsWindowsTwin_isMissed() {
        FakeApi api = well().with("/apis/apps/v1/daemonsets", "{\"items\":[%s,%s]}".formatted(
                daemons("kube-system", "kube-proxy-windows", 1), daemons("kube-flannel", "kube-flannel-ds", 2)));

        assertThat(diagnose(api).findings()).extracting(Finding::id).containsExactly("addon-missing");
    }

    @Test
    void deletedObjectOfApp_isFound() {
        FakeApi api = well().without(APP_SERVICE);

        assertThat(diagnose(api).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("app-object-missing");
            assertThat(finding.commands()).containsExactly("hybridlab up lab");
        });
    }

    @Test
    void aWorkloadThatLacksPodsIsNotWell() {
        FakeApi api = well().with("/apis/apps/v1/deployments",
                "{\"items\":[" + deployment("coredns", 2, 1) + "]}");

        assertThat(diagnose(api).unwell())
                .containsExactly("cluster: kube-system/deployment/coredns has 1 of 2 pods ready");
        assertThat(diagnose(api).exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    /** It would be found whatever its cause; the sentence that nothing is wrong never stands beside it. */
    @Test
    void aCheckThatFailsIsNotWell() {
        Evidence check = Evidence.of(EvidenceKind.CHECK, Evidence.CLUSTER, "check service",
                List.of("from node to 10.96.0.7: no answer", "more"));
        Diagnosis diagnosis = Diagnosis.of("lab", KNOWN, NO_SECRETS, new Collected(List.of(check), List.of()));

        assertThat(DiagnosisText.lines(diagnosis)).containsExactly("Not well, and no known failure shows why:",
                "  check service: from node to 10.96.0.7: no answer", "", "No known failure was found.");
        assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    @Test
    void evictedPods_areNews_asLongAsEvents() {
        String evicted = """
                {"items":[{"metadata":{"namespace":"default","name":"web","ownerReferences":[{"kind":"ReplicaSet"}]},
                "spec":{"nodeName":"node"},"status":{"phase":"Failed","reason":"Evicted","message":"The node was low.",
                "conditions":[{"type":"Ready","status":"False","lastTransitionTime":"%s"}]}}]}""";

        assertThat(diagnose(well().with("/api/v1/pods", evicted.formatted("2026-11-21T14:59:00Z"))).unwell())
                .containsExactly("node: default/web: Evicted: The node was low.");
        assertThat(diagnose(well().with("/api/v1/pods", evicted.formatted("2026-11-21T13:59:00Z"))).unwell()).isEmpty();
    }

    @Test
    void silentApiServer_isAGap() {
        assertThat(diagnose(new FakeApi()).gaps()).singleElement().asString().startsWith("API server: ");
    }

    /** Its machine runs and lets us in: that nothing known is wrong would be a wrong word. */
    @Test
    void silentApi_besideItsMachine_isNotWell() {
        RecordedShell control = new RecordedShell("control", words -> "");
        Diagnosis diagnosis = diagnose(well().fail(FakeApi.Fault.UNREACHABLE), place(control, Role.CONTROL_PLANE));

        assertThat(diagnosis.unwell()).containsExactly("cluster: the API server does not answer, though control runs");
        assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        assertThat(diagnosis.gaps()).as("nor can it be looked at").hasSize(1);
        assertThat(DiagnosisText.lines(diagnosis)).doesNotContain("Nothing known to be wrong was found.");
    }

    /** It answers each list so while it does not reach etcd. */
    @Test
    void apiServer_withoutNodes_isNotWell() {
        FakeApi api = well().failing("/api/v1/nodes", LabException.labFailed("api-busy",
                "The API server could not get /api/v1/nodes now.", ""));
        RecordedShell control = new RecordedShell("control", words -> "");

        assertThat(diagnose(api, place(control, Role.CONTROL_PLANE)).exitCode()).isEqualTo(ExitCode.LAB_FAILED);
    }

    /** It takes the connection, and nothing more. */
    @Test
    void hangingApi_besideItsMachine_isNotWell() {
        CountDownLatch never = new CountDownLatch(1);
        RecordedShell control = new RecordedShell("control", words -> words.contains("--unit=kubelet")
                ? "x509: certificate has expired or is not yet valid: current time\n" : "");
        Collected collected = collector(Duration.ofMillis(500)).collect(new Target("lab",
                List.of(place(control, Role.CONTROL_PLANE)), Optional.empty(), Optional.empty(), Map.of(), Map.of(),
                Optional.of(() -> {
                    await(never);
                    return well();
                })), new Cancellation(), () -> { });
        Diagnosis diagnosis = Diagnosis.of("lab", KNOWN, NO_SECRETS, collected);

        assertThat(diagnosis.unwell()).containsExactly("cluster: the API server does not answer, though control runs");
        assertThat(diagnosis.findings()).extracting(Finding::id).containsExactly("certificate-not-valid-now");
        assertThat(diagnosis.gaps()).containsExactly("API server: no answer within 0 s");
        assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.LAB_FAILED);
        never.countDown();
    }

    /** A long list of a slow one is no sign that it is silent. */
    @Test
    void slowApi_thatListedNodes_isAGap() {
        CountDownLatch never = new CountDownLatch(1);
        FakeApi api = well().holding("/api/v1/pods", () -> await(never));
        RecordedShell control = new RecordedShell("control", words -> "");
        Diagnosis diagnosis = Diagnosis.of("lab", KNOWN, NO_SECRETS, collect(api, Duration.ofMillis(500),
                place(control, Role.CONTROL_PLANE)));

        assertThat(diagnosis.unwell()).isEmpty();
        assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.NOT_JUDGED);
        never.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void silentApi_ofMachineOff_isAGap() {
        RecordedShell dead = new RecordedShell("control", words -> {
            throw LabException.labFailed("ssh-lost", "Lost.", "");
        });
        RecordedShell worker = new RecordedShell("node", words -> "");

        FakeApi away = well().fail(FakeApi.Fault.UNREACHABLE);
        assertThat(diagnose(away, place(dead, Role.CONTROL_PLANE), place(worker, Os.LINUX)).unwell()).isEmpty();
    }

    private static FakeApi well() {
        FakeApi api = new FakeApi();
        OTHER_LISTS.forEach(path -> api.with(path, NONE));
        return api.with(APP_SERVICE, "{}").with("/api/v1/nodes", NONE).with("/api/v1/pods", NONE)
                .with("/api/v1/events", NONE).with("/apis/apps/v1/statefulsets", NONE)
                .with("/apis/apps/v1/deployments", "{\"items\":[" + deployment("coredns", 2, 2) + "]}")
                .with("/apis/apps/v1/daemonsets", "{\"items\":[%s,%s]}".formatted(
                        daemons("kube-system", "kube-proxy", 2), daemons("kube-flannel", "kube-flannel-ds", 2)))
                        .at(NOW);
    }

    private static String deployment(String name, int wanted, int ready) {
        return """
                {"metadata":{"namespace":"kube-system","name":"%s","generation":1},"spec":{"replicas":%d},"status":{
                 "observedGeneration":1,"replicas":%d,"updatedReplicas":%d,"readyReplicas":%d,\
                "availableReplicas":%d}}"""
                .formatted(name, wanted, wanted, wanted, ready, ready);
    }

    private static String daemons(String namespace, String name, int count) {
        return """
                {"metadata":{"namespace":"%s","name":"%s","generation":1},"spec":{},"status":{"observedGeneration":1,
                 "desiredNumberScheduled":%d,"currentNumberScheduled":%d,"updatedNumberScheduled":%d,"numberReady":%d,
                 "numberAvailable":%d}}""".formatted(namespace, name, count, count, count, count, count);
    }

    private static Target.Place place(RecordedShell shell, Os os) {
        return place(shell, Role.WORKER, os);
    }

    private static Target.Place place(RecordedShell shell, Role role) {
        return place(shell, role, Os.LINUX);
    }

    private static Target.Place place(RecordedShell shell, Role role, Os os) {
        return new Target.Place(new Machine(shell.machine(), role, os, Arch.AMD64, 2, 2048, Optional.empty(),
                KubernetesVersion.parse("1.36.3"), Ipv4.parse("192.168.56.11")), shell);
    }

    private static Diagnosis diagnose(FakeApi api, Target.Place... places) {
        return Diagnosis.of("lab", KNOWN, NO_SECRETS, collect(api, Duration.ofSeconds(20), places));
    }

    private static Collected collect(FakeApi api, Duration within, Target.Place... places) {
        return collector(within).collect(new Target("lab", List.of(places), Optional.empty(), Optional.empty(),
                Map.of("numbers", List.of(APP_SERVICE)), Map.of(), Optional.of(() -> api)),
                new Cancellation(), () -> { });
    }

    private static Collector collector(Duration within) {
        return new Collector(LogSources.read(Path.of("")), Duration.ofMinutes(30), within);
    }
}
