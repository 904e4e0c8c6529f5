package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Os;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FindingsTest {
    private static final KnownFailures REAL = KnownFailures.read(Path.of(""));
    private static final Redactor NO_SECRETS = new Redactor(List.of());
    private static final KnownFailures KNOWN = KnownFailures.of(List.of(DataFile.parse("test.yaml", """
            title: A test
            failures:
              - {id: a-state, finding: A state, signs: [{in: [node], text: not ready}], cause: c, cure: c, source: s, \
            general: true}
              - {id: a-cause, finding: A cause, signs: [{in: [kubelet], text: broken}], cause: c,
                 cure: 'fix {machine}', source: s, explains: [a-consequence]}
              - {id: a-consequence, finding: It follows, signs: [{in: [event], text: failed}], cause: c, cure: c, \
            source: s}
              - {id: win-only, finding: On Windows, os: windows, signs: [{in: [kubelet], text: changed}], cause: c, \
            cure: c, source: s}
            """, FailuresReader::area)));

    @Test
    void causes_comeBeforeStates_withoutTheirConsequences() {
        assertThat(ids(on(EvidenceKind.NODE, "node", "not ready"), on(EvidenceKind.EVENT, "node", "failed"),
                on(EvidenceKind.KUBELET, "node", "broken"))).containsExactly("a-cause", "a-state");
    }

    @Test
    void whatHappensOnAnotherMachineDoesNotFollow() {
        assertThat(ids(on(EvidenceKind.EVENT, "other", "failed"), on(EvidenceKind.KUBELET, "node", "broken")))
                .containsExactly("a-consequence", "a-cause");
        assertThat(ids(on(EvidenceKind.EVENT, Evidence.CLUSTER, "failed"), on(EvidenceKind.KUBELET, "node", "broken")))
                .containsExactly("a-cause");
    }

    /** Events, the check of the app and the workload tell of it. */
    @Test
    void imageThatIsNowhere_isOneFinding() {
        String why = "failed to do request: Head \"https://registry-1.docker.io/v2/\": dial tcp: no such host";
        List<Evidence> seen = List.of(
                on(EvidenceKind.POD, "node", "default/web-78-a: container web waiting ErrImagePull: " + why),
                on(EvidenceKind.WORKLOAD, Evidence.CLUSTER, "default/deployment/web is not rolled out: 1 of its 2 pods "
                        + "is of an older template"),
                on(EvidenceKind.CHECK, Evidence.CLUSTER, "deployment/web is not rolled out: 1 of its 2 pods is of an "
                        + "older template: web-78-a: web: ErrImagePull: " + why));

        assertThat(found(REAL, seen.toArray(Evidence[]::new))).extracting(Finding::id, Finding::place)
                .containsExactly(tuple("image-registry-unreachable", "node"));
    }

    /** That says what to do with the image of one pod, and nothing of another's. */
    @Test
    void image_inHostsDocker_isTheCause() {
        String why = ": container web waiting ErrImagePull: failed to do request: Head \"https://x/\": no such host";
        List<Finding> findings = found(REAL, on(EvidenceKind.POD, "node", "default/web" + why, "default/other" + why),
                on(EvidenceKind.HOST, "node", "default/web: the image web:1 is in docker of this host"));

        assertThat(findings).extracting(Finding::id)
                .containsExactlyInAnyOrder("image-on-this-host-only", "image-registry-unreachable");
        assertThat(findings).filteredOn(one -> one.id().equals("image-registry-unreachable")).singleElement()
                .satisfies(one -> assertThat(one.line()).startsWith("default/other"));
        assertThat(findings).flatExtracting(Finding::commands).containsExactly(
                "hybridlab image load lab web:1");
    }

    @Test
    void lines_ofOnePlace_areOneFinding() {
        assertThat(found(KNOWN, on(EvidenceKind.KUBELET, "node", "broken 1", "well", "broken 2"))).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.times()).isEqualTo(2);
                    assertThat(finding.line()).isEqualTo("broken 2");
                    assertThat(finding.cure()).isEqualTo("fix node");
                });
        assertThat(ids(on(EvidenceKind.KUBELET, "a", "broken"), on(EvidenceKind.KUBELET, "b", "broken")))
                .containsExactly("a-cause", "a-cause");
    }

    @Test
    void sign_isLookedForInItsPlaceOnly() {
        assertThat(ids(on(EvidenceKind.EVENT, "node", "broken"))).isEmpty();
        assertThat(ids(on(EvidenceKind.CHECK, "cluster", "broken"))).as("checks quote").containsExactly("a-cause");
    }

    @Test
    void windowsOnlySigns_areNotSoughtOnLinux() {
        Evidence linux = new Evidence(EvidenceKind.KUBELET, "node", "kubelet",
                Optional.of(Os.LINUX), List.of("changed"));

        assertThat(ids(linux)).isEmpty();
        assertThat(ids(on(EvidenceKind.KUBELET, "node", "changed"))).containsExactly("win-only");
    }

    /** Events and the pod itself say it, too, until it is well; a wrong word of `kubectl exec` says it as well. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "KUBELET | failed to resolve reference docker.io/library/nothing:1: not found",
        "CONTAINERD | unable to start container process: exec: bash: executable file not found in $PATH"})
    void podsFailure_isNotReadFromJournals(EvidenceKind kind, String line) {
        String said = line.replace("bash", "\"bash\"");

        assertThat(real(on(kind, "node", said))).isEmpty();
        assertThat(real(on(EvidenceKind.POD, "node", said))).hasSize(1);
    }

    /** Told on the same machine, or in the cluster, which is no reason to be the same story. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "OBJECT | ConfigMap kube-system/coredns: its Corefile forwards nothing | POD | %s: container x waiting "
            + "CrashLoopBackOff | kube-system/coredns-5d-x | default/web-7d-x",
        "OBJECT | ClusterRole flannel, which the pod network needs, does not exist | POD | %s: container x waiting "
            + "CrashLoopBackOff | kube-flannel/kube-flannel-ds-x | default/web-7d-x",
        "OBJECT | Deployment default/web has no ready pod: those of its revision 3 end | POD | %s: container x waiting "
            + "CrashLoopBackOff | default/web-7d-x | other/web-7d-x",
        "OBJECT | Deployment default/web has no ready pod: those of its revision 3 end | POD | %s: container x waiting "
            + "CrashLoopBackOff | default/web-7d-x | default/db-7d-x",
        "FLANNELD | error parsing subnet config | POD | %s: container x waiting CrashLoopBackOff "
            + "| kube-flannel/kube-flannel-ds-x | default/web-7d-x",
        "POD | default/a: 0/2 nodes are available: 1 Insufficient cpu. | EVENT "
            + "| now Pod %s: FailedScheduling 1 node(s) had untolerated taint(s) | default/a | default/b",
        "OBJECT | PersistentVolumeClaim default/data waits for the provisioner x of the class y | EVENT "
            + "| now Pod %s: FailedScheduling pod has unbound immediate PersistentVolumeClaims | default/a | other/a",
        "WORKLOAD | default/deployment/web is not rolled out: x, and it is paused | WORKLOAD "
            + "| %s is not rolled out: 1 of its 2 pods is of an older template | default/deployment/web "
            + "| default/deployment/db",
        "POD | default/web-7d-x: container web waiting couldn't find key color in ConfigMap "
            + "default/settings | WORKLOAD | %s is not rolled out: 1 of its 2 pods is of an older template "
            + "| default/deployment/web | default/deployment/db",
        "POD | default/web-7d-x: container web waiting couldn't find key color in Secret "
            + "default/login | WORKLOAD | %s is not rolled out: 1 of its 2 pods is of an older template "
            + "| default/deployment/web | default/deployment/db",
        "POD | default/web-7d-x: container web waiting x: configmap \"settings\" not found "
            + "| WORKLOAD | %s is not rolled out: 1 of its 2 pods is of an older template "
            + "| default/deployment/web | default/deployment/db",
        "POD | default/web-7d-x: container web waiting x: secret \"login\" not found "
            + "| WORKLOAD | %s is not rolled out: 1 of its 2 pods is of an older template "
            + "| default/deployment/web | default/deployment/db"})
    void cause_hidesItsOwnPodsFindings_noOthers(EvidenceKind in, String cause, EvidenceKind effectIn, String effect,
                                                String own, String other) {
        Evidence behind = on(in, "node", cause);
        String first = found(REAL, behind).get(0).id();
        String second = found(REAL, on(effectIn, "node", effect.formatted(other))).get(0).id();

        assertThat(real(behind, on(effectIn, "node", effect.formatted(own)))).containsExactly(first);
        assertThat(real(behind, on(effectIn, "node", effect.formatted(own), effect.formatted(other))))
                .containsExactlyInAnyOrder(first, second);
    }

    /** It names no pod, and a pod whose container was killed says so itself. */
    @Test
    void killInMemoryCgroup_hidesNoCrashes() {
        Evidence kernel = on(EvidenceKind.KERNEL, "node", "x kernel: Memory cgroup out of memory: Killed process 4242 "
                + "(web)");
        Evidence pod = on(EvidenceKind.POD, "node", "default/web-1: container web last ended with 137 OOMKilled",
                "default/web-1: container web waiting CrashLoopBackOff");
        Evidence other = on(EvidenceKind.POD, "node", "default/db-1: container db waiting CrashLoopBackOff");

        assertThat(real(kernel, other)).containsExactlyInAnyOrder("pod-out-of-memory", "container-crashes");
        assertThat(real(kernel, pod)).containsExactly("pod-out-of-memory");
    }

    /** The kubelet says so of each pod after a restart of its machine, on a node that is well. */
    @Test
    void changedSandbox_isNoFinding() {
        assertThat(real(on(EvidenceKind.EVENT, "win", "now Pod default/web-1: SandboxChanged Pod sandbox changed, it "
                + "will be killed and re-created."))).isEmpty();
    }

    /** A registry of one's own may lack it also for Linux. */
    @ParameterizedTest
    @CsvSource({"LINUX, image-lacks-platform", "WINDOWS, pause-image-windows"})
    void pauseImage_withoutVariant_isFoundOnBoth(Os os, String id) {
        Evidence events = new Evidence(EvidenceKind.EVENT, "node", "events", Optional.of(os), List.of("now Pod "
                + "default/web-1: FailedCreatePodSandBox Failed to create pod sandbox: rpc error: code = NotFound desc "
                + "= failed to start sandbox \"0a1b\": failed to get sandbox image \"registry/pause:3.1\": failed to "
                + "pull and unpack image \"registry/pause:3.1\": no match for platform in manifest sha256:2c3d"));

        assertThat(real(events)).containsExactly(id);
    }

    /** Of this host's disk, of a volume of a user's pod, and of inotify(7). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "RUN | /usr/lib/ruby/file.rb:9:in 'write': No space left on device @ io_write - /home/u/x (Errno::ENOSPC) | ",
        "RUN | x ./box.img: Write failed: No space left on device | ",
        "RUN | bsdtar: ./box.img: Can't create './box.img': No space left on device | ",
        "RUN | java.io.IOException: No space left on device | ",
        "POD | default/db-0: container db last ended with 1 Error: could not write: No space left on device | ",
        "POD | default/web-0: container web last ended with 1 Error: ENOSPC: no space left on device, watch '/app' "
            + "| inotify-used-up",
        "RUN | Failed to add /run/systemd/ask-password to directory watch: No space left on device | inotify-used-up",
        "RUN | inotify_add_watch /sys/fs/cgroup/x: no space left on device | inotify-used-up",
        "EVENT | Pod default/web: inotify_add_watch /x: no space left on device | inotify-used-up",
        "KUBE_PROXY | failed to create watcher: no space left on device | inotify-used-up",
        "KUBELET | failed to watch directory \"/sys/fs/cgroup/x\": no space left on device | inotify-used-up"})
    void spaceElsewhere_isNotTheMachinesDisk(EvidenceKind kind, String line, String id) {
        assertThat(real(on(kind, "node", line))).isEqualTo(id == null ? List.of() : List.of(id));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "RUN | sh: 1: cannot create /etc/x: No space left on device",
        "RUN | upload: 1: cannot create /var/lib/x: No space left on device",
        "RUN | /var/lib/hybridlab/run/8-prepare.sh: line 1: echo: write error: No space left on device",
        "RUN | touch: cannot touch '/etc/x': No space left on device",
        "RUN | cannot copy extracted data for './x' to '/x.dpkg-new': failed to write (No space left on device)",
        "RUN | E: Write error - write (28: No space left on device)",
        "RUN | write /var/lib/containerd/x: no space left on device",
        "EVENT | now Pod default/web: Failed mkdir /var/lib/kubelet/watchdog: no space left on device"})
    void fullDisk_ofMachine_isFound(EvidenceKind kind, String line) {
        assertThat(real(on(kind, "node", line))).containsExactly("disk-full");
    }

    /** `up` starts a machine again with new memory, and brings what is newer. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "KERNEL | Out of memory: Killed process 812 (kube-apiserver)",
        "NODE | MemoryPressure=True",
        "MACHINE | memory of the machine short: 31 of 2048 MiB",
        "FLANNELD | github.com/flannel-io/flannel/pkg/backend/vxlan.(*network).watchVXLANDevice(0x0)"})
    void advice_whereUpHelps_destroysNothing(EvidenceKind kind, String line) {
        assertThat(found(REAL, on(kind, "node", line))).singleElement().satisfies(finding ->
                assertThat(finding.cure()).contains("hybridlab up lab").doesNotContain("destroy"));
    }

    /** Of several control planes, the others still serve. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "RUN | the number of available CPUs 1 is less than the required 2 | destroy lab node",
        "RUN | the system RAM (900 MB) is less than the minimum 1700 MB | destroy lab node",
        "POD_LOG | etcd: failed to recover v3 backend from snapshot | destroy lab node"})
    void advice_forOneMachine_comesFirst(EvidenceKind kind, String line, String command) {
        assertThat(found(REAL, on(kind, "node", line))).singleElement().satisfies(finding ->
                assertThat(finding.cure()).containsSubsequence("hybridlab " + command, "If not"));
    }

    /** `replace` refuses the first control plane, and a lab whose file has changed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "POD_LOG | the member has been permanently removed from the cluster | destroy lab node | up lab",
        "MACHINE | licence status 5, 0 days left | up lab | replace lab node"})
    void advice_thatReplaceRefuses_isNotGiven(EvidenceKind kind, String line, String first, String then) {
        assertThat(found(REAL, on(kind, "node", line))).singleElement().satisfies(finding ->
                assertThat(finding.cure()).containsSubsequence("hybridlab " + first, "hybridlab " + then));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ConfigMap default/settings", "Secret default/login"})
    void removedKey_isPutBackByUp(String object) {
        Evidence pod = on(EvidenceKind.POD, "node", "default/web-7d-x: container web waiting "
                + "CreateContainerConfigError: couldn't find key color in " + object);

        assertThat(found(REAL, pod)).singleElement().satisfies(finding -> {
            assertThat(finding.commands()).containsExactly("hybridlab up lab");
            assertThat(finding.cure()).contains("If the lab's files have the key, up puts it back.");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "EVENT | now Pod kube-system/dns-5d-x: Unhealthy Readiness probe failed: x | logs -n kube-system dns-5d-x",
        "POD | default/web-7d-x: container web waiting CrashLoopBackOff | logs --previous -n default web-7d-x",
        "POD | default/web-7d-x: container web ended again, restarts: 2 | logs --previous -n default web-7d-x",
        "EVENT | Unhealthy Readiness probe failed: x | logs -n NAMESPACE POD"})
    void advice_namesThePod_whereItIsKnown(EvidenceKind kind, String line, String advice) {
        assertThat(found(REAL, on(kind, "node", line))).singleElement().satisfies(finding ->
                assertThat(finding.cure()).startsWith("hybridlab kubectl lab " + advice));
    }

    @Test
    void causeInTheSystem_hidesWhatPodsSuffer() {
        assertThat(real(on(EvidenceKind.FLANNELD, "node", "error parsing subnet config"), on(EvidenceKind.EVENT, "node",
                "now Pod default/web: FailedCreatePodSandBox open /run/flannel/subnet.env: no such file or directory")))
                .containsExactly("flannel-config-broken");
        assertThat(real(on(EvidenceKind.NODE, "node", "Ready=False KubeletNotReady container runtime is down"),
                on(EvidenceKind.EVENT, Evidence.CLUSTER, "now Pod default/web: FailedScheduling 1 node(s) had "
                        + "untolerated taint(s)"))).containsExactly("containerd-stopped");
        assertThat(real(on(EvidenceKind.OBJECT, Evidence.CLUSTER, "Lease kube-system/kube-controller-manager was last "
                + "renewed at 2026-11-21T14:00:00Z by the first control plane control", "ConfigMap "
                + "default/kube-root-ca.crt, which every namespace has, does not exist"))).containsExactly(
                        "controller-manager-silent");
    }

    /** Names of objects look like secrets' words; what is told of them must not hide their failure. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "EVENT | MountVolume.SetUp failed for volume \"db-secret\" : secret \"db-secret\" not found"
                + " | pod-secret-missing",
        "MACHINE | packet filter, table ip6 lab: input tcp dport 10250 drop | kubelet-port-dropped",
        "MACHINE | packet filter, table filter: -A INPUT -p udp --dport 4789 -m comment --comment \"no\" -j DROP"
                + " | overlay-port-dropped",
        "MACHINE | licence status 2, 0 days left | windows-licence-expired",
        "MACHINE | licence status 2, 10 days left | ",
        "MACHINE | licence status 1, 180 days left | ",
        "MACHINE | etcd: inactive | etcd-machine-stopped",
        "MACHINE | etcd: active | "})
    void realLine_isFound(EvidenceKind kind, String line, String id) {
        assertThat(real(on(kind, "node", line)))
                .isEqualTo(id == null ? List.of() : List.of(id));
    }

    /** That of a registry or a webhook says nothing of the API server's, or of the machine's clock. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "failed to do request: Head \"https://r:5000/v2/\": tls: failed to verify certificate: x509: certificate has "
            + "expired or is not yet valid: current time x is after y | image-registry-certificate-expired",
        "failed to authorize: failed to fetch anonymous token: Get \"https://r/token\": tls: failed to verify "
            + "certificate: x509: certificate has expired or is not yet valid | image-registry-certificate-expired",
        "failed to do request: Head \"https://r:5000/v2/\": tls: failed to verify certificate: x509: certificate is "
            + "valid for registry.lab, not r | image-registry-certificate-other-name",
        "failed to do request: Head \"https://192.0.2.7/v2/\": x509: cannot validate certificate for 192.0.2.7 "
            + "because it doesn't contain any IP SANs | image-registry-certificate-other-name",
        "failed to do request: Head \"https://r/v2/\": x509: certificate is not valid for any names, but wanted to "
            + "match r | image-registry-certificate-other-name",
        "failed to do request: Head \"https://r/v2/\": x509: certificate relies on legacy Common Name field, use SANs "
            + "instead | image-registry-certificate-other-name",
        "failed to authorize: failed to fetch oauth token: Post \"https://r/token\": x509: certificate signed by "
            + "unknown authority | image-registry-not-trusted",
        "failed calling webhook \"g.example.org\": Post \"https://g.default.svc:443/\": x509: certificate signed by "
            + "unknown authority | webhook-call-fails",
        "failed calling webhook \"g.example.org\": Post \"https://g.default.svc:443/\": x509: certificate has "
            + "expired or is not yet valid | webhook-call-fails",
        "failed calling webhook \"g.example.org\": Post \"https://g.default.svc:443/\": x509: certificate is valid for "
            + "h.default.svc, not g.default.svc | webhook-call-fails"})
    void foreignCertificate_isNotTakenForTheClusters(String line, String id) {
        assertThat(real(on(EvidenceKind.EVENT, "node", line))).containsExactly(id);
        assertThat(real(on(EvidenceKind.RUN, "node", line))).containsExactly(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"certificate apiserver expired", "certificate apiserver ends within 30 days: x",
        "certificate kubelet-client expired", "certificate ca expired"})
    void certificate_seenByWrongClock_isNotBlamed(String line) {
        String clock = "clock differs from this host's by 31000000 s";

        assertThat(real(on(EvidenceKind.MACHINE, "node", clock, line))).containsExactly("clock-differs");
        assertThat(real(on(EvidenceKind.MACHINE, "other", clock), on(EvidenceKind.MACHINE, "node", line))).hasSize(2);
    }

    @Test
    void logsAboutCertificates_ofWrongClock_areExplained() {
        String expired = "x509: certificate has expired or is not yet valid: current time x is after y";

        assertThat(real(on(EvidenceKind.MACHINE, "node", "clock differs from this host's by 31000000 s"),
                on(EvidenceKind.KUBELET, "node", expired), on(EvidenceKind.EVENT, "node", "now Pod default/web: "
                        + "Failed failed to do request: Head \"https://r/v2/\": " + expired)))
                .containsExactly("clock-differs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"HOST | machine paused: paused", "HOST | machine stopped: exited",
        "HOST | machine broken: crashed", "HOST | machine absent: not created", "MACHINE | kubelet: inactive",
        "MACHINE | containerd: inactive",
        "NODE | Ready=Unknown NodeStatusUnknown Kubelet stopped posting node status."})
    void webhookWithoutPods_followsFromItsNode(EvidenceKind kind, String line) {
        String webhook = "ValidatingWebhookConfiguration guard: webhook 0 guard.example.org needs the service "
                + "default/guard, which ";
        String cause = real(on(kind, "node", line)).get(0);

        assertThat(real(on(kind, "node", line), on(EvidenceKind.OBJECT, Evidence.CLUSTER, webhook
                + "has no ready endpoint"))).containsExactly(cause);
        assertThat(real(on(kind, "node", line), on(EvidenceKind.OBJECT, Evidence.CLUSTER, webhook
                + "does not exist"))).containsExactlyInAnyOrder(cause, "webhook-not-answering");
    }

    /** The cure of one object is none of another's. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Service %s selects app=x, which no pod has | ; web has app=web",
        "Service %s: its port 0 sends to website, which no container of its pods names | ; they name http"})
    void objectWithoutKnownCure_isToldBesideAnother(String object, String candidate) {
        String cured = object.formatted("default/web") + candidate;

        assertThat(found(REAL, on(EvidenceKind.OBJECT, Evidence.CLUSTER, cured, object.formatted("shop/db"))))
                .extracting(Finding::line, finding -> finding.commands().size()).containsExactlyInAnyOrder(
                        tuple(cured, 1), tuple(object.formatted("shop/db"), 0));
        assertThat(found(REAL, on(EvidenceKind.OBJECT, Evidence.CLUSTER, cured, object.formatted("default/web"))))
                .as("the same").hasSize(1);
    }

    /** A cordon ends no pod. */
    @Test
    void webhookWithoutPods_isToldBesideACordon() {
        assertThat(real(on(EvidenceKind.NODE, "node", "cordoned"), on(EvidenceKind.OBJECT, Evidence.CLUSTER,
                "ValidatingWebhookConfiguration guard: webhook 0 guard.example.org needs the service default/guard, "
                        + "which has no ready endpoint"))).containsExactlyInAnyOrder("node-cordoned",
                                "webhook-without-endpoint");
    }

    /** It keeps what is in its place, and the slip may be in another manifest. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "POD_LOG | 2026-11-21T15:00:00Z stderr F Error: unknown flag: --foo",
        "KUBELET | \"Could not process manifest file\" path=\"/etc/kubernetes/manifests/kube-scheduler.yaml\""})
    void slipInManifest_hidesNoSafeCure(EvidenceKind kind, String line) {
        Evidence silent = on(EvidenceKind.OBJECT, Evidence.CLUSTER,
                "Pod kube-system/kube-scheduler of the first control plane node is not ready");

        assertThat(found(REAL, silent, on(kind, "node", line))).filteredOn(Finding::safe).extracting(Finding::id)
                .containsExactly("scheduler-silent");
        assertThat(real(silent, on(kind, "node", line))).hasSize(2);
    }

    /** Many programs say it, also those of steps and of users. */
    @Test
    void refusedFlag_isReadFromContainersLogOnly() {
        String refused = "Error: unknown flag: --foo";
        Evidence pod = on(EvidenceKind.POD, "node", "kube-system/coredns-5d-x: container x waiting CrashLoopBackOff");

        assertThat(real(on(EvidenceKind.RUN, "node", refused), on(EvidenceKind.TEXT, Evidence.HOST, refused)))
                .isEmpty();
        assertThat(real(on(EvidenceKind.TEXT, Evidence.HOST, "2026-11-21T15:00:00Z stderr F " + refused)))
                .containsExactly("static-pod-flag-refused");
        assertThat(real(on(EvidenceKind.POD_LOG, "node", "2026-11-21T15:00:00Z stderr F " + refused), pod))
                .containsExactlyInAnyOrder("static-pod-flag-refused", "container-crashes");
    }

    /** One node with a taint beside others is mostly the control plane. */
    @ParameterizedTest
    @ValueSource(strings = {"node(s) didn't match pod anti-affinity rules",
        "node(s) didn't match pod topology spread constraints", "node(s) had volume node affinity conflict",
        "node(s) didn't match PersistentVolume's node affinity"})
    void taint_besideOtherReasons_isTold(String reason) {
        String event = "now Pod default/a: FailedScheduling 0/3 nodes are available: ";
        String other = real(on(EvidenceKind.EVENT, "node", event + "3 " + reason)).get(0);

        assertThat(real(on(EvidenceKind.EVENT, "node", event + "1 node(s) had untolerated taint(s), 2 " + reason)))
                .containsExactly(other);
        assertThat(real(on(EvidenceKind.EVENT, "node", event + "1 " + reason + ", 2 node(s) had untolerated taint(s)")))
                .containsExactlyInAnyOrder(other, "pod-does-not-tolerate-taint");
        assertThat(real(on(EvidenceKind.EVENT, "node", event + "1 node(s) had untolerated taint {dedicated: x}, 2 "
                + reason))).containsExactlyInAnyOrder(other, "pod-does-not-tolerate-taint");
        assertThat(real(on(EvidenceKind.EVENT, "node", event + "3 node(s) had untolerated taint "
                + "{node-role.kubernetes.io/control-plane: }, 2 " + reason))).containsExactly(other);
        assertThat(real(on(EvidenceKind.EVENT, "node", event + "3 " + reason, event
                + "1 node(s) had untolerated taint(s)"))).as("told at other times")
                .containsExactlyInAnyOrder(other, "pod-does-not-tolerate-taint");
    }

    @Test
    void unreadManifest_isOver_onceKubeletReadsIt() {
        Evidence log = on(EvidenceKind.KUBELET, "node", "\"Could not process manifest file\" err=\"x\" path=\"y\"");

        assertThat(real(log)).containsExactly("static-pod-manifest-unreadable");
        assertThat(real(log, on(EvidenceKind.MACHINE, "node", "manifests of static pods are read"))).isEmpty();
    }

    /** Without that the next write raises the alarm again. */
    @ParameterizedTest
    @ValueSource(strings = {"etcd's quota used up: 2 of 2", "etcd's quota on a machine for etcd used up: 2 of 2"})
    void fullEtcd_isCompactedFirst(String line) {
        assertThat(found(REAL, on(EvidenceKind.MACHINE, "node", line), on(EvidenceKind.POD_LOG, "node",
                "etcdserver: mvcc: database space exceeded"))).singleElement().satisfies(finding ->
                assertThat(finding.commands()).singleElement().asString().containsSubsequence("etcd compact ",
                        "etcd defrag --cluster", "etcd alarm disarm"));
    }

    /** Windows' PowerShell takes a line between single quotes as it is, and then loses double quotes in it. */
    @ParameterizedTest
    @ValueSource(strings = {"etcd's quota used up: 2 of 2", "etcd's quota on a machine for etcd used up: 2 of 2",
        "write /var/lib/containerd/x: no space left on device"})
    void lineForMachinesShell_hasNoDoubleQuotes(String line) {
        assertThat(found(REAL, on(EvidenceKind.MACHINE, "node", line), on(EvidenceKind.RUN, "node", line)))
                .flatExtracting(Finding::commands).isNotEmpty().noneMatch(command -> command.toString().contains("\""));
    }

    /** Who did that had a reason, which nobody but them knows. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "OBJECT | Node node has the taint team=blue:NoSchedule, which the lab file does not state",
        "WORKLOAD | default/deployment/web has 1 of 2 pods ready, and it is paused"})
    void whatSomebodySet_staysForThem(EvidenceKind kind, String line) {
        assertThat(found(REAL, on(kind, "node", line))).singleElement().satisfies(finding -> {
            assertThat(finding.commands()).hasSize(1);
            assertThat(finding.safe()).isFalse();
        });
    }

    /** It keeps its disk, which a new one would not. */
    @Test
    void brokenMachine_isStarted_beforeItIsReplaced() {
        assertThat(found(REAL, on(EvidenceKind.HOST, "node", "machine broken: crashed"))).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.commands()).containsExactly("hybridlab up lab");
                    assertThat(finding.cure()).contains("hybridlab replace lab node");
                });
    }

    @Test
    void finding_inLineWithSecret_isToldWithout() {
        Redactor redactor = new Redactor(List.of("hunter2hunter2"));
        assertThat(Findings.in(List.of(on(EvidenceKind.KUBELET, "node", "broken: password: hunter2hunter2")), KNOWN,
                redactor, "lab")).singleElement().satisfies(finding -> assertThat(finding.line())
                        .isEqualTo("broken: password: [removed]"));
        assertThat(Findings.in(List.of(on(EvidenceKind.KUBELET, "node", "-----BEGIN KEY-----", "broken",
                "-----END KEY-----")), KNOWN, redactor, "lab")).as("part of a key").isEmpty();
    }

    private static List<String> real(Evidence... evidence) {
        return found(REAL, evidence).stream().map(Finding::id).toList();
    }

    @ParameterizedTest
    @CsvSource({"containerd: Stopped, Start-Service containerd", "kubelet: StopPending, Restart-Service kubelet"})
    void stoppedService_ofWindowsMachine_getsPowerShell(String line, String command) {
        Evidence windows = new Evidence(EvidenceKind.MACHINE, "win", "services", Optional.of(Os.WINDOWS),
                List.of(line));

        assertThat(found(REAL, windows)).singleElement().satisfies(finding ->
                assertThat(finding.commands()).containsExactly(
                        "hybridlab exec lab --on win -- powershell " + command));
    }

    @Test
    void failedRuntime_ofWindowsNode_getsPowerShell() {
        String down = "Ready=False KubeletNotReady container runtime is down";

        assertThat(found(REAL, new Evidence(EvidenceKind.NODE, "win", "node", Optional.of(Os.WINDOWS),
                List.of(down)), new Evidence(EvidenceKind.NODE, "node", "node", Optional.of(Os.LINUX), List.of(down))))
                .flatExtracting(Finding::commands).containsExactly(
                        "hybridlab exec lab --on win -- powershell Start-Service containerd",
                        "hybridlab exec lab --on node --sudo -- systemctl start containerd");
    }

    private static Evidence on(EvidenceKind kind, String place, String... lines) {
        return Evidence.of(kind, place, "test", List.of(lines));
    }

    private static List<Finding> found(KnownFailures known, Evidence... evidence) {
        return Findings.in(List.of(evidence), known, NO_SECRETS, "lab");
    }

    private static List<String> ids(Evidence... evidence) {
        return found(KNOWN, evidence).stream().map(Finding::id).toList();
    }
}
