package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that only look at the file of a lab that is up take what was decided when it came up. */
class LabsAsRecordedTest extends OwnInstallation {
    private Path workspace;

    /** By its file alone, it would be refused: Docker runs no Windows. */
    @BeforeEach
    void aHybridLab() throws IOException {
        Path diagnose = Files.createDirectories(home.resolve("data/diagnose"));
        Files.copy(Path.of("data/diagnose/logs.yaml"), diagnose.resolve("logs.yaml"));
        Files.copy(Path.of("data/diagnose/linux-facts.sh"), diagnose.resolve("linux-facts.sh"));
        Path file = lab("hybrid", """
                provider: docker
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: win, os: windows, build: 2022, memory: 4GiB}
                untaint: true
                apps: [{name: shop, manifests: [shop.yaml], nodePort: 30005}]
                """);
        Files.writeString(file.resolveSibling("shop.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: shop}
                spec: {type: NodePort, ports: [{port: 80, nodePort: 30005}]}
                """);
        workspace = file.resolveSibling(".hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
    }

    /** It keeps its address also if the lab file would give it another one by now. */
    @Test
    void address_thatWasGiven_isOpened() {
        recordOn(ProviderName.DOCKER, true, Map.of("control", Ipv4.parse("10.56.3.40")));

        assertThat(call("open", "hybrid", "--print").out()).startsWith("http://10.56.3.40:30005/");
        assertThat(call("graph", "hybrid").out()).contains("10.56.3.40");
    }

    @Test
    void simulatedLab_isOpened_andCompleted() {
        recordOn(ProviderName.DOCKER, true, Map.of());

        Call call = call("open", "hybrid", "--print");

        assertThat(call.err()).isEmpty();
        assertThat(call.out()).startsWith("http://10.56.3.");
        assertThat(call(Completion.WORD, "open", "hybrid", "").out()).isEqualTo("shop\n");
    }

    /** One lab takes no other away, nor its own machines. */
    @Test
    void lab_withLinkedManifest_hasErrors() throws IOException {
        recordOn(ProviderName.DOCKER, true, Map.of());
        Path manifest = workspace.resolveSibling("shop.yaml");
        Path outside = Files.move(manifest, home.resolve("shop.yaml"));
        Files.createSymbolicLink(manifest, outside);
        lab("other", "machines: [{name: control, role: control-plane}]\n");
        Files.writeString(Files.createDirectories(workspace.resolve("ssh")).resolve("control.conf"), "");

        Call list = call("list");

        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out()).containsPattern("hybrid .*has errors").containsPattern("other +1 ");
        assertThat(call("exec", "hybrid", "--", "true").err()).doesNotContain("path-outside-lab");
        assertThat(call("logs", "hybrid", "control").foreground()).hasSize(1);
        assertThat(call("validate", "hybrid").err()).contains("[path-outside-lab]");
    }

    /** It came up with {@code --provider}. */
    @Test
    void lab_onOtherProvider_isReadAsThere() throws IOException {
        recordOn(ProviderName.LIBVIRT, false, Map.of());
        Files.writeString(Files.createDirectories(workspace.resolve("ssh")).resolve("win.conf"), "");

        assertThat(call("open", "hybrid", "--print").out()).startsWith("http://10.56.3.");
        Call logs = call("logs", "hybrid", "win", "--unit", "kubelet");
        assertThat(logs.foreground()).as(logs.err()).singleElement().satisfies(command ->
                assertThat(command.words()).doesNotContain("sudo", "journalctl"));
        assertThat(OutputSchemas.document(call("list", "-o", "json").out()).at("/data/labs/0/machines").asInt())
                .isEqualTo(2);
    }

    private void recordOn(ProviderName provider, boolean simulated, Map<String, Ipv4> addresses) {
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("hybrid", workspace.toString(), provider,
                "10.56.3.0/24", simulated, NetworkMode.FLANNEL_VXLAN).withAddresses(addresses));
    }
}
