package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AddonDefaultsTest {
    private static final String OWN = "machines: [{name: control, role: control-plane}, {name: node}]\n";
    private static final String POLICY = """
            apiVersion: networking.k8s.io/v1
            kind: NetworkPolicy
            metadata: {name: deny}
            spec: {podSelector: {}}
            """;
    private static final String LIMITS = """
            apiVersion: v1
            kind: LimitRange
            metadata: {name: some}
            spec: {limits: []}
            """;
    private static final String CALICO = """
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: calico}
            spec: {nodeSelector: {kubernetes.io/os: linux}, containers: [{name: node, image: calico/node:v3}]}
            """;

    @TempDir
    private Path folder;

    static Stream<Arguments> manifests() {
        return Stream.of(Arguments.of(POLICY, true),
                Arguments.of("{\"apiVersion\": \"networking.k8s.io/v1\", \"kind\": \"NetworkPolicy\", "
                        + "\"metadata\": {\"name\": \"deny\"}, \"spec\": {\"podSelector\": {}}}", true),
                Arguments.of("# kind: NetworkPolicy\n" + LIMITS, false),
                Arguments.of(LIMITS.replace("LimitRange", "LimitRange # no kind: NetworkPolicy"), false));
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void policyOfAnApp_bringsTheAddon(String manifest, boolean brought) throws IOException {
        List<String> addons = addons(OWN, "app.yaml", manifest);

        assertThat(addons).contains("storage").doesNotContain("metrics");
        assertThat(addons.contains("networkPolicy")).isEqualTo(brought);
    }

    /** `check` and `status` read the lab without rendering templates, and must see the same lab as `up`. */
    @Test
    void templatesCountAsTheyAre() throws IOException {
        assertThat(addons(OWN, "policy.yaml.ftl", "<#if machines?size gt 1>\n" + POLICY + "</#if>"))
                .contains("networkPolicy");
    }

    @Test
    void addonIsNotBrought_whereSomethingElseHoldsPolicies_orTheLabSaysNo() throws IOException {
        assertThat(addons(OWN, "policy.yaml", POLICY + CALICO)).doesNotContain("networkPolicy");
        assertThat(addons(OWN + "networkPolicy: false\n", "policy.yaml", POLICY)).doesNotContain("networkPolicy");
        assertThat(addons("cluster: {kubeconfig: theirs}\nmachines: [{name: node}]\n", "policy.yaml", POLICY))
                .isEmpty();
    }

    private List<String> addons(String lab, String name, String manifest) throws IOException {
        Files.writeString(folder.resolve(name), manifest);
        Files.writeString(folder.resolve("theirs"), "");
        LabReading reading = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), "name: policies\n" + lab
                + "apps: [{name: policy, manifests: [" + name + "]}]\n"), Cidr.parse("192.168.99.0/24"));
        return reading.orThrow().addons().stream().map(Addon::name).toList();
    }
}
