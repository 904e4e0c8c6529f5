package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.file.yaml.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests that Kubernetes takes, and that look like others which it refuses. */
class GoodManifestsTest {
    private static final String LAB = """
            name: it
            machines: [{name: control, role: control-plane}, {name: node%s}]
            apps: [{name: it, manifests: [it.yaml]}]
            """;
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: it}
            spec:
              %s
              containers: [{name: it, image: %s}]
            """;

    @TempDir
    private Path folder;

    /** Controllers set these labels; no manifest of theirs has them. */
    @ParameterizedTest
    @ValueSource(strings = {"statefulset.kubernetes.io/pod-name: it-0", "apps.kubernetes.io/pod-index: '0'",
        "batch.kubernetes.io/job-name: it", "batch.kubernetes.io/job-completion-index: '0'", "job-name: it"})
    void service_ofOnePod_isTaken(String label) throws IOException {
        String manifest = """
                apiVersion: v1
                kind: Service
                metadata: {name: it-0}
                spec:
                  selector: {app: %s, %s}
                  ports: [{port: 80}]
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: it}
                spec:
                  serviceName: it
                  selector: {matchLabels: {app: it}}
                  template:
                    metadata: {labels: {app: it}}
                    spec: {containers: [{name: it, image: registry.example/it:1}]}
                """;

        assertThat(problems(LAB.formatted(""), manifest.formatted("it", label))).isEmpty();
        assertThat(problems(LAB.formatted(""), manifest.formatted("other", label))).containsExactly("service-selector");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "multus:4 | command: [/thin_entrypoint], args: ['--cni-conf-dir=/host/etc/cni/net.d', "
                + "'--dir=/var/lib/kubelet'] | ''",
        "tool:1   | args: ['--network-plugin=cni'] | ''",
        "tool:1   | command: [/usr/bin/kubelet, '--network-plugins=x'] | ''",
        "tool:1   | command: [/usr/bin/kubelet, '--network-plugin=cni'] | flag-removed",
        "tool:1   | command: [/usr/bin/kubelet, --network-plugin, cni] | flag-removed",
        "kubelet:1 | args: ['--network-plugin=cni'] | flag-removed",
        "tool:1   | command: [sh, -c, 'exec \"C:/k/kubelet.exe\" --v=2 --network-plugin=cni'] | flag-removed"})
    void flag_ofOtherProgram_isTaken(String image, String words, String refused) throws IOException {
        String manifest = POD.formatted("restartPolicy: Always", "registry.example/%s, %s".formatted(image, words));

        assertThat(problems(LAB.formatted(""), manifest)).isEqualTo(refused.isEmpty() ? List.of() : List.of(refused));
    }

    @ParameterizedTest
    @CsvSource({"serving.knative.dev/v1,Service", "batch.volcano.sh/v1alpha1,Job",
        "crd.projectcalico.org/v1,NetworkPolicy"})
    void definedKind_namedAsKubernetesOwn_isTaken(String version, String kind) throws IOException {
        String object = """
                apiVersion: %s
                kind: %s
                metadata: {name: it}
                """.formatted(version, kind);
        String definition = """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: its.example.org}
                spec:
                  group: %s
                  names: {plural: its, kind: %s}
                  scope: Namespaced
                  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
                ---
                """.formatted(version.substring(0, version.indexOf('/')), kind);

        assertThat(problems(LAB.formatted(""), definition + object)).isEmpty();
        assertThat(problems(LAB.formatted(""), object)).containsExactly("kind-unknown");
    }

    @ParameterizedTest
    @CsvSource({"node-role.kubernetes.io/control-plane,true", "node-role.kubernetes.io/master,false"})
    void pod_forControlPlane_needsNoOther(String key, boolean taken) throws IOException {
        String manifest = POD.formatted("tolerations: [{key: %s, operator: Exists}]".formatted(key),
                "registry.example/it:1");

        assertThat(problems(LAB.formatted(", taints: ['dedicated=build:NoSchedule']"), manifest))
                .isEqualTo(taken ? List.of() : List.of("pod-tolerations"));
    }

    /** Go reads the first two as text. JSON has no number for the third. */
    @Test
    void oddNumbers_areRead() throws IOException {
        String definition = "{openAPIV3Schema: {type: object, default: .inf}}";

        assertThat(problems(LAB.formatted(""), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: it}
                data: {a: 0x_, b: 0b_}
                ---
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: its.example.org}
                spec:
                  group: example.org
                  names: {plural: its, kind: It}
                  scope: Namespaced
                  versions: [{name: v1, served: true, storage: true, schema: %s}]
                """.formatted(definition))).isEmpty();
    }

    /** An API server reads exponents of 64 bits. */
    @ParameterizedTest
    @CsvSource({"1e3,''", "1e99999999999999999999,object-schema"})
    void exponentOfQuantity_isRead(String amount, String rule) throws IOException {
        String claim = """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: it}
                spec: {accessModes: [ReadWriteOnce], capacity: {storage: %s}, hostPath: {path: /it}}
                """.formatted(amount);

        assertThat(problems(LAB.formatted(""), claim)).isEqualTo(rule.isEmpty() ? List.of() : List.of(rule));
    }

    @Test
    void listOfOneKind_isReadAsItsItems() throws IOException {
        String items = "items:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: it}, data: {a: 1}}\n";

        assertThat(problems(LAB.formatted(""), "apiVersion: v1\nkind: ConfigMapList\n" + items))
                .containsExactly("object-schema");
        assertThat(problems(LAB.formatted(""), "apiVersion: example.org/v1\nkind: AllowList\nmetadata: {name: it}\n"
                + items)).containsExactly("kind-unknown");
    }

    @ParameterizedTest
    @CsvSource({"rules.yaml,'',true", "rules.yml,'# none yet',true", "rules.json,'',true", "rules.yaml,'a: [',false"})
    void emptyYaml_ofConfigMap_isTaken(String key, String text, boolean taken) throws IOException {
        String manifest = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: it}
                data:
                  %s: "%s"
                """.formatted(key, text);

        assertThat(problems(LAB.formatted(""), manifest)).isEqualTo(taken ? List.of() : List.of("config-invalid"));
    }

    /** A Windows editor writes one at the start of each file. */
    @Test
    void byteOrderMark_isTaken() throws IOException {
        assertThat(problems(LAB.formatted(""), "\ufeff" + POD.formatted("restartPolicy: Always",
                "registry.example/it:1"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Pod,''", "Pot,kind-unknown"})
    void json_ofFolder_isRead(String kind, String refused) throws IOException {
        Files.createDirectories(folder.resolve("apps/it"));
        Files.writeString(folder.resolve("apps/it/pod.json"), """
                {
                \t"apiVersion": "v1", "kind": "%s", "metadata": {"name": "it"},
                \t"spec": {"containers": [{"name": "it", "image": "registry.example/it:1"}]}
                }
                """.formatted(kind));

        assertThat(problems(LAB.formatted("").replace("it.yaml", "apps/it"), "")).isEqualTo(refused.isEmpty()
                ? List.of() : List.of(refused));
    }

    /** What else is said of such objects depends on the lab. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"Ingress | rules: [{host: web.example}] | rules: [{host: 'http://web'}]",
        "Ingress | rules: [{host: '*.example'}] | rules: [{host: web.example/a}]",
        "Ingress | rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {resource: {kind: A, name: a}}}]}}]"
            + "| rules: [{http: {paths: [{path: a, pathType: Prefix, backend: {resource: {kind: A, name: a}}}]}}]",
        "NetworkPolicy | podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/8}}]}]"
            + "| podSelector: {}, ingress: [{from: [{ipBlock: {cidr: 10.0.0.0/33}}]}]",
        "NetworkPolicy | podSelector: {}, egress: [{to: [{ipBlock: {cidr: 'fd00::/64'}}]}]"
            + "| podSelector: {}, egress: [{to: [{ipBlock: {cidr: there}}]}]",
        "NetworkPolicy | podSelector: {}, ingress: [{ports: [{port: http}, {port: 443}]}]"
            + "| podSelector: {}, ingress: [{ports: [{port: 70000}]}]"})
    void valuesOfNetworking_areThoseOfTheApi(String kind, String good, String bad) throws IOException {
        String object = "apiVersion: networking.k8s.io/v1\nkind: " + kind + "\nmetadata: {name: it}\nspec: {%s}\n";

        assertThat(problems(LAB.formatted(""), object.formatted(good))).doesNotContain("object-values",
                "object-schema");
        assertThat(problems(LAB.formatted(""), object.formatted(bad))).contains("object-values");
    }

    @ParameterizedTest
    @CsvSource({"ConfigMap,''", "ConfigMop,kind-unknown"})
    void json_ofTwoObjects_isReadWhole(String second, String refused) throws IOException {
        Files.createDirectories(folder.resolve("apps/it"));
        Files.writeString(folder.resolve("apps/it/two.json"), """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}, "data": {"text": "} {"}
                }
                {"apiVersion": "v1", "kind": "%s", "metadata": {"name": "two"}}
                """.formatted(second));

        assertThat(problems(LAB.formatted("").replace("it.yaml", "apps/it"), "")).isEqualTo(refused.isEmpty()
                ? List.of() : List.of(refused));
    }

    @ParameterizedTest
    @CsvSource({"package.json,'{\"name\": \"web\"}',''", "broken.json,'{\"apiVersion\": ',manifest-invalid",
        "kind.json,'{\"kind\": \"Pod\"}',kind-unknown object-name"})
    void json_ofOtherPrograms_isLeftOut(String file, String text, String refused) throws IOException {
        Files.createDirectories(folder.resolve("apps/it"));
        Files.writeString(folder.resolve("apps/it/pod.yaml"), POD.formatted("restartPolicy: Always",
                "registry.example/it:1"));
        Files.writeString(folder.resolve("apps/it").resolve(file), text);

        assertThat(String.join(" ", problems(LAB.formatted("").replace("it.yaml", "apps/it"), "")))
                .isEqualTo(refused);
    }

    private List<String> problems(String lab, String manifest) throws IOException {
        Files.writeString(folder.resolve("it.yaml"), manifest);
        return new WrittenLab(folder).reading(lab).problems().stream().map(Problem::ruleId).toList();
    }
}
