package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

import org.hybridlab.cli.support.JsonOutputPage;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.Installation;
import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What programs read: real calls, and the schemas that are published. */
class JsonOutputTest extends OwnInstallation {
    private static final String GOOD = "machines: [{name: control, role: control-plane}, {name: node}]\n";

    @ParameterizedTest
    @CsvSource({"version, version", "list, lab-list", "validate good, validation", "validate bad, validation",
            "help exit-codes, exit-codes", "status good, lab-status", "init new, new-lab",
            "init copy --from good, new-lab", "doctor --provider docker, host-report", "bundle list, bundle-list",
            "bundle verify, bundle-verification", "destroy good --yes, destruction",
            "kubeconfig good --unmerge, kubeconfig"})
    void anAnswerIsOneDocumentOfItsSchema(String words, String kind) throws IOException {
        lab("good", GOOD);
        lab("bad", "machines: [{name: control, role: control-plan}]\n");

        JsonNode document = OutputSchemas.document(call((words + " --output json").split(" ")).out());

        assertThat(document.get("kind").asString()).isEqualTo(kind);
        assertThat(document.has("data")).isTrue();
    }

    /** Where nothing is installed, also for its provider. */
    @ParameterizedTest
    @CsvSource({"plan good --provider docker, plan", "render good --provider docker, workspace"})
    void render_inJson_isOneDocument(String words, String kind) throws IOException {
        lab("good", GOOD);
        Processes none = new Processes() {
            @Override
            public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
                throw LabException.hostNotReady("program-missing", command.words().get(0) + " is not here.", "Get it.");
            }
        };
        Call call = Call.of(home, Map.of(Installation.HOME, Path.of("").toAbsolutePath().toString()), none,
                (words + " --output json").split(" "));

        assertThat(OutputSchemas.document(call.out()).get("kind").asString()).as(call.err()).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate", "graph", "plan", "render", "up", "status", "check", "open",
            "diagnose", "kubeconfig", "init --from", "destroy --yes", "box fetch"})
    void missingLab_isAnErrorDocument_andText(String words) {
        Call call = call((words + " nowhere --output json").split(" "));
        JsonNode error = OutputSchemas.document(call.out()).get("error");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(error.get("id").asString()).isEqualTo("lab-not-found");
        assertThat(error.get("exitCode").asInt()).isEqualTo(2);
        assertThat(call.err()).contains(error.get("message").asString(), "What to do: " + error.get("advice")
                .asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ssh nowhere node", "exec nowhere id", "cp nowhere a node:b", "logs nowhere node"})
    void commandsAskingMachines_inJson_areOneDocument(String words) {
        String[] before = ("--output json " + words).split(" ");

        assertThat(OutputSchemas.document(call(before).out()).at("/error/id").asString()).isNotEmpty();
    }

    @Test
    void labFileError_inJson_namesItsPlace() throws IOException {
        lab("bad", "machines: [{name: control, role: control-plan}]\n");
        Call call = call("plan", "bad", "-o", "json");
        JsonNode error = OutputSchemas.document(call.out()).get("error");

        assertThat(error.get("place").asString()).endsWith("labs/bad/lab.yaml:1:34");
        assertThat(error.get("reason").asString()).contains("machines[0].role is 'control-plan', which is not a role");
    }

    @ParameterizedTest
    @ValueSource(strings = {"upp -o json", "-o json upp", "doctor --provider x --output=json", "doctor -ojson --wrong",
            "--output JSON list surplus"})
    void wrongWords_withJsonAnywhere_areOneDocument(String words) {
        Call call = call(words.split(" "));
        JsonNode error = OutputSchemas.document(call.out()).get("error");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(error.get("id").asString()).isEqualTo("call-wrong");
        assertThat(error.get("place").asString()).startsWith("hybridlab");
        assertThat(call.err()).contains(error.get("message").asString());
    }

    @Test
    void wrongCall_withJsonByEnvironment_isDocument() {
        Call wrong = Call.of(home, Map.of("HYBRIDLAB_OUTPUT", "json"), "upp");
        Call unset = Call.of(home, Map.of("HYBRIDLAB_YES", "perhaps"), "list", "--output", "json");

        assertThat(OutputSchemas.document(wrong.out()).at("/error/id").asString()).isEqualTo("call-wrong");
        assertThat(wrong.err()).contains("There is no command 'upp'.", "Did you mean 'up'?");
        assertThat(OutputSchemas.document(unset.out()).at("/error/id").asString()).isEqualTo("environment-wrong");
        assertThat(Call.of(home, Map.of("HYBRIDLAB_OUTPUT", "json"), "upp", "-o", "text").out()).isEmpty();
    }

    @Test
    void missingBundle_inJson_namesWhatIsMissing() {
        Call call = call("bundle", "verify", "--output", "json");
        JsonNode document = OutputSchemas.document(call.out());

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(document.at("/data/missing")).isNotEmpty();
        assertThat(document.at("/error/id").asString()).isEqualTo("bundle-incomplete");
        assertThat(call.err()).contains("[bundle-incomplete]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"up nowhere --events --nonsense", "up --events --provider", "up --events --output xml"})
    void events_ofWrongCall_endWithTheReason(String words) {
        Call call = call(words.split(" "));

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.out().lines()).singleElement().asString().contains("\"event\":\"failed\"", "call-wrong");
    }

    @Test
    void events_withoutARun_endWithTheReason() {
        String line = call("up", "nowhere", "--events").out();

        assertThat(line.lines()).hasSize(1);
        assertThat(OutputSchemas.event(line).at("/error/id").asString()).isEqualTo("lab-not-found");
    }

    @Test
    void textIsNoJson() {
        assertThat(call("version").out()).startsWith("hybridlab ");
        assertThat(call("validate", "nowhere").out()).isEmpty();
    }

    @Test
    void jsonOutputPage_isWhatTheSchemasSay() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/reference/json-output.md"), JsonOutputPage.text());
    }

    @Test
    void exitCodeTable_isTheSameEverywhere() throws IOException {
        String help = call("help", "exit-codes").out();

        assertThat(call("--help").out()).contains(help);
        JsonNode codes = OutputSchemas.document(call("help", "exit-codes", "-o", "json").out()).at("/data/exitCodes");
        assertThat(codes).hasSize(ExitCode.values().length);
        assertThat(Arrays.stream(ExitCode.values())).allSatisfy(code -> {
            assertThat(help).contains("%-4d %s".formatted(code.number(), code.meaning()));
        });
    }
}
