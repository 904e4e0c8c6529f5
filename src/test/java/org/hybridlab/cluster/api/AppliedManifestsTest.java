package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

/**
 * How objects differ from their manifests. The recordings are of a real API server: a Deployment as it was, and what it
 * answered to a dry run of the Deployment's manifest, before and after somebody scaled, relabelled and changed it.
 */
class AppliedManifestsTest {
    private static final String WEB = "/apis/apps/v1/namespaces/default/deployments/numbers-web";
    private static final List<Manifest> MANIFEST = Manifest.parse("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: numbers-web}
            spec: {replicas: 1}
            """);

    private static final String SCALERS = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
    private static final String SCALED = """
            {"metadata":{"name":"numbers-web","managedFields":[{"manager":"%s","operation":"Update",
              "subresource":"scale","fieldsV1":{"f:spec":{"f:replicas":{}}}}]},"spec":{"replicas":5}}""";

    private final FakeApi api = new FakeApi();
    private final AppliedManifests manifests = new Cluster(api).manifests();

    @Test
    void fieldsThatTheServerDefaultedAreNoDifference() {
        api.with(WEB, Recording.of("drift-none")).withDryRun(WEB, Recording.of("drift-none"));

        assertThat(manifests.drift(MANIFEST)).isEmpty();
    }

    @Test
    void changedFields_areNamed_andAddedOnesNot() {
        edited();

        assertThat(manifests.drift(MANIFEST)).singleElement().asString()
                .startsWith("deployment/numbers-web: spec.replicas is 0 instead of 1, "
                        + "spec.template.spec.containers[0].image is registry.example/other:1 instead of ")
                .doesNotContain("mine", "managedFields", "more");
    }

    @Test
    void lookingStoresNothing() {
        edited();
        manifests.drift(MANIFEST);

        assertThat(api.told()).isEmpty();
        assertThat(api.dryRun()).hasSize(1);
    }

    @Test
    void object_unchangedSinceApply_isNotAskedAbout() {
        Map<String, String> states = new HashMap<>();
        AppliedManifests remembering = remembering(states);
        String applied = """
                {"metadata":{"name":"numbers-web","uid":"u1","generation":1,"resourceVersion":"5","managedFields":[]},
                 "spec":{"replicas":1}}""";
        api.afterApply(WEB, applied);
        remembering.apply(MANIFEST, line -> { }, new Cancellation());
        api.with(WEB, """
                {"metadata":{"name":"numbers-web","uid":"u1","generation":1,"resourceVersion":"9","managedFields":[{}],
                  "annotations":{"deployment.kubernetes.io/revision":"1"}},
                 "spec":{"replicas":1},"status":{"replicas":1}}""");

        assertThat(remembering.drift(MANIFEST)).isEmpty();
        assertThat(api.dryRun()).isEmpty();

        for (String other : List.of(
                applied.replace("\"replicas\":1", "\"replicas\":0"), applied.replace("u1", "u2"),
                applied.replace("\"generation\":1", "\"generation\":3"),
                applied.replace("\"uid\"", "\"labels\":{\"a\":\"b\"},\"uid\""))) {
            int asked = api.dryRun().size();
            api.with(WEB, other).withDryRun(WEB, applied);
            remembering.drift(MANIFEST);
            assertThat(api.dryRun()).as(other).hasSize(asked + 1);
        }
    }

    @Test
    void otherManifestThanApplied_isAskedAbout() {
        AppliedManifests remembering = remembering(new HashMap<>());
        api.afterApply(WEB, "{\"spec\":{\"replicas\":1}}");
        remembering.apply(MANIFEST, line -> { }, new Cancellation());
        api.withDryRun(WEB, "{\"spec\":{\"replicas\":2}}");

        assertThat(remembering.drift(Manifest.parse(MANIFEST.get(0).yaml().replaceAll("replicas: *1", "replicas: 2"))))
                .containsExactly("deployment/numbers-web: spec.replicas is 1 instead of 2");
    }

    private AppliedManifests remembering(Map<String, String> states) {
        return new Cluster(api).manifests(new AppliedManifests.LastApplied() {
            @Override
            public boolean is(String path, String state) {
                return state.equals(states.get(path));
            }

            @Override
            public void keep(String path, String state) {
                states.put(path, state);
            }
        });
    }

    @Test
    void anObjectThatIsGoneIsMissing() {
        assertThat(manifests.drift(MANIFEST)).containsExactly("there is no deployment/numbers-web");
    }

    @Test
    void object_onItsWayOut_isGone() {
        api.with(WEB, "{\"metadata\":{\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"}}");

        assertThat(manifests.drift(MANIFEST)).containsExactly("deployment/numbers-web is being deleted");
    }

    @Test
    void refusedManifest_isADifference_inServersWords() {
        api.with(WEB, "{}");

        assertThat(manifests.drift(MANIFEST)).singleElement().asString().contains("no recording of a dry run");
    }

    @Test
    void silentServer_doesNotMean_objectsAreMissing() {
        api.failing(WEB, LabException.labFailed("api-refused", "The API server refused to get it (500).", ""));

        assertThat(failure(() -> manifests.drift(MANIFEST)).what()).contains("500");
    }

    @Test
    void replicas_ofAutoscaler_areLeftToIt() {
        String controllers = SCALED.formatted("kube-controller-manager");
        api.with(WEB, controllers).withDryRun(WEB, controllers);

        assertThat(manifests.drift(MANIFEST)).isEmpty();
        assertThat(api.dryRun()).singleElement().asString().doesNotContain("replicas");
        manifests.apply(MANIFEST, line -> { }, new Cancellation());
        assertThat(api.told()).singleElement().asString().doesNotContain("replicas");

        api.with(WEB, SCALED.formatted("kubectl"));
        manifests.drift(MANIFEST);
        assertThat(api.dryRun()).last().asString().contains("replicas: 1");
    }

    /** The note that one has set them stays for good. */
    @Test
    void replicas_ofGoneAutoscaler_areApplied() {
        String noted = SCALED.formatted("kube-controller-manager");
        api.with(WEB, noted).withDryRun(WEB, noted.replace("\"replicas\":5", "\"replicas\":1"));
        for (String others : List.of("", scaler("Deployment", "other"), scaler("StatefulSet", "numbers-web"))) {
            api.with(SCALERS, "{\"items\":[%s]}".formatted(others));

            assertThat(manifests.drift(MANIFEST)).as(others)
                    .containsExactly("deployment/numbers-web: spec.replicas is 5 instead of 1");
        }
        manifests.apply(MANIFEST, line -> { }, new Cancellation());
        assertThat(api.told()).singleElement().asString().contains("replicas: 1");

        api.with(SCALERS, "{\"items\":[%s]}".formatted(scaler("Deployment", "numbers-web")));
        manifests.drift(MANIFEST);
        assertThat(api.dryRun()).last().asString().doesNotContain("replicas");
    }

    private static String scaler(String kind, String name) {
        return "{\"spec\":{\"scaleTargetRef\":{\"kind\":\"%s\",\"name\":\"%s\"}}}".formatted(kind, name);
    }

    @Test
    void valuesThatMayBeSecretAreNotShown() {
        api.with("/api/v1/namespaces/default/secrets/login", "{\"data\":{\"password\":\"b2xk\",\"pin\":\"MTIz\"}}")
                .withDryRun("/api/v1/namespaces/default/secrets/login", "{\"data\":{\"password\":\"bmV3\"}}");

        assertThat(manifests.drift(Manifest.parse("apiVersion: v1\nkind: Secret\nmetadata: {name: login}\n")))
                .containsExactly("secret/login: data.password is another, data.pin is too many");
    }

    @Test
    void nodeTaints_belongToMoreThanOne() {
        api.with("/api/v1/nodes/win", "{\"spec\":{\"taints\":[{\"key\":\"node.kubernetes.io/unschedulable\"}]}}")
                .withDryRun("/api/v1/nodes/win", "{\"spec\":{\"taints\":[{\"key\":\"os\"}]}}");

        assertThat(manifests.drift(Manifest.parse("apiVersion: v1\nkind: Node\nmetadata: {name: win}\n"))).isEmpty();
    }

    @Test
    void usualKinds_needNoQuestion_forTheirPath() {
        api.with("/apis/example.org/v1", """
                {"resources":[{"name":"things","kind":"Thing","namespaced":true}]}""");
        List<String> lines = new ArrayList<>();
        manifests.apply(Manifest.parse("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: reader}
                ---
                apiVersion: example.org/v1
                kind: Thing
                metadata: {name: one, namespace: shop}
                """), lines::add, new Cancellation());

        assertThat(api.told()).extracting(told -> told.split(" ")[1]).containsExactly("/api/v1/namespaces/shop",
                "/apis/rbac.authorization.k8s.io/v1/clusterroles/reader",
                "/apis/example.org/v1/namespaces/shop/things/one");
        assertThat(lines).containsExactly("namespace/shop applied", "clusterrole/reader applied", "thing/one applied");
    }

    @Test
    void missingKind_isADifference_notAFailure() {
        assertThat(manifests.drift(Manifest.parse("apiVersion: example.org/v1\nkind: Thing\nmetadata: {name: one}\n")))
                .singleElement().asString().contains("does not know the kind Thing");
    }

    @Test
    void definedKind_neverServed_namesItsDefinition() {
        api.with("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {"items":[{"metadata":{"name":"things.example.org"},
                  "spec":{"group":"example.org","names":{"kind":"Thing"}}}]}""");
        Manifest thing = Manifest.parse("apiVersion: example.org/v1\nkind: Thing\nmetadata: {name: one}\n").get(0);

        LabException e = failure(() -> new ResourcePaths(api, Duration.ofMillis(1)).awaited(thing, new Cancellation()));
        assertThat(e.id()).isEqualTo("wait-timed-out");
        assertThat(e.advice()).endsWith("hybridlab kubectl LAB describe crd things.example.org");
    }

    private void edited() {
        api.with(WEB, Recording.of("drift-edited-live")).withDryRun(WEB, Recording.of("drift-edited-applied"));
    }
}
