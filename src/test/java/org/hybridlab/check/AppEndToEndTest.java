package org.hybridlab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.check.Verdict.Outcome;
import org.hybridlab.kubernetes.Recording;
import org.hybridlab.render.Templates;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppEndToEndTest {
    private static final String API_POD = "numbers-api-75446688cc-9kkb4";
    private final Fixture fixture = new Fixture();

    @BeforeEach
    void appRuns() {
        for (String name : new String[] {"numbers-web", "numbers-api"}) {
            fixture.api.with("/apis/apps/v1/namespaces/default/deployments/" + name,
                    Recording.of("deployment-" + name));
            fixture.api.with("/api/v1/namespaces/default/services/" + name, Recording.of("service-" + name));
        }
        fixture.api.with("/api/v1", Recording.of("api-v1")).with("/apis/apps/v1", Recording.of("apis-apps-v1"));
        fixture.api.with("/api/v1/namespaces/default/pods", pods(API_POD));
        answer("{\"responses\":[\"" + API_POD + "\"]}");
    }

    @Test
    void passesIfThePageNamesAPodOfTheApiOnEveryMachine() {
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.words()).isEqualTo(Outcome.PASSED);
        assertThat(verdict.evidence())
                .contains("http://192.168.99.12:30001/: {\"responses\":[\"" + API_POD + "\"]}");
    }

    @Test
    void failsIfThePageNamesNobody() {
        answer("hello");
        assertThat(judged().words())
                .startsWith("http://192.168.99.11:30001/ does not name a pod of numbers-api: hello");
    }

    /** agnhost's /dial answers with status 200 all the same. */
    @Test
    void failsIfThePageSaysThatWebCouldNotReachApi() {
        answer("{\"errors\":[\"connection refused\"],\"responses\":[\"" + API_POD + "\"]}");
        Verdict verdict = judged();
        assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(verdict.words()).contains("connection refused");
    }

    @Test
    void failsIfOneMachineDoesNotAnswer() {
        fixture.pages.remove("192.168.99.12:30001");
        assertThat(judged().words()).isEqualTo("http://192.168.99.12:30001/: connection refused");
    }

    @Test
    void failsIfTheManifestsPodsAreNotThere() {
        fixture.api.with("/api/v1/namespaces/default/pods", "{\"items\":[]}");
        assertThat(judged().words()).isEqualTo(
                "deployment/numbers-api has 0 of 1 pods ready; deployment/numbers-web has 0 of 1 pods ready");
    }

    @Test
    void failsIfAnObjectOfTheManifestIsGone() {
        Fixture other = new Fixture();
        other.api.with("/api/v1", Recording.of("api-v1")).with("/apis/apps/v1", Recording.of("apis-apps-v1"));
        assertThat(new AppEndToEnd(Fixture.lab().apps().get(0)).judge(context(other)).words())
                .startsWith("service/numbers-api is not in the cluster");
    }

    /** kwok calls a pod ready at once, and nothing would ever answer. */
    @Test
    void cannotBeJudgedIfAPodIsOnASimulatedNodeAndItsPageIsNotEvenAsked() {
        fixture.pages.clear();
        fixture.api.with("/api/v1/nodes", Recording.of("nodes").replaceAll(
                "(?s)(.*)\"annotations\": \\{", "$1\"annotations\": {\"kwok.x-k8s.io/node\": \"fake\","));
        Verdict verdict = judged();
        assertThat(verdict.outcome()).as(verdict.words()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(verdict.truth()).isEqualTo(Truth.SIMULATED);
        assertThat(verdict.words()).startsWith("Nothing runs on the simulated node;");
    }

    private void answer(String body) {
        fixture.pages.put("192.168.99.11:30001", "200 " + body);
        fixture.pages.put("192.168.99.12:30001", "200 " + body);
    }

    /** Ready, on the worker. The fake API server answers every selector with the same pod. */
    private static String pods(String name) {
        return """
                {"items":[{"metadata":{"name":"%s","namespace":"default"},"spec":{"nodeName":"node"},"status":{
                  "phase":"Running","containerStatuses":[{"name":"it","ready":true,"state":{"running":{}}}]}}]}"""
                .formatted(name);
    }

    private Verdict judged() {
        return new AppEndToEnd(Fixture.lab().apps().get(0)).judge(context(fixture));
    }

    private static CheckContext context(Fixture fixture) {
        return fixture.context(Fixture.lab(), Map.of("numbers",
                Templates.of(Path.of("."), Path.of("labs/first-cluster")).render("apps/numbers.yaml.ftl",
                        Map.of("agnhostImage", "agnhost:1"))));
    }
}
