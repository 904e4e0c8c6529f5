package org.hybridlab.check.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.check.Fixture;
import org.hybridlab.check.core.CheckContext;
import org.hybridlab.check.core.EvidenceSource;
import org.hybridlab.check.core.Verdict;
import org.hybridlab.check.core.Verdict.Outcome;
import org.hybridlab.cluster.api.Recording;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppEndToEndTest {
    private static final String WEB = "/apis/apps/v1/namespaces/default/deployments/numbers-web";
    private static final String API_POD = "numbers-api-75446688cc-9kkb4";
    private String manifest = Checkout.templates(Path.of("labs/first-cluster"))
            .render("apps/numbers.yaml.ftl", Map.of("agnhostImage", "agnhost:1"));
    private final Fixture fixture = new Fixture();

    @BeforeEach
    void appRuns() {
        for (String name : new String[] {"numbers-web", "numbers-api"}) {
            fixture.api.with("/apis/apps/v1/namespaces/default/deployments/" + name,
                    Recording.of("deployment-" + name));
            fixture.api.with("/api/v1/namespaces/default/services/" + name, Recording.of("service-" + name));
        }
        fixture.api.with("/api/v1", Recording.of("api-v1")).with("/apis/apps/v1", Recording.of("apis-apps-v1"));
        fixture.api.with("/api/v1/namespaces/default/pods", pods(pod(API_POD, "numbers-api", true),
                pod("numbers-web-1-a", "numbers-web", true)));
        answer("{\"responses\":[\"" + API_POD + "\"]}");
    }

    @Test
    void page_namingAnApiPod_passes() {
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.evidence())
                .contains("http://192.168.99.12:30001/: {\"responses\":[\"" + API_POD + "\"]}");
    }

    @Test
    void failsIfThePageNamesNobody() {
        answer("hello");
        assertThat(judged().message())
                .startsWith("http://192.168.99.11:30001/ does not name a pod of numbers-api: hello");
    }

    /** One that selects no pod can wait for none, as all of the app are there. */
    @Test
    void serviceWithoutPods_isNamedAtOnce() {
        answer("{\"errors\":[\"connection refused\"]}");
        fixture.api.with("/api/v1/namespaces/default/services/numbers-api", Recording.of("service-numbers-api")
                .replace("\"component\": \"api\"", "\"component\": \"apj\""));
        fixture.api.with("/api/v1/namespaces/default/pods?resourceVersion=0&labelSelector=app%3Dnumbers%2C"
                + "component%3Dapj", "{\"items\":[]}");
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).startsWith("service/numbers-api selects no pod");
    }

    /** agnhost's /dial answers with status 200 all the same. */
    @Test
    void page_sayingWebCannotReachApi_fails() {
        answer("{\"errors\":[\"connection refused\"],\"responses\":[\"" + API_POD + "\"]}");
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message()).contains("connection refused");
    }

    @Test
    void page_withEmptyRoomForErrors_passes() {
        for (String none : List.of("\"errors\":[]", "\"error\":null", "\"error\":\"\"", "\"error\":false",
                "\"errors\":0", "\"error\":0.0")) {
            answer("{%s,\"responses\":[\"%s\"]}".formatted(none, API_POD));
            Verdict verdict = judged();
            assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
        }
    }

    @Test
    void page_countingErrors_fails() {
        answer("{\"errors\":2,\"responses\":[\"" + API_POD + "\"]}");

        assertThat(judged().outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void failsIfOneMachineDoesNotAnswer() {
        fixture.pages.remove("192.168.99.12:30001");
        assertThat(judged().message()).isEqualTo("http://192.168.99.12:30001/: connection refused");
    }

    /** With {@code externalTrafficPolicy: Local}, kube-proxy drops what comes to a machine without a pod of it. */
    @Test
    void localService_isAskedWhereItsPodsAre() {
        fixture.probed(address -> "200 {\"responses\":[\"" + API_POD + "\"]}");
        fixture.pages.remove("192.168.99.11:30001");
        fixture.api.with("/api/v1/services", "{\"items\":[%s]}".formatted(Recording.of("service-numbers-web")
                .replace("\"externalTrafficPolicy\": \"Cluster\"", "\"externalTrafficPolicy\": \"Local\"")));
        endpoints("{\"nodeName\":\"node\"},{\"nodeName\":\"control\",\"conditions\":{\"ready\":false}}");

        Verdict passed = judged();
        assertThat(passed.outcome()).as(passed.message()).isEqualTo(Outcome.PASSED);
        assertThat(passed.message()).isEqualTo("All of numbers answers, on all machines that have its pods. Not asked, "
                + "as the Service is Local and has no ready pod there: control.");

        endpoints("");
        assertThat(judged().message()).startsWith("service/numbers-web has externalTrafficPolicy: Local and no ready "
                + "pod, so no machine answers");
        endpoints("{\"nodeName\":\"another\"}");
        assertThat(judged().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(judged().message()).isEqualTo("service/numbers-web has externalTrafficPolicy: Local, and ready pods "
                + "on no machine of the lab, so none answers; they are on another");
        endpoints("{\"addresses\":[\"192.0.2.1\"]}");
        assertThat(judged().message()).contains("and no ready pod, so no machine answers");
        endpoints("{\"nodeName\":\"control\"}");
        assertThat(judged().message()).isEqualTo("http://192.168.99.11:30001/: connection refused");
    }

    private void endpoints(String json) {
        fixture.api.with("/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
                "{\"items\":[{\"addressType\":\"IPv4\",\"endpoints\":[%s]}]}".formatted(json));
    }

    @Test
    void failsIfTheManifestsPodsAreNotThere() {
        fixture.api.with("/api/v1/namespaces/default/pods", "{\"items\":[]}");
        assertThat(judged().message()).isEqualTo(
                "deployment/numbers-api has 0 of 1 pods ready; deployment/numbers-web has 0 of 1 pods ready");
    }

    @Test
    void manifestObject_thatIsGone_fails() {
        Fixture other = new Fixture();
        other.api.with("/api/v1", Recording.of("api-v1")).with("/apis/apps/v1", Recording.of("apis-apps-v1"));
        assertThat(new AppEndToEnd(Fixture.lab().apps().get(0)).judge(context(other)).message())
                .startsWith("service/numbers-api is not in the cluster");
    }

    /** kwok calls a pod ready at once, and nothing would ever answer. */
    @Test
    void pod_onSimulatedNode_isNotJudged() {
        fixture.pages.clear();
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceAll(
                "(?s)(.*)\"annotations\": \\{", "$1\"annotations\": {\"kwok.x-k8s.io/node\": \"fake\","));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(verdict.source()).isEqualTo(EvidenceSource.SIMULATED);
        assertThat(verdict.message()).startsWith("Nothing runs on the simulated node;");
    }

    private void answer(String body) {
        fixture.pages.put("192.168.99.11:30001", "200 " + body);
        fixture.pages.put("192.168.99.12:30001", "200 " + body);
    }

    /** The old pod serves on, the page is as it was, and what was applied last never ran. */
    @Test
    void newTemplate_stuckBehindOldPod_fails() {
        fixture.api.with(WEB, Recording.of("deployment-numbers-web")
                .replaceAll("\"replicas\": 1,(\\s+\"terminatingReplicas\")", "\"replicas\": 2,$1")
                .replace("NewReplicaSetAvailable", "ProgressDeadlineExceeded"));
        fixture.api.with("/api/v1/namespaces/default/pods", pods(pod(API_POD, "numbers-api", true),
                pod("numbers-web-1-a", "numbers-web", true), pod("numbers-web-2-b", "numbers-web", false)));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.message())
                .startsWith("deployment/numbers-web is not rolled out: 1 of its 2 pods is of an older "
                + "template, and its progress deadline is over").contains("numbers-web-2-b: it: ImagePullBackOff");
    }

    /** As {@code kubectl run debug --labels} makes it, which Kubernetes leaves alone. */
    @Test
    void app_besideForeignPodOfSameLabels_passes() {
        fixture.api.with("/api/v1/namespaces/default/pods", pods(pod(API_POD, "numbers-api", true),
                pod("numbers-web-1-a", "numbers-web", true), """
                {"metadata":{"name":"debug","namespace":"default"},"spec":{"nodeName":"node"},"status":{
                  "phase":"Running","containerStatuses":[{"name":"it","ready":true,"state":{"running":{}}}]}}"""));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    /** What an eviction or the end of a node leaves stays there for days. */
    @Test
    void passesBesideThePodsThatWereEvictedBefore() {
        fixture.api.with("/api/v1/namespaces/default/pods", pods(pod(API_POD, "numbers-api", true),
                pod("numbers-web-1-a", "numbers-web", true),
                pod("numbers-web-1-z", "numbers-web", false).replace("Running", "Failed")));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    /** No controller has seen the change: what it says is of the template before. */
    @Test
    void failsIfNobodyHasSeenTheLatestChange() {
        fixture.api.with(WEB, Recording.of("deployment-numbers-web").replace("\"generation\": 1", "\"generation\": 2"));
        assertThat(judged().message())
                .startsWith("deployment/numbers-web: its controller has not seen its latest change");
    }

    /** Neither the lab file nor the manifest says how many: the user of the lab says that. */
    @Test
    void app_withMorePodsAndNoCount_passes() {
        fixture.api.with(WEB, Recording.of("deployment-numbers-web").replaceAll(
                "\"(replicas|readyReplicas|updatedReplicas|availableReplicas)\": 1", "\"$1\": 2"));
        fixture.api.with("/api/v1/namespaces/default/pods", pods(pod(API_POD, "numbers-api", true),
                pod("numbers-web-1-a", "numbers-web", true), pod("numbers-web-1-b", "numbers-web", true)));
        assertThat(judged().message()).startsWith("deployment/numbers-web has 2 pods instead of 1");
        manifest = manifest.replace("  replicas: 1\n", "");
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);
    }

    /** The last word is the autoscaler's, as when the manifest is applied, while there is one. */
    @Test
    void app_scaledByAutoscaler_passes() {
        fixture.api.with(WEB, Recording.of("deployment-numbers-web").replaceAll(
                "\"(replicas|readyReplicas|updatedReplicas|availableReplicas)\": 1", "\"$1\": 2")
                .replaceFirst("\"metadata\": \\{", "\"metadata\": {\"managedFields\": [{\"manager\": "
                        + "\"kube-controller-manager\", \"operation\": \"Update\", \"subresource\": \"scale\"}],"));
        fixture.api.with("/api/v1/namespaces/default/pods", pods(pod(API_POD, "numbers-api", true),
                pod("numbers-web-1-a", "numbers-web", true), pod("numbers-web-1-b", "numbers-web", true)));

        Verdict verdict = judged();

        assertThat(verdict.outcome()).as(verdict.message()).isEqualTo(Outcome.PASSED);

        fixture.api.with("/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers", "{\"items\":[]}");
        assertThat(judged().message()).startsWith("deployment/numbers-web has 2 pods instead of 1");
    }

    @Test
    void daemonSet_withoutAnyNode_isNoApp() {
        manifest = """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent}
                spec: {selector: {matchLabels: {app: agent}}}
                """;
        fixture.api.with("/apis/apps/v1/namespaces/default/daemonsets/agent", """
                {"metadata":{"name":"agent","namespace":"default","generation":1},
                 "spec":{"selector":{"matchLabels":{"app":"agent"}}},
                 "status":{"observedGeneration":1,"desiredNumberScheduled":0}}""");

        assertThat(judged().message()).startsWith("no pod runs: daemonset/agent found no node for one");
    }

    /** The fake API server answers every selector with the same pods. */
    private static String pods(String... pods) {
        return "{\"items\":[" + String.join(",", pods) + "]}";
    }

    /** On the worker. */
    private static String pod(String name, String deployment, boolean ready) {
        String hash = name.replaceAll("^" + deployment + "-|-[^-]*$", "");
        return """
                {"metadata":{"name":"%s","namespace":"default","labels":{"pod-template-hash":"%s"},"ownerReferences":[
                  {"controller":true,"kind":"ReplicaSet","name":"%s-%s"}]},"spec":{"nodeName":"node"},"status":{
                  "phase":"Running","containerStatuses":[{"name":"it","ready":%s,"state":{%s}}]}}"""
                .formatted(name, hash, deployment, hash, ready, ready ? "\"running\":{}"
                        : "\"waiting\":{\"reason\":\"ImagePullBackOff\"}");
    }

    private Verdict judged() {
        return new AppEndToEnd(Fixture.lab().apps().get(0)).judge(context(fixture));
    }

    private CheckContext context(Fixture of) {
        return of.context(Fixture.lab(), Map.of("numbers", manifest));
    }
}
