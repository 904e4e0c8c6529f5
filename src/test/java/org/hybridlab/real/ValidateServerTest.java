package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** No lab comes up: the bundle's API server judges the objects of its apps. */
@Tag("real")
class ValidateServerTest {
    private static final String MISTAKES = """
            apiVersion: v1
            kind: Service
            metadata: {name: web}
            spec:
              clusterIP: 10.1.2.3
              selector: {app: web}
              ports: [{port: 80}]
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  securityContext: {runAsUser: -1}
                  containers: [{name: web, image: "registry.example/web:1"}]
            ---
            apiVersion: batch/v1
            kind: CronJob
            metadata: {name: nightly}
            spec:
              schedule: "0 3 * * *"
              timeZone: Mars/Phobos
              jobTemplate:
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: it, image: "registry.example/it:1"}]
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: disk}
            spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce]}
            ---
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: few}
            spec: {hard: {pods: "-1"}}
            """;

    private final RealLab lab = RealLab.copyOf("first-cluster", "by-server");

    /** What it brings needs its own namespaces and kinds, a default account, and nobody behind its webhooks. */
    @Test
    void goodObjects_areAllTaken() throws IOException {
        apps("""
                apiVersion: example.org/v2
                kind: Thing
                metadata: {name: one, namespace: mine}
                spec: {size: 3}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: bare, namespace: mine}
                spec:
                  nodeSelector: {kubernetes.io/os: linux}
                  containers: [{name: it, image: "registry.example/it:1", securityContext: {privileged: true}}]
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: mine}
                webhooks:
                  - name: mine.example.org
                    clientConfig: {service: {name: web, namespace: mine}}
                    rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
                    admissionReviewVersions: [v1]
                    sideEffects: None
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: later, namespace: mine}
                ---
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: few, namespace: mine}
                spec: {hard: {pods: "1"}}
                """, """
                apiVersion: v1
                kind: Namespace
                metadata: {name: mine}
                ---
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: things.example.org}
                spec:
                  group: example.org
                  names: {kind: Thing, plural: things}
                  scope: Namespaced
                  conversion:
                    strategy: Webhook
                    webhook:
                      conversionReviewVersions: [v1]
                      clientConfig: {service: {name: web, namespace: mine}}
                  versions:
                    - &v
                      name: v1
                      served: True
                      storage: true
                      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
                        size: {type: integer}}}}}}
                    - {<<: *v, name: v2, storage: false}
                """);

        assertThat(lab.call("validate", "--server").stdout()).contains("is a good lab file", "0 errors");
    }

    @Test
    void mistakesOfServerAlone_areFoundAtTheirLines() throws IOException {
        apps(MISTAKES);
        assertThat(lab.json("validate").get("valid").asBoolean()).isTrue();

        Result result = lab.call("validate", "--server");
        JsonNode verdict = lab.json("validate", "--server");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.stdout()).contains("server-refuses", "unknown time zone Mars/Phobos", "5 errors");
        assertThat(verdict.get("problems").valueStream().filter(one -> one.get("severity").asString().equals("error")))
                .extracting(one -> one.get("ruleId").asString() + " " + one.get("line").asInt())
                .containsExactly("server-refuses 5", "server-refuses 17", "server-refuses 25", "server-refuses 36",
                        "server-refuses 41");
    }

    @Test
    void terminatedCall_leavesNothing() throws IOException {
        apps(MISTAKES);
        try (RealCall call = lab.start("validate", "--server")) {
            await().atMost(Duration.ofMinutes(1)).until(() -> !programs().isEmpty());
            call.signal("TERM");

            assertThat(call.exitCode(Duration.ofSeconds(20))).isEqualTo(130);
        }
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        assertThat(programs()).isEmpty();
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.filter(file -> Files.exists(file.resolve("accounts.key")))).isEmpty();
        }
    }

    private void apps(String... manifests) throws IOException {
        Files.createDirectories(lab.folder().resolve("apps"));
        StringBuilder names = new StringBuilder();
        for (String manifest : manifests) {
            String name = "app" + names.length();
            Files.writeString(lab.folder().resolve("apps/" + name + ".yaml"), manifest);
            names.append(names.isEmpty() ? "" : ", ").append(name);
        }
        Files.writeString(lab.folder().resolve("lab.yaml"), "name: by-server\nkubernetes: 1.37\nmachines:\n"
                + "  - {name: control, role: control-plane}\n  - {name: node}\napps: [%s]\n".formatted(names));
    }

    private List<String> programs() {
        return lab.host("ps", "-eo", "args").stdout().lines()
                .filter(words -> words.matches("\\S+/(etcd|kube-apiserver) .*/hybridlab-[0-9]+/.*")).toList();
    }
}
