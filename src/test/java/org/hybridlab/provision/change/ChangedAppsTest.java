package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Destruction;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.FakeObjects;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedObjects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Objects of apps go when the lab file no longer names them, and nothing else does. */
@ExtendWith(GoldenPlans.class)
class ChangedAppsTest {
    static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            apps:
              - {name: web, manifests: [web.yaml]}
              - {name: api, manifests: [api.yaml]}
            """;
    static final String WITHOUT_WEB = LAB.replace("  - {name: web, manifests: [web.yaml]}\n", "");
    static final Predicate<String> APPS = id -> id.startsWith("app-applied/") || id.startsWith("app-removed/");
    private static final String AUTOSCALER = "/apis/autoscaling/%s/namespaces/default/horizontalpodautoscalers/web";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps/";

    static final String DEFINITION = """
            ---
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: things.example.org}
            spec:
              group: example.org
              names: {kind: Thing, plural: things}
              scope: Namespaced
              versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
            """;
    static final String THING = """
            ---
            apiVersion: example.org/v1
            kind: Thing
            metadata: {name: one}
            """;
    private static final String TWO_PODS = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: web, image: web}]}
            """;

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void aLabWithTwoApps() throws IOException {
        manifest("web", "web", "web-settings");
        manifest("api", "api");
        lab = new ChangingLab(folder, LAB);
        lab.world.putOf("kube-controller-manager", MAPS + "kube-root-ca.crt", "");
        assertThat(up(LAB)).isTrue();
        lab.world.told.clear();
    }

    private void manifest(String app, String... maps) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String map : maps) {
            text.append("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n".formatted(map));
        }
        Files.writeString(folder.resolve(app + ".yaml"), text);
    }

    private boolean up(String text) {
        return lab.run(lab.plan(lab.labContext(text), APPS), Agreement.ALL).green();
    }

    @Test
    void appLeaving_takesItsOwnObjectsOnly() {
        assertThat(up(WITHOUT_WEB)).isTrue();

        assertThat(lab.world.told("delete")).containsExactly("delete " + MAPS + "web-settings",
                "delete " + MAPS + "web");
        assertThat(lab.world.deletedWithoutUid).isEmpty();
        assertThat(lab.world.objects).containsOnlyKeys(MAPS + "api", MAPS + "kube-root-ca.crt");
        assertThat(lab.plan(lab.labContext(WITHOUT_WEB), id -> id.startsWith("app-removed/")).steps()).isEmpty();
    }

    @Test
    void jobOfRemovedApp_goesWithItsPods() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), "apiVersion: batch/v1\nkind: Job\nmetadata: {name: once}\n");
        assertThat(up(LAB)).isTrue();
        assertThat(lab.world.pods).containsKey("once-pod");

        assertThat(up(WITHOUT_WEB)).isTrue();

        assertThat(lab.world.pods).isEmpty();
    }

    @Test
    void deployment_ofAnotherNamespace_isScaled() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: shop}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: web, image: web}]}
                """);

        assertThat(up(LAB.replace("web.yaml]", "web.yaml], scale: {web: 3}"))).isTrue();

        assertThat(lab.world.at("apps/v1", "deployments", "shop", "web").at("/spec/replicas").asInt()).isEqualTo(3);
    }

    /** The API server has no Lists, and other apps ask for all objects, too. */
    @Test
    void list_isAppliedObjectByObject() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: v1
                kind: List
                items:
                  - {apiVersion: v1, kind: ConfigMap, metadata: {name: web}}
                  - {apiVersion: v1, kind: ConfigMap, metadata: {name: listed}}
                """);

        assertThat(up(LAB)).isTrue();

        assertThat(lab.world.objects).containsKeys(MAPS + "web", MAPS + "listed", MAPS + "api")
                .doesNotContainKey(MAPS + "web-settings");
    }

    @Test
    void theUserIsAskedBeforeObjectsGo() {
        Plan plan = lab.plan(lab.labContext(WITHOUT_WEB), APPS);
        assertThat(lab.look(plan).destructions()).extracting(Destruction::what).containsExactly(
                "delete objects of the app web: configmaps/web, configmaps/web-settings");
        lab.run(plan, Agreement.NONE);
        assertThat(lab.world.told("delete")).isEmpty();
    }

    @Test
    void whatAManifestNoLongerNamesGoes() throws IOException {
        manifest("web", "web", "web-other");
        assertThat(up(LAB)).isTrue();
        assertThat(lab.world.objects).containsOnlyKeys(MAPS + "web", MAPS + "web-other", MAPS + "api",
                MAPS + "kube-root-ca.crt");
        assertThat(new AppliedObjects(lab.labContext(LAB).workspace()).of("web")).containsExactly(MAPS + "web",
                MAPS + "web-other");
    }

    @Test
    void appRenamed_keepsItsObjects() {
        assertThat(up(LAB.replace("name: web,", "name: site,"))).isTrue();
        assertThat(lab.world.told("delete")).isEmpty();
    }

    /** The API server serves a kind some seconds after its definition was applied. */
    @Test
    void kind_definedByApp_isAwaited() throws IOException {
        String thing = "/apis/example.org/v1/namespaces/default/things/one";
        withThing();

        assertThat(up(LAB)).isTrue();
        assertThat(lab.world.objects).containsKeys(FakeObjects.DEFINITIONS + "/things.example.org", thing);
        assertThat(new AppliedObjects(lab.labContext(LAB).workspace()).of("web")).containsExactly(
                FakeObjects.DEFINITIONS + "/things.example.org", MAPS + "web", thing);

        lab.world.told.clear();
        assertThat(up(WITHOUT_WEB)).isTrue();
        assertThat(lab.world.told("delete").get(0)).isEqualTo("delete " + thing);
    }

    /** What cannot be named yet may be any object of its group and name. */
    @Test
    void unknownKind_holdsUpNoOtherApp() throws IOException {
        withThing();
        manifest("api", "other");

        Plan plan = lab.plan(lab.labContext(LAB), "app-applied/api"::equals);

        assertThat(lab.look(plan).destructions()).extracting(Destruction::what).containsExactly(
                "delete objects of the app api: configmaps/api");
        assertThat(lab.run(plan, Agreement.ALL).green()).isTrue();
    }

    /** The API server serves the object that was just applied at the path of its earlier version, too. */
    @Test
    void object_ofAnotherApiVersion_stays() throws IOException {
        autoscaler("v1");
        assertThat(up(LAB)).isTrue();
        autoscaler("v2");

        assertThat(up(LAB)).isTrue();

        assertThat(lab.world.objects).containsKey(AUTOSCALER.formatted("v1"));
        assertThat(lab.world.told("delete")).doesNotContain("delete " + AUTOSCALER.formatted("v1"));
        assertThat(new AppliedObjects(lab.labContext(LAB).workspace()).of("web")).containsExactly(
                AUTOSCALER.formatted("v2"));
    }

    /** While it is there, the replicas of the manifest would not be applied. */
    @Test
    void surplusAutoscaler_goesBeforeObjectsAreApplied() throws IOException {
        autoscaler("v2");
        assertThat(up(LAB)).isTrue();
        Files.writeString(folder.resolve("web.yaml"), TWO_PODS);
        lab.world.told.clear();

        assertThat(up(LAB)).isTrue();

        assertThat(lab.world.told("delete", "apply")).containsExactly("delete " + AUTOSCALER.formatted("v2"),
                "apply /apis/apps/v1/namespaces/default/deployments/web");
    }

    /** What was seen of the replicas is old once the autoscaler of another app is gone. */
    @Test
    void autoscaler_ofAnotherApp_goesFirst() throws IOException {
        autoscaler("v2");
        Files.writeString(folder.resolve("api.yaml"), TWO_PODS);
        assertThat(up(LAB)).isTrue();
        assertThat(needsOfApi(LAB)).isEmpty();

        assertThat(needsOfApi(WITHOUT_WEB)).containsExactly("app-removed/web");
        manifest("api", "api");
        assertThat(needsOfApi(WITHOUT_WEB)).isEmpty();
    }

    private Set<String> needsOfApi(String text) {
        return lab.plan(lab.labContext(text), APPS).step("app-applied/api").needs();
    }

    private void autoscaler(String version) throws IOException {
        lab.world.answers.put("/apis/autoscaling/" + version, """
                {"resources":[{"name":"horizontalpodautoscalers","kind":"HorizontalPodAutoscaler","namespaced":true}]}
                """);
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: autoscaling/%s
                kind: HorizontalPodAutoscaler
                metadata: {name: web}
                spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 2}
                """.formatted(version));
    }

    private void withThing() throws IOException {
        manifest("web", "web");
        Files.writeString(folder.resolve("web.yaml"), DEFINITION + THING, StandardOpenOption.APPEND);
    }

    @Test
    void anObjectThatSomebodyElseMadeSinceStays() {
        lab.world.putOf("kubectl-create", MAPS + "web", "");
        assertThat(up(WITHOUT_WEB)).isTrue();
        assertThat(lab.world.objects).containsKey(MAPS + "web").doesNotContainKey(MAPS + "web-settings");
    }

    /** Fixed seeds: killed at any change, before or after it took effect. */
    @Test
    void killedRun_isTakenUp_byTheNext() throws IOException {
        Random random = new Random(11);
        for (int seed = 0; seed < 50; seed++) {
            manifest("web", "web", "web-other");
            lab.world.killAtChange(1 + random.nextInt(5), random.nextBoolean());
            up(WITHOUT_WEB);
            lab.world.newProcess();
            assertThat(up(WITHOUT_WEB)).as("seed %d", seed).isTrue();
            assertThat(lab.world.objects).as("seed %d", seed).containsOnlyKeys(MAPS + "api",
                    MAPS + "kube-root-ca.crt");
            LabContext again = lab.labContext(LAB);
            assertThat(lab.run(lab.plan(again, APPS), Agreement.ALL).green()).as("seed %d", seed).isTrue();
        }
    }
}
