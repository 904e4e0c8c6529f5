package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.provision.change.ChangedAppsTest.APPS;
import static org.hybridlab.provision.change.ChangedAppsTest.DEFINITION;
import static org.hybridlab.provision.change.ChangedAppsTest.LAB;
import static org.hybridlab.provision.change.ChangedAppsTest.THING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.fake.FakeObjects;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.render.Timeouts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Apps that need what another app of the lab brings, which the lab file names later. */
@ExtendWith(GoldenPlans.class)
class AppOrderTest {
    static final String SHOP = "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n";
    static final String IN_SHOP = """
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: web, namespace: shop}
            """;

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void aLab() throws IOException {
        apps("", "");
        lab = new ChangingLab(folder, LAB);
    }

    private void apps(String web, String api) throws IOException {
        Files.writeString(folder.resolve("web.yaml"), web);
        Files.writeString(folder.resolve("api.yaml"), api);
    }

    private boolean up() {
        return lab.run(lab.plan(lab.labContext(LAB), APPS), Agreement.ALL).green();
    }

    @Test
    void kind_ofLaterApp_isDefinedFirst() throws IOException {
        apps(THING, DEFINITION);

        Plan plan = lab.plan(lab.labContext(LAB), APPS);

        assertThat(plan.step("app-applied/web").needs()).containsExactly("app-applied/api");
        assertThat(lab.run(plan, Agreement.ALL).green()).isTrue();
        assertThat(lab.world.objects).containsKey("/apis/example.org/v1/namespaces/default/things/one");
    }

    /** As a kustomization may have them, and as `kubectl apply` would have to be called twice. */
    @Test
    void whatAnAppDefinesLater_isAppliedFirst() throws IOException {
        apps(THING + IN_SHOP + DEFINITION + SHOP, "");

        assertThat(up()).isTrue();

        assertThat(lab.world.objects).containsKeys("/apis/example.org/v1/namespaces/default/things/one",
                "/api/v1/namespaces/shop/configmaps/web");
    }

    @Test
    void claim_comesAfterTheAddonThatServesIt() throws IOException {
        apps("""
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """, IN_SHOP + SHOP);

        Plan plan = lab.plan(lab.labContext(LAB + "storage: true\n"), step -> true);

        assertThat(plan.step("app-applied/web").needs()).contains("storage-served");
        assertThat(plan.step("app-applied/api").needs()).doesNotContain("storage-served");
        assertThat(plan.step("app-ready/api").needs()).doesNotContain("storage-served");
    }

    @Test
    void namespace_ofLaterApp_isMadeFirst() throws IOException {
        apps(IN_SHOP, SHOP);

        assertThat(up()).isTrue();

        assertThat(lab.world.objects).containsKey("/api/v1/namespaces/shop/configmaps/web");
    }

    /** It is there, whatever becomes of the other app now. */
    @Test
    void whatWasApplied_isNotAwaitedAgain() throws IOException {
        apps(IN_SHOP + THING, DEFINITION + SHOP);
        assertThat(up()).isTrue();

        assertThat(lab.plan(lab.labContext(LAB), APPS).step("app-applied/web").needs()).isEmpty();

        Files.writeString(folder.resolve("api.yaml"), DEFINITION + SHOP + SHOP.replace("shop", "market"));
        Files.writeString(folder.resolve("web.yaml"), IN_SHOP + THING + IN_SHOP.replace("shop", "market"));
        assertThat(lab.plan(lab.labContext(LAB), APPS).step("app-applied/web").needs())
                .containsExactly("app-applied/api");
    }

    /** Its path is on the list of the app that was to make it. */
    @Test
    void namespace_thatWasRefused_isAwaitedAgain() throws IOException {
        apps(IN_SHOP, SHOP);
        lab.world.failing("apply /api/v1/namespaces/shop", LabException.labFailed("object-refused", "No.", ""));
        assertThat(up()).isFalse();

        assertThat(lab.plan(lab.labContext(LAB), APPS).step("app-applied/web").needs())
                .containsExactly("app-applied/api");
    }

    /** Somebody deleted it; the app that brings it makes it again. */
    @Test
    void namespace_thatIsGone_isTriedAgain() throws IOException {
        apps(IN_SHOP, SHOP);
        assertThat(up()).isTrue();
        lab.world.objects.keySet().removeIf(path -> path.contains("/shop"));

        assertThat(lab.run(lab.plan(lab.quick(LAB), APPS), Agreement.ALL).failures()).isEmpty();

        assertThat(lab.world.objects).containsKey("/api/v1/namespaces/shop/configmaps/web");
    }

    @Test
    void appsNeedingEachOther_areTriedAgain() throws IOException {
        apps(DEFINITION + IN_SHOP, SHOP + THING);

        Plan plan = lab.plan(lab.quick(LAB), APPS);

        assertThat(plan.step("app-applied/web").needs()).isEmpty();
        assertThat(lab.run(plan, Agreement.ALL).failures()).isEmpty();
        assertThat(lab.world.objects).containsKeys("/api/v1/namespaces/shop/configmaps/web",
                "/apis/example.org/v1/namespaces/default/things/one");
    }

    /** As a program does that runs in a pod of the app. */
    @Test
    void kind_definedByProgram_isAwaited() throws IOException {
        Files.writeString(folder.resolve("api.yaml"), """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: operator}
                rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
                """);
        Files.writeString(folder.resolve("web.yaml"), THING);
        Plan plan = lab.plan(lab.quick(LAB), APPS);
        CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(() -> lab.world.change("define",
                () -> lab.world.put(FakeObjects.DEFINITIONS + "/things.example.org", "")));

        assertThat(lab.run(plan, Agreement.ALL).failures()).isEmpty();
    }

    /** What waited for the API server to serve a kind has waited enough. */
    @Test
    void kind_notKnown_isAwaitedHalfAMinute() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), DEFINITION + THING);

        for (Timeouts pace : List.of(Timeouts.NATIVE, Timeouts.EMULATED)) {
            Retry retry = lab.plan(lab.paced(LAB, pace), APPS).step("app-applied/web").retry();

            assertThat(retry.worthAnother(3, "manifest-kind-unknown")).isTrue();
            assertThat(retry.worthAnother(4, "manifest-kind-unknown")).isFalse();
            assertThat(retry.pause("manifest-kind-unknown")).isEqualTo(Duration.ofSeconds(10));
            assertThat(retry.worthAnother(1, "wait-timed-out")).isFalse();
        }
    }
}
