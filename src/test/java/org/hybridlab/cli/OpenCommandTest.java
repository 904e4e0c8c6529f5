package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.host.TestKnownLab;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** `open` of a lab that is up on a fake docker. */
class OpenCommandTest extends RecordedLab {
    @BeforeEach
    void anAppWithPage() throws IOException {
        Files.writeString(folder.resolve("shop.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: shop}
                spec: {type: NodePort, ports: [{port: 80, nodePort: 30005}]}
                """);
        lab("{name: shop, manifests: [shop.yaml], nodePort: 30005}");
    }

    private void lab(String apps) throws IOException {
        Files.writeString(folder.resolve("lab.yaml"), """
                name: duo
                machines:
                  - {name: control, role: control-plane, count: 3}
                  - {name: node}
                apps: [%s]
                """.formatted(apps));
    }

    @ParameterizedTest
    @CsvSource({"'control1,control2,control3,node', 192.168.57.11", "'control2,control3,node', 192.168.57.12",
        "node, 192.168.57.14", "'', 192.168.57.11"})
    void open_whenMachinesAreLost_takesRunningOne(String there, String address) {
        up(there.isEmpty() ? new String[0] : there.split(","));

        assertThat(call("open", folder.toString()).out()).isEqualTo("http://%s:30005/%n".formatted(address));
    }

    /** Nothing answers at a simulated node, whatever its name's container of an earlier lab does. */
    @ParameterizedTest
    @ValueSource(strings = {"running", "removing"})
    void open_ofSimulatedLab_takesRealNode(String state) throws IOException {
        Files.writeString(folder.resolve("lab.yaml"), """
                name: duo
                machines: [{name: win, os: windows}, {name: control, role: control-plane}]
                apps: [{name: shop, manifests: [shop.yaml], nodePort: 30005}]
                """);
        up("control", "win");
        known().remember(TestKnownLab.of("duo", workspace.folder().toString(), ProviderName.DOCKER, "192.168.57.0/24",
                true, NetworkMode.FLANNEL_VXLAN, known().find(workspace.folder()).orElseThrow().origin()));
        docker.states.put("control", state);

        Call call = call("open", folder.toString());

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains("192.168.57.12");
    }

    @Test
    void open_whenFirstIsHalted_takesNext() {
        up("control1", "control2");
        docker.states.put("control1", "exited");

        assertThat(call("open", folder.toString()).out()).contains("192.168.57.12");
    }

    @ParameterizedTest
    @CsvSource({"exited, up", "paused, resume"})
    void open_whenNoMachineRuns_saysSo(String state, String command) {
        up("control1", "node");
        docker.states.putAll(Map.of("control1", state, "node", state));

        Call call = call("open", folder.toString());

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.out()).isEmpty();
        assertThat(call.err()).contains("[machines-off]", "hybridlab " + command);
    }

    /** A document has standard output to itself, and none waits for a browser. */
    @ParameterizedTest
    @CsvSource({"text, 1", "json, 0"})
    void browser_whenOutputIsJson_isNotStarted(String output, int browsers) throws IOException {
        up("control1");
        Path browser = StubProgram.write(home.resolve("bin/xdg-open"), "");

        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString(), "DISPLAY", ":0", "PATH",
                browser.getParent().toString()), docker, "open", folder.toString(), "-o", output);

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.foreground()).hasSize(browsers);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "{name: shop, manifests: [shop.yaml], nodePort: 30005}, {name: db, manifests: [db.yaml]} | db"
                + " | the app db of duo has no page. | Apps with a page: shop.",
        "{name: db, manifests: [db.yaml]} | - | duo has no app with a page. | Write `nodePort:` of the app",
        "{name: db, manifests: [db.yaml]} | db | the app db of duo has no page. | Write `nodePort:` of the app",
        "{name: db, manifests: [db.yaml]} | dbs | duo has no app 'dbs'. | Did you mean 'db'? Its apps: db.",
        "'' | - | duo has no app with a page. | Add an app with `nodePort:`",
        "'' | db | duo has no app 'db'. | Add an app with `nodePort:`"})
    void open_withoutPage_saysWhatIsThere(String apps, String app, String what, String advice) throws IOException {
        Files.writeString(folder.resolve("db.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: db}}");
        lab(apps.replace("''", ""));
        up("control1");

        Call call = app == null ? call("open", folder.toString()) : call("open", folder.toString(), app);

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).containsIgnoringCase(what).contains("[app-unknown]", "What to do: " + advice);
    }

    @Test
    void open_whenProviderIsSilent_takesFirstNode() {
        up("control2");
        Processes silent = FakePrograms.failing("No.");

        Call call = Call.of(home, Map.of("HYBRIDLAB_HOME", home.toString()), silent, "open", folder.toString());

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains("192.168.57.11");
    }
}
