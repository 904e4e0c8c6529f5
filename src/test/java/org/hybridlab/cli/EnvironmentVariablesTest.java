package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.cli.support.GlobalOptions.OutputFormat;
import org.hybridlab.cli.support.ResultStream;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.UserInput;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.template.Installation;
import org.hybridlab.common.text.EnumIds;
import org.hybridlab.service.context.EnvironmentVariables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the environment says is heeded or refused, and never passed over. */
class EnvironmentVariablesTest extends OwnInstallation {
    @ParameterizedTest
    @CsvSource({"YES, maybe", "TRUST, nonsense", "DEBUG, 2", "SIMULATE_WINDOWS, please", "OUTPUT, xml",
            "COLOR, red", "PROVIDER, dokcer", "BUNDLE_SOURCE, modules!"})
    void variable_withUnknownValue_endsTheCall(String name, String value) {
        Call call = call(Map.of("HYBRIDLAB_" + name, value), "list");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("HYBRIDLAB_" + name + " is '" + value + "'", "[environment-wrong]",
                "What to do: Set it to one of these");
        assertThat(call.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"YES, ON", "DEBUG, off", "TRUST, False", "SIMULATE_WINDOWS, ''", "PROVIDER, LibVirt", "OUTPUT, json"})
    void variable_inAnyCase_isUnderstood(String name, String value) {
        assertThat(call(Map.of("HYBRIDLAB_" + name, value), "list").exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void everyOutputFormatIsKnownToTheEnvironment(OutputFormat format) {
        EnvironmentVariables.check(Map.of("HYBRIDLAB_OUTPUT", EnumIds.of(format)));
    }

    /** As {@code check} takes it, and so does what reads it later. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", " Modules "})
    void bundleSource_inAnyForm_isUnderstood(String value) {
        Map<String, String> environment = Map.of(Bundles.SOURCE_VARIABLE, value);

        EnvironmentVariables.check(environment);
        assertThat(Bundles.of(Path.of(""), home, environment, new LocalProcesses())).isNotNull();
    }

    @Test
    void misspelledVariable_warns_withTheNearestName() {
        Call call = call(Map.of("HYBRIDLAB_PROVDER", "docker", "HYBRIDLAB_TEST_LABS", "x"), "list");

        assertThat(call.err()).isEqualTo("warning: hybridlab knows no variable HYBRIDLAB_PROVDER. "
                + "Did you mean HYBRIDLAB_PROVIDER?\n");
        assertThat(call.exitCode()).isZero();
    }

    @Test
    void providerVariable_countsForLabsNamingNone() throws IOException {
        String machines = "machines: [{name: control, role: control-plane}, {name: win, os: windows}]\n";
        lab("open", machines);
        lab("fixed", "provider: libvirt\n" + machines);
        Map<String, String> docker = Map.of("HYBRIDLAB_PROVIDER", "docker");

        assertThat(call(docker, "validate", "open").out()).contains("Docker cannot run", "[windows-provider]");
        assertThat(call(docker, "validate", "fixed").exitCode()).isZero();
        assertThat(call(docker, "validate", "open", "--provider", "libvirt").exitCode()).isZero();
        assertThat(call(Map.of("HYBRIDLAB_PROVIDER", "hyperv"), "plan", "open").err()).doesNotContain("Docker");
    }

    @Test
    void thePageListsThemAll() throws IOException {
        String page = Files.readString(Path.of("docs/reference/environment.md"));

        assertThat(EnvironmentVariables.names()).allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
    }

    @Test
    void unwrittenResult_isNotAGoodCall() {
        assertThat(schemaTo("No space left on device").exitCode()).isEqualTo(3);
        assertThat(schemaTo("No space left on device").err()).contains("No space left on device", "[output-lost]");
    }

    @Test
    void reader_thatStopsEarly_isNoFailure() {
        assertThat(schemaTo("Broken pipe").exitCode()).isZero();
        assertThat(schemaTo("Broken pipe").err()).isEmpty();
    }

    private Call schemaTo(String failure) {
        StringWriter err = new StringWriter();
        ResultStream results = new ResultStream(new OutputStream() {
            @Override
            public void write(int character) throws IOException {
                throw new IOException(failure);
            }
        });
        Session any = Call.session(home, Map.of(), new StringWriter(), err);
        Session session = new Session(any.options(), new PrintWriter(results, true), any.err(), any.environment(),
                any.directory(), any.userHome(), any.folders(), any.processes(), any.foreground(), any.cancellation(),
                UserInput.ofNobody(), false, false);
        return new Call(Main.run(session, results, "schema"), "", err.toString(), java.util.List.of());
    }

    private Call call(Map<String, String> environment, String... arguments) {
        Map<String, String> all = new HashMap<>(environment);
        all.put(Installation.HOME, home.toString());
        all.put("VAGRANT_HOME", home.resolve("vagrant").toString());
        return Call.of(home, all, arguments);
    }
}
