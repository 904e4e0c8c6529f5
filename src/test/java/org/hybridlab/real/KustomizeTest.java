package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kustomizations of five shapes, with the real kubectl, in a lab on docker. */
@Tag("real")
@Tag("docker")
class KustomizeTest {
    /** The definition of a kind. */
    static final String THINGS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: things.example.org}
            spec:
              group: example.org
              names: {kind: Thing, plural: things, singular: thing}
              scope: Namespaced
              versions:
              - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
            """;
    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  nodeSelector: {kubernetes.io/os: linux}
                  containers: [{name: web, image: "registry.k8s.io/pause:old", envFrom: [{configMapRef: {name: web}}]}]
            """;

    @AutoClose
    private final RealLab lab = RealLab.copyOf("first-cluster", "kustomize");

    @Test
    void objects_areJudged_appliedInOrder_comparedAndRemoved() throws IOException {
        plain();
        overlay();
        component();
        replacement();
        definition();
        String file = Files.readString(lab.folder().resolve("lab.yaml"));
        write("lab.yaml", file.replace("apps:\n", """
                apps:
                  - {name: plain, kustomize: apps/plain}
                  - {name: overlay, kustomize: apps/overlay/lab}
                  - {name: component, kustomize: apps/component}
                  - {name: replacement, kustomize: apps/replacement}
                  - {name: definition, kustomize: apps/definition}
                """));
        lab.must("up", "--provider", "docker");

        assertThat(objects("deployments", "{.metadata.name} {.spec.template.spec.containers[0].image}")).contains(
                "web registry.k8s.io/pause:3.10.2");
        assertThat(objects("configmaps", "{.metadata.name} {.data}")).anyMatch(one -> one.startsWith("web-")
                && one.contains("first")).anyMatch(one -> one.equals("swapped {\"from\":\"first\"}"));
        assertThat(objects("namespaces", "{.metadata.name} {.metadata.labels.stage}")).contains("shop lab");
        assertThat(objects("things.example.org", "{.metadata.name}")).containsExactly("one");
        assertThat(objects("serviceaccounts", "{.metadata.name} {.metadata.annotations.by}"))
                .contains("robot component");
        assertThat(lab.must("plan").stdout()).doesNotContain("run   Apply the app");

        write("apps/overlay/lab/patch.yaml", "- {op: replace, path: /metadata/labels/stage, value: changed}");
        assertThat(lab.must("plan").stdout()).contains("run   Apply the app overlay");

        write("apps/plain/kustomization.yaml", "resources: [https://example.org/all.yaml]");
        Result refused = lab.call("up", "--provider", "docker");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.stderr()).contains("apps/plain/kustomization.yaml:1:13", "kustomization-invalid");

        write("lab.yaml", file);
        lab.must("up", "--provider", "docker", "--yes");
        // Kubernetes takes some seconds to remove a namespace with all that is in it.
        await("nothing of the apps").atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(
                objects("namespaces,serviceaccounts,configmaps,deployments,crds", "{.metadata.name}"))
                        .doesNotContain("shop", "robot", "swapped", "web", "things.example.org")
                        .noneMatch(name -> name.startsWith("web-")));
    }

    /** A generated ConfigMap, whose name has the sum of its content, and another tag. */
    private void plain() throws IOException {
        write("apps/plain/web.yaml", WEB);
        write("apps/plain/web.txt", "first\n\nthird\n");
        write("apps/plain/kustomization.yaml", """
                resources: [web.yaml]
                configMapGenerator: [{name: web, files: [text=web.txt]}]
                images: [{name: registry.k8s.io/pause, newTag: 3.10.2}]
                """);
    }

    /** A base, a prefix and a JSON patch. */
    private void overlay() throws IOException {
        write("apps/overlay/base/all.yaml", "{apiVersion: v1, kind: Namespace, metadata: {name: shop, "
                + "labels: {stage: base}}}");
        write("apps/overlay/base/kustomization.yaml", "resources: [all.yaml]");
        write("apps/overlay/lab/patch.yaml", "- {op: replace, path: /metadata/labels/stage, value: lab}");
        write("apps/overlay/lab/kustomization.yaml", """
                namePrefix: lab-
                resources: [../base]
                patches: [{path: patch.yaml, target: {kind: Namespace}}]
                """);
    }

    private void component() throws IOException {
        write("apps/component/robot.yaml", "{apiVersion: v1, kind: ServiceAccount, metadata: {name: robot}}");
        write("apps/component/part/kustomization.yaml", """
                apiVersion: kustomize.config.k8s.io/v1alpha1
                kind: Component
                commonAnnotations: {by: component}
                """);
        write("apps/component/kustomization.yaml", "resources: [robot.yaml]\ncomponents: [part]\n");
    }

    private void replacement() throws IOException {
        write("apps/replacement/all.yaml", """
                {apiVersion: v1, kind: ConfigMap, metadata: {name: source}, data: {word: first}}
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: swapped}, data: {from: nothing}}
                """);
        write("apps/replacement/kustomization.yaml", """
                resources: [all.yaml]
                replacements:
                - source: {kind: ConfigMap, name: source, fieldPath: data.word}
                  targets: [{select: {name: swapped}, fieldPaths: [data.from]}]
                """);
    }

    /** An object of a kind that the same kustomization defines after it, in the order of the files. */
    private void definition() throws IOException {
        write("apps/definition/one.yaml", "{apiVersion: example.org/v1, kind: Thing, metadata: {name: one}}");
        write("apps/definition/kind.yaml", THINGS);
        write("apps/definition/kustomization.yaml", """
                resources: [one.yaml, kind.yaml]
                sortOptions: {order: fifo}
                """);
    }

    private List<String> objects(String kind, String line) {
        return lab.must("kubectl", "get", kind, "-o", "jsonpath={range .items[*]}" + line + "{\"\\n\"}{end}").stdout()
                .lines().toList();
    }

    private void write(String name, String text) throws IOException {
        Path file = lab.folder().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
