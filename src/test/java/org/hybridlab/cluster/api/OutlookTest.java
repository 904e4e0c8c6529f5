package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;

import org.hybridlab.cluster.api.Outlook.Around;
import org.hybridlab.cluster.api.Outlook.Said;
import org.hybridlab.cluster.api.Outlook.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OutlookTest {
    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
    private static final JsonNode NODE = json("{'status':{'allocatable':{'cpu':'4','memory':'8Gi'}}}");
    private static final String CRASHED = """
            {'name':'it','state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off %s restarting'}},
             'lastState':{'terminated':{'exitCode':1,'finishedAt':'2026-11-28T11:59:50Z'}}}""";

    private Around around = around(List.of(), "", false);

    @ParameterizedTest
    @ValueSource(strings = {
        "Failed: Failed to pull image \"a.example/b:1\": rpc error: code = NotFound desc = failed to resolve reference "
                + "\"a.example/b:1\": a.example/b:1: not found",
        "Failed: Failed to pull image \"b:1\": no match for platform in manifest: not found",
        "Failed: Failed to pull image \"b:1\": failed to authorize: unexpected status: 401 Unauthorized",
        "Failed: Failed to pull image \"b:1\": pull access denied, repository does not exist or may require "
                + "authorization: insufficient_scope"})
    void image_thatRegistryRefuses_isHopelessAtOnce(String event) {
        assertHopeless(waiting("ErrImagePull", "x"), new Said(event, NOW.minusSeconds(3), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dial tcp 10.0.0.1:5000: connect: connection refused",
        "dial tcp: lookup a.example on 10.0.0.1:53: no such host", "tls: failed to verify certificate: x509: unknown",
        "unexpected status from HEAD request: 429 Too Many Requests", "net/http: TLS handshake timeout"})
    void unreachedRegistry_isHopeless_onceTwoAreAlike(String why) {
        String event = "Failed: Failed to pull image \"a.example/b:1\": failed to do request: " + why;
        assertMoves(waiting("ErrImagePull", why), new Said(event, NOW.minusSeconds(12), 1));
        assertMoves(waiting("ErrImagePull", why), new Said(event, NOW.minusSeconds(12), 1),
                new Said(event.replace(why, "EOF"), NOW.minusSeconds(2), 1));
        assertHopeless(waiting("ErrImagePull", why), new Said(event, NOW.minusSeconds(2), 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {126, 127})
    void program_thatCannotRun_isHopelessAtOnce(int code) {
        assertHopeless(pod("'phase':'Running'", "{'name':'it','state':{'terminated':{'exitCode':%d,'finishedAt':"
                .formatted(code) + "'2026-11-28T11:59:59Z'}}}"));
    }

    @Test
    void program_forOtherProcessor_isHopelessAtOnce() {
        assertHopeless(pod("'phase':'Pending'", "{'name':'it','state':{'terminated':{'exitCode':128,'reason':"
                + "'StartError','message':'exec /it: exec format error','finishedAt':'2026-11-28T11:59:59Z'}}}"));
    }

    @Test
    void webhook_thatDenies_isHopelessAtOnce() {
        assertThat(Outlook.ofWords(said("admission webhook \"no.example.org\" denied the request: no"), around)
                .isHopeless()).isTrue();
    }

    @Test
    void claim_forSeveralMachines_isHopelessAtOnce() {
        assertThat(Outlook.ofWords(said("ProvisioningFailed: failed to provision volume with StorageClass \"s\": "
                + "NodePath only supports ReadWriteOnce and ReadWriteOncePod (1.22+) access modes"), around)
                .isHopeless()).isTrue();
    }

    @Test
    void pod_forNoNode_isHopelessAtOnce() {
        Pod pod = unscheduled("0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) "
                + "had untolerated taint {node-role.kubernetes.io/control-plane: }. preemption: 0/2 nodes are "
                + "available: 2 Preemption is not helpful for scheduling.");
        assertHopeless(pod);
        assertThat(Outlook.of(pod, List.of(), around).at()).contains(Instant.parse("2026-11-28T11:59:30Z"));
        around = new Around(NOW, Instant.EPOCH, List.of(NODE), List.of("node2"), name -> false, false, List.of());
        assertMoves(pod);
    }

    /** Kubernetes 1.36 does not name the taints. */
    @Test
    void namelessTaints_areThoseOfTheNodes() {
        Pod pod = unscheduled("0/1 nodes are available: 1 node(s) had untolerated taint(s). no new claims to "
                + "deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.");
        assertHopeless(pod);
        JsonNode young = json("{'spec':{'taints':[{'key':'node.kubernetes.io/not-ready','effect':'NoSchedule'}]}}");
        around = new Around(NOW, Instant.EPOCH, List.of(young), List.of(), name -> false, false, List.of());
        assertMoves(pod);
    }

    @Test
    void podForStartingNode_isWaitedFor() {
        assertMoves(unscheduled("0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-"
                + "ready: }."));
    }

    @Test
    void memoryOfNoNode_isHopelessAtOnce() {
        String none = "0/2 nodes are available: 2 Insufficient memory. no new claims to deallocate, preemption: 0/2 "
                + "nodes are available: ";
        assertHopeless(unscheduled(none + "2 Preemption is not helpful for scheduling."));
        assertMoves(unscheduled(none + "1 No preemption victims found for incoming pod, 1 Preemption is not helpful "
                + "for scheduling."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"configmap \"a\" not found", "secret \"a\" not found",
        "couldn't find key k in ConfigMap default/a", "references non-existent secret key: k"})
    void reference_thatNobodyBrings_isHopelessAtOnce(String message) {
        Pod pod = waiting("CreateContainerConfigError", message);
        assertHopeless(pod);
        around = around(List.of(waiting("ContainerCreating", "")), "", true);
        assertMoves(pod);
    }

    @ParameterizedTest
    @ValueSource(strings = {"persistentvolumeclaim \"a\" not found", "serviceaccount \"a\" not found",
        "no PriorityClass with name a was found", "storageclass.storage.k8s.io \"a\" not found",
        "no persistent volumes available for this claim and no storage class is set"})
    void objectThatNobodyBrings_isHopelessAtOnce(String message) {
        assertThat(Outlook.ofWords(said(message), around).isHopeless()).isTrue();
    }

    @Test
    void reference_thatOtherAppBrings_isWaitedFor() {
        around = around(List.of(), "configmap/a", false);
        assertMoves(waiting("CreateContainerConfigError", "configmap \"a\" not found"));
        assertThat(Outlook.ofWords(said("serviceaccount \"default\" not found"), around).isHopeless()).isFalse();
    }

    @Test
    void claimOfFirstConsumer_isWaitedFor() {
        assertMoves(waiting("ContainerCreating", ""), new Said("WaitForFirstConsumer: waiting for first consumer to be "
                + "created before binding", NOW, 1));
    }

    @Test
    void crash_isHopelessAtThirdExit() {
        assertMoves(pod("'phase':'Running'", CRASHED.formatted("10s")));
        assertHopeless(pod("'phase':'Running'", CRASHED.formatted("20s")));
    }

    @Test
    void crash_whileOthersStart_isWaitedFor() {
        around = around(List.of(waiting("ContainerCreating", "")), "", false);
        assertMoves(pod("'phase':'Running'", CRASHED.formatted("20s")));
    }

    /** Its next run finds what was missing. */
    @Test
    void crash_beforeTheRestWasReady_saysNothing() {
        around = around(List.of(ready("2026-11-28T11:59:55Z")), "", false);
        assertMoves(pod("'phase':'Running'", CRASHED.formatted("20s")));
        around = around(List.of(ready("2026-11-28T11:59:45Z")), "", false);
        assertHopeless(pod("'phase':'Running'", CRASHED.formatted("20s")));
        assertMoves(pod("'phase':'Running'", ranFrom("2026-11-28T11:59:40Z")));
    }

    /** After a slow boot, the controller manager ends several times before the API server keeps up. */
    @Test
    void crash_ofStaticPod_countsIfQuick() {
        assertMoves(ofNode(ranFrom("2026-11-28T11:59:38Z")));
        assertHopeless(ofNode(ranFrom("2026-11-28T11:59:48Z")));
    }

    /** The image may have been loaded since. */
    @Test
    void failedPulls_beforeTheWait_countOnce() {
        around = new Around(NOW, NOW.minusSeconds(5), List.of(NODE), List.of(), name -> false, false, List.of());
        Said pull = new Said("Failed: Failed to pull image \"b:1\": dial tcp: lookup a.example: no such host",
                NOW.minusSeconds(2), NOW.minusSeconds(60), 9);
        assertMoves(waiting("ErrImagePull", "x"), pull);
        assertHopeless(waiting("ErrImagePull", "x"), new Said(pull.words(), pull.at(), 2));
    }

    @Test
    void webhook_whoseEndpointStarts_isWaitedFor() {
        Said call = said("failed calling webhook \"a\": failed to call webhook: Post \"https://a.hooks.svc:443/?"
                + "timeout=10s\": no endpoints available for service \"a\"");
        assertThat(Outlook.ofWords(call, around).isHopeless()).isTrue();
        around = around(List.of(inNamespace("hooks", "'phase':'Pending'")), "", false);
        assertThat(Outlook.ofWords(call, around).isHopeless()).isFalse();
        around = around(List.of(), "service/a", false);
        assertThat(Outlook.ofWords(call, around).isHopeless()).isFalse();
    }

    @Test
    void whatWasSaidBeforeTheWait_saysNothing() {
        around = new Around(NOW, NOW.minusSeconds(5), List.of(NODE), List.of(), name -> false, false, List.of());
        assertMoves(pod("'phase':'Running'", CRASHED.formatted("20s")), new Said(
                "Failed: Failed to pull image \"b:1\": b:1: not found", NOW.minusSeconds(60), 9));
    }

    @Test
    void wordsBeforeTheContainerStarted_areOver() {
        Said event = new Said("Failed: Failed to pull image \"b:1\": b:1: not found", NOW.minusSeconds(60), 1);
        assertMoves(pod("'phase':'Running'", "{'name':'it','state':{'running':{'startedAt':'2026-11-28T11:59:30Z'}}}"),
                event);
        assertHopeless(waiting("ContainerCreating", ""), event);
        assertMoves(waiting("ContainerCreating", ""), new Said(event.words(), NOW.minusSeconds(400), 1));
    }

    @Test
    void readyPod_isMet() {
        assertThat(Outlook.of(ready("2026-11-28T11:00:00Z"), List.of(), around).state()).isEqualTo(State.MET);
    }

    private void assertHopeless(Pod pod, Said... events) {
        assertThat(Outlook.of(pod, List.of(events), around).state()).isEqualTo(State.HOPELESS);
    }

    private void assertMoves(Pod pod, Said... events) {
        assertThat(Outlook.of(pod, List.of(events), around).state()).isEqualTo(State.MOVING);
    }

    private static Around around(List<Pod> rest, String brought, boolean makers) {
        return new Around(NOW, Instant.EPOCH, List.of(NODE), List.of(), brought::equals, makers, rest);
    }

    private static Said said(String words) {
        return new Said(words, NOW, 1);
    }

    private static Pod waiting(String reason, String message) {
        return pod("'phase':'Pending'", "{'name':'it','state':{'waiting':{'reason':'%s','message':'%s'}}}".formatted(
                reason, message.replace("'", "`").replace("couldn`t", "couldn\\u0027t").replace("\"", "\\\"")));
    }

    private static Pod ready(String since) {
        return pod("'phase':'Running','conditions':[{'type':'Ready','status':'True','lastTransitionTime':'%s'}]"
                .formatted(since), "{'name':'it','ready':true,'state':{'running':{}}}");
    }

    private static Pod unscheduled(String message) {
        return Pod.of(json("{'metadata':{'name':'web','namespace':'default','uid':'1'},'status':{'phase':'Pending',"
                + "'conditions':[{'type':'PodScheduled','status':'False','reason':'Unschedulable','lastTransitionTime':"
                + "'2026-11-28T11:59:30Z','message':'" + message.replace("'", "\\u0027") + "'}]}}"));
    }

    private static Pod pod(String status, String container) {
        return Pod.of(json("{'metadata':{'name':'web','namespace':'default','uid':'1'},'status':{%s,"
                .formatted(status) + "'containerStatuses':[" + container + "]}}"));
    }

    private static String ranFrom(String start) {
        return CRASHED.formatted("20s").replace("'exitCode':1", "'exitCode':1,'startedAt':'%s'".formatted(start));
    }

    private static Pod ofNode(String container) {
        return Pod.of(json(("{'metadata':{'name':'kube-controller-manager-control','namespace':'kube-system','uid':'3',"
                + "'ownerReferences':[{'kind':'Node','name':'control','controller':true}]},'status':{'phase':'Running',"
                + "'containerStatuses':[%s]}}").formatted(container)));
    }

    private static Pod inNamespace(String namespace, String status) {
        return Pod.of(json("{'metadata':{'name':'hook','namespace':'%s','uid':'2'},'status':{%s}}".formatted(namespace,
                status)));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }
}
