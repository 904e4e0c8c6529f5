package org.hybridlab.cluster.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.hybridlab.fake.Failure.failure;

import java.util.List;

import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
    @Test
    void file_isSplitIntoObjects_keepingTheirText() {
        String text = """
                # Two objects and an empty document.
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop}
                ---
                # nothing
                --- # a remark
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: "web"
                  namespace: shop
                spec: {replicas: 0x1}
                """;
        assertThat(Manifest.parse(text)).extracting(Manifest::reference, Manifest::namespace, Manifest::apiVersion)
                .containsExactly(tuple("namespace/shop", "default", "v1"),
                        tuple("deployment/web", "shop", "apps/v1"));
        assertThat(Manifest.parse(text).get(1).yaml()).contains("replicas: 0x1");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "spec:\n  # as many as you like \uD83D\uDE42\n  replicas: 0x1 # one\n  minReadySeconds: 010\n  paused: no\n",
        "spec:\n  minReadySeconds: 010\n  paused: no\n  replicas: 1\n",
        "spec:\n  minReadySeconds: 010\n  paused: no\n",
        "spec: {replicas: 1, minReadySeconds: 010, paused: no}\n",
        "spec: {minReadySeconds: 010, paused: no, replicas: 1}\n",
        "spec: {minReadySeconds: 010, paused: no}\n",
    })
    void replicas_set_leaveAllElseAlone(String spec) {
        Manifest web = Manifest.parse("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n" + spec).get(0);

        Manifest scaled = Manifest.parse(web.withReplicas(3).yaml()).get(0);
        assertThat(scaled.replicas()).hasValue(3);
        assertThat(scaled.yaml()).contains("minReadySeconds: 010", "paused: no");

        Manifest silent = Manifest.parse(ManifestFields.withoutReplicas(web).yaml()).get(0);
        assertThat(silent.statesReplicas()).isFalse();
        assertThat(silent.yaml()).contains("minReadySeconds: 010", "paused: no");
    }

    @Test
    void knowsWhetherItStatesReplicas() {
        String text = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  paused: true\n";
        Manifest silent = Manifest.parse(text).get(0);

        assertThat(silent.statesReplicas()).isFalse();
        assertThat(silent.withReplicas(2).statesReplicas()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " null", " ~", " two", " 1.5", " 99999999999"})
    void replicas_withoutNumber_areNotStated(String value) {
        Manifest web = Manifest.parse("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas:%s
                  paused: true
                """.formatted(value)).get(0);

        assertThat(web.statesReplicas()).isFalse();
        assertThat(Manifest.parse(web.withReplicas(3).yaml()).get(0).replicas()).hasValue(3);
    }

    @Test
    void job_withTtl_isDeletedWhenFinished() {
        String job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {ttlSecondsAfterFinished: %s}\n";

        assertThat(Manifest.parse(job.formatted("0")).get(0).isDeletedWhenFinished()).isTrue();
        assertThat(Manifest.parse(job.formatted("null")).get(0).isDeletedWhenFinished()).isFalse();
        assertThat(Manifest.parse("apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n").get(0)
                .isDeletedWhenFinished()).isFalse();
    }

    /** As kubectl does; the API server has no Lists. */
    @Test
    void list_isTakenApart_keepingScalars() {
        List<Manifest> objects = Manifest.parse("""
                apiVersion: v1
                kind: List
                items:
                  - apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: one, labels: &labels {app: web}}
                    data: {mode: "0644", text: "yes", long: "%s"}
                  - apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web, namespace: shop, labels: *labels}
                    spec:
                      replicas: 2
                      minReadySeconds: 010
                ---
                kind: List
                """.formatted("word ".repeat(50).strip()));

        assertThat(objects).extracting(Manifest::reference, Manifest::namespace)
                .containsExactly(tuple("configmap/one", "default"), tuple("deployment/web", "shop"));
        assertThat(objects.get(0).yaml()).contains("\"0644\"", "\"yes\"", "word ".repeat(50).strip());
        assertThat(objects.get(1).yaml()).contains("minReadySeconds: !!int '010'", "app: web");
        assertThat(Manifest.parse(objects.get(1).withReplicas(3).yaml()).get(0).replicas()).hasValue(3);
    }

    @Test
    void saysWhichObjectIsNone() {
        LabException failure = failure(() ->
                Manifest.parse("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\nkind: Pod\n"));
        assertThat(failure.id()).isEqualTo("manifest-unreadable");
        assertThat(failure.what()).contains("Object 2");
        assertThat(failure.why()).contains("it has no apiVersion");
    }

    @Test
    void saysWhereItIsNoYaml() {
        LabException failure = failure(() -> Manifest.parse("a: [b, c?=d]e"));
        assertThat(failure.why().orElseThrow()).contains("line 1");
    }
}
