package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.cli.command.ReplaceCommand;
import org.hybridlab.cli.support.GlobalFlag;
import org.hybridlab.cli.support.GlobalOptions.OutputFormat;
import org.hybridlab.cli.support.ResultRenderer;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.StepResult;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.ReplaceService;
import org.hybridlab.service.UpOptions;
import org.hybridlab.service.UpResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** What `replace` asks, refuses and tells. Where machines are replaced, the `up` of each is played. */
class ReplaceCommandTest extends RecordedLab {
    private static final String LAB = """
            name: duo
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node, count: 2}]
            """;
    private final List<String> ups = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String failing = "";
    private ExitCode checks = ExitCode.OK;

    @BeforeEach
    void threeMachines() throws IOException {
        Files.writeString(folder.resolve("lab.yaml"), LAB);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "node1             | [not-confirmed] & Replacing takes a yes & --yes",
        "node1 nide2 --yes | [machine-unknown] & 'nide2' & control, node1, node2",
        "control --yes     | [replace-refused] & a new one would begin a new cluster"})
    void replace_thatIsRefused_touchesNothing(String arguments, String said) {
        aLabThatIsUp();

        Call call = call(("replace " + folder + " " + arguments).split(" "));

        assertThat(call.exitCode()).as(call.err()).isEqualTo(2);
        assertThat(call.err()).contains(said.split(" & "));
        assertNothingWasTouched();
    }

    @Test
    void question_namesTheVolumesThatGo() {
        HealthyLab lab = aHealthyLab();
        lab.api.with("/api/v1/persistentvolumes", """
                {"items":[{"spec":{"claimRef":{"namespace":"shop","name":"data"},"nodeAffinity":{"required":
                 {"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/hostname","operator":"In",
                  "values":["node1"]}]}]}}}}]}""");

        LabException failure = failure(() -> replace(lab, Call.session(home, Map.of("HYBRIDLAB_HOME",
                home.toString()), out, err, "no\n"), "node1", "node2"));

        assertThat(failure.id()).isEqualTo("not-confirmed");
        assertThat(err.toString()).contains("Destroy node1, then node2 of the lab ",
                " with all that is on its disk, among it the volumes of shop/data, and make it again?");
    }

    @Test
    void replace_ofLabNotUp_saysSo() {
        Call call = call("replace", folder.toString(), "node1", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[lab-not-up]", "hybridlab up ");
        assertThat(new WorkspaceState(workspace).recreating()).isEmpty();
    }

    @Test
    void replace_ofNoneTwoOrOthers_isRefused() {
        aLabThatIsUp();

        for (List<String> words : List.of(List.<String>of(), List.of("node1", "--role", "workers"),
                List.of("--role", "control-plane"))) {
            List<String> all = new ArrayList<>(List.of("replace", folder.toString(), "--yes"));
            all.addAll(words);
            Call call = call(all.toArray(String[]::new));

            assertThat(call.exitCode()).as(words.toString()).isEqualTo(2);
            assertThat(call.err()).contains("[machine-not-named]", "hybridlab replace LAB --role workers");
        }
        assertNothingWasTouched();
    }

    @Test
    void replace_refusedAsJson_isOneFailureDocument() {
        aLabThatIsUp();

        Call call = call("replace", folder.toString(), "node1", "--output", "json");

        assertThat(OutputSchemas.document(call.out()).at("/error/id").asString()).isEqualTo("not-confirmed");
    }

    @Test
    void replace_ofWorkers_namesThemInTheirOrder() {
        int exitCode = replace(OutputFormat.TEXT, "--role", "workers");

        assertThat(exitCode).as(err.toString()).isZero();
        assertThat(ups).containsExactly("[node1]", "[node2]");
        assertThat(out.toString()).isEqualToNormalizingNewlines("Replaced: node1, node2\n");
    }

    @Test
    void replace_asJson_namesLabAndMachines() {
        int exitCode = replace(OutputFormat.JSON, "node2", "node1", "node2");

        assertThat(exitCode).as(err.toString()).isZero();
        JsonNode document = OutputSchemas.document(out.toString());
        assertThat(document.get("kind").asString()).isEqualTo("replacement");
        assertThat(document.at("/data/lab").asString()).isEqualTo("trio");
        assertThat(document.at("/data/machines").valueStream().map(JsonNode::asString))
                .containsExactly("node2", "node1");
    }

    @Test
    void replace_whereSecondFails_saysWhatNext() {
        failing = "node2";

        int exitCode = replace(OutputFormat.TEXT, "--role", "workers");

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString()).contains("` ends the replacement that was begun.");
        assertThat(out.toString()).doesNotContain("Replaced");
    }

    @Test
    void replace_whereChecksFail_exitsWithOne() {
        checks = ExitCode.LAB_FAILED;

        assertThat(replace(OutputFormat.TEXT, "node1")).isEqualTo(1);
        assertThat(out.toString()).contains("Replaced: node1");
    }

    /** With the bundle and the boxes of this tree, which a lab is opened with. */
    @Override
    Call call(String... words) {
        return Call.of(home, Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString(), "HYBRIDLAB_TRUST", "true"), docker, words);
    }

    private void aLabThatIsUp() {
        up("control", "node1", "node2");
        workspace.write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
        workspace.write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
    }

    private void assertNothingWasTouched() {
        assertThat(docker.containers()).hasSize(3);
        assertThat(docker.ran()).noneMatch(command -> command.matches("(vagrant|docker (rm|start|stop|exec)).*"));
        assertThat(new WorkspaceState(workspace).recreating()).isEmpty();
    }

    /** Of a lab with a healthy cluster of the same machines; the answer is yes. */
    private int replace(OutputFormat format, String... words) {
        Session session = Call.session(home, Map.of("HYBRIDLAB_HOME", home.toString()), out, err);
        session.options().give(GlobalFlag.YES, true);
        session.options().give(GlobalFlag.OUTPUT, format);
        return replace(aHealthyLab(), session, words);
    }

    private HealthyLab aHealthyLab() {
        HealthyLab lab = new HealthyLab(home.resolve("healthy"), LAB.replace("duo", "trio"));
        LabRecord.complete(lab.labContext);
        return lab;
    }

    private int replace(HealthyLab lab, Session session, String... words) {
        ReplaceCommand command = new ReplaceCommand(context -> new ReplaceService(context,
                any -> lab.labContext, (approving, any, options) -> upOf(lab, options)));
        command.in(session);
        List<String> all = new ArrayList<>(List.of(folder.toString()));
        all.addAll(List.of(words));
        new CommandLine(command).parseArgs(all.toArray(String[]::new));
        return new ResultRenderer(session).print(command.call());
    }

    private UpResult upOf(HealthyLab lab, UpOptions options) {
        WorkspaceState state = new WorkspaceState(lab.labContext.workspace());
        options.replacing().ifPresent(state::beginRecreating);
        Set<String> machines = state.recreating();
        ups.add(machines.toString());
        boolean fails = machines.contains(failing);
        if (!fails) {
            machines.forEach(state::endRecreating);
        }
        StepResult step = new StepResult("machine-gone/" + machines, fails ? Outcome.FAILED : Outcome.DONE, 1,
                Duration.ZERO, "", fails ? Optional.of(LabException.labFailed("machine-stays", "It stays.", ""))
                : Optional.empty());
        RunResult run = new RunResult("run", List.of(step), fails ? List.of(step) : List.of(), false, Duration.ZERO);
        return new UpResult(lab.labContext.open(), List.of(), run, options.part(), List.of(), Optional.empty(),
                fails ? ExitCode.LAB_FAILED : checks);
    }
}
