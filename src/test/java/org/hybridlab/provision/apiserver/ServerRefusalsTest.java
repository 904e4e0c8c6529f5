package org.hybridlab.provision.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.file.reader.ManifestReader;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.Violation;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

class ServerRefusalsTest {
    private static final String QUOTA = "/api/v1/namespaces/m/resourcequotas/q";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1";
    private static final String DEFINITION = DEFINITIONS + "/customresourcedefinitions/things.example.org";
    private static final String MANIFEST = """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: q, namespace: m}
            spec:
              hard:
                limits.cpu: "-1"
            """;

    private final FakeApi api = new FakeApi()
            .with("/api/v1", "{\"resources\": [{\"kind\": \"ResourceQuota\", \"name\": \"resourcequotas\", "
                    + "\"namespaced\": true}]}");

    @Test
    void refusedField_isFoundAtItsLine() {
        api.withDryRun(QUOTA, status("spec.hard[limits.cpu]", "Invalid value"));

        assertThat(violations(MANIFEST)).singleElement().satisfies(one -> {
            assertThat(one.mark()).hasValue(new ManifestMark("apps/a.yaml", 6, 17));
            assertThat(one.message()).isEqualTo("ResourceQuota q: the API server refuses it: spec.hard[limits.cpu]: "
                    + "Invalid value");
        });
    }

    @Test
    void fieldThatManifestLacks_isFoundAtTheInnermostWritten() {
        api.withDryRun(QUOTA, status("spec.hard[pods].x", "Required value"));

        assertThat(violations(MANIFEST)).extracting(Violation::mark)
                .containsExactly(Optional.of(new ManifestMark("apps/a.yaml", 6, 5)));
    }

    @Test
    void refusalWithoutField_isFoundAtTheObject() {
        api.withDryRun(QUOTA, "{\"kind\": \"Status\", \"message\": \"exceeded\"}");

        assertThat(violations("# first\n" + MANIFEST)).singleElement().satisfies(one -> {
            assertThat(one.mark()).hasValue(new ManifestMark("apps/a.yaml", 2, 1));
            assertThat(one.message()).endsWith(": exceeded");
        });
    }

    @Test
    void namespaces_comeBeforeWhatNeedsThem() {
        assertThat(violations(MANIFEST + "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: m, labels: {a: b}}\n"))
                .isEmpty();
        assertThat(api.told()).extracting(told -> told.replaceFirst(" [a-z{](?s).*", "").replaceFirst("\n(?s).*", ""))
                .containsExactly("apply /api/v1/namespaces/m", "apply /api/v1/namespaces/m/serviceaccounts/default",
                        "apply /api/v1/namespaces/m", "apply " + QUOTA);
    }

    /** A stored one would call a Service that is not there. */
    @Test
    void conversionByWebhook_isJudgedButNotStored() {
        api.with(DEFINITIONS, "{\"resources\": [{\"kind\": \"CustomResourceDefinition\", \"name\": "
                + "\"customresourcedefinitions\", \"namespaced\": false}]}");

        violations("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: things.example.org}
                spec: {group: example.org, conversion: {strategy: Webhook}}
                """);

        assertThat(api.told()).filteredOn(told -> told.contains(DEFINITION)).satisfiesExactly(
                dry -> assertThat(dry).startsWith("judge").contains("conversion"),
                stored -> assertThat(stored).startsWith("apply").doesNotContain("conversion"));
    }

    @Test
    void kindThatProgramsDefineLater_isLeftToRules() {
        assertThat(violations(MANIFEST.replace("apiVersion: v1", "apiVersion: example.org/v1"))).isEmpty();
    }

    private static String status(String field, String message) {
        return "{\"kind\": \"Status\", \"details\": {\"causes\": [{\"field\": \"%s\", \"message\": \"%s\"}]}}"
                .formatted(field, message);
    }

    private List<Violation> violations(String manifest) {
        return new ServerRefusals(new Cluster(api), new Cancellation())
                .of(List.of(ManifestReader.rendered("apps/a.yaml", manifest)));
    }
}
