package org.hybridlab.provision.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestLimitsTest {
    @TempDir
    private Path folder;
    private PlannedLabs labs;

    @BeforeEach
    void labs() {
        labs = new PlannedLabs(folder);
    }

    @Test
    void renderedTemplates_obeyTheManifestRules() throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/web.yaml.ftl"), """
                <#assign registry = "localhost:5000">
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  containers: [{name: web, image: [=registry + "/web:1"]}]
                """);
        LabContext labContext = labs.of("""
                name: templated
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [web]
                """);

        assertThatThrownBy(() -> ManifestLimits.check(labContext.lab(), labContext.files().manifests(), List.of()))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("manifests-wrong");
                    assertThat(e.why().orElseThrow()).contains("web.yaml:5:", "image-loopback", "^");
                });
    }

    @Test
    void manifestWarning_isNotSaidTwice() throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/web.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec: {type: LoadBalancer, ports: [{port: 80}]}
                """);
        LabContext labContext = labs.of("""
                name: waiting
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [web]
                """);
        List<Problem> known = LabFile.read(folder.resolve("lab.yaml"), Cidr.parse("192.168.57.0/24")).warnings();

        assertThat(ManifestLimits.check(labContext.lab(), labContext.files().manifests(), List.of()))
                .extracting(Problem::ruleId).containsExactly("load-balancer");
        assertThat(ManifestLimits.check(labContext.lab(), labContext.files().manifests(), known)).isEmpty();
    }
}
