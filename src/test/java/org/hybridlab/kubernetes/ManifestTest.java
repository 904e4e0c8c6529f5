package org.hybridlab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import org.hybridlab.failure.LabException;
import org.junit.jupiter.api.Test;

class ManifestTest {
    @Test
    void splitsAFileIntoItsObjectsAndKeepsTheirText() {
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

    @Test
    void saysWhichObjectIsNone() {
        LabException failure = catchThrowableOfType(LabException.class,
                () -> Manifest.parse("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\nkind: Pod\n"));
        assertThat(failure.id()).isEqualTo("manifest-unreadable");
        assertThat(failure.what()).contains("Object 2");
        assertThat(failure.why()).contains("it has no apiVersion");
    }

    @Test
    void saysWhereItIsNoYaml() {
        LabException failure = catchThrowableOfType(LabException.class, () -> Manifest.parse("a: [b, c?=d]e"));
        assertThat(failure.why().orElseThrow()).contains("line 1");
    }
}
