package org.hybridlab.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.cli.Call;
import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `box package` says and asks; the machine, and what became of it, are fakes. */
class BoxPackageCommandTest {
    @TempDir
    private Path home;
    private Workspace workspace;
    private boolean off;
    private final FakePrograms programs = new FakePrograms(this::pretend);

    @BeforeEach
    void aLabThatIsUp() throws IOException {
        Path lab = Files.createDirectories(home.resolve("labs/duo")).resolve("lab.yaml");
        Files.writeString(lab, """
                name: duo
                machines:
                  - {name: control, role: control-plane, memory: 2GiB}
                  - {name: win, os: windows, build: 2022, memory: 2GiB}
                """);
        workspace = Workspace.of(lab);
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace.folder());
        workspace.create();
        workspace.write("ssh/win.conf", "");
        workspace.write("ssh/control.conf", "");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo", workspace.folder().toString(),
                ProviderName.VIRTUALBOX, "192.168.57.0/24"));
    }

    @Test
    void boxPackage_done_saysHowToGoOn() {
        Call call = call("--yes", "--name", "win-2022");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).isEqualTo("hybridlab/win-2022\n");
        assertThat(call.err()).contains("{name: win, os: windows, build: 20348, box: hybridlab/win-2022}",
                "win is off, and no node of duo: `hybridlab up duo` brings it back.");
    }

    @Test
    void programsGetTheSameAsJson() {
        String document = call("--yes", "--output", "json").out();
        assertThat(OutputSchemas.document(document).get("kind").asString()).isEqualTo("box-package");
        assertThat(document).contains("\"provider\" : \"virtualbox\"",
                "\"name\" : \"hybridlab/duo-win\"", "\"packagedFrom\" : \"duo/win\"",
                "\"base\" : \"gusztavvargadr/windows-server-2022-standard-core\"", "\"build\" : 20348");
    }

    @Test
    void doesNothingWithoutAYes() {
        Call call = call();

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("not-confirmed", "out of its cluster", "--yes");
        assertThat(programs.ran()).noneMatch(words -> words.startsWith("vagrant") || words.contains("-File"));
    }

    @Test
    void boxName_takenOrWrong_isRefused() throws IOException {
        Files.createDirectories(home.resolve("vagrant/boxes/hybridlab-VAGRANTSLASH-duo-win/0/virtualbox"));

        assertThat(call("--yes").err()).contains("box-exists", "hybridlab box remove hybridlab/duo-win");
        assertThat(call("--yes", "--name", "../x").err()).contains("box-name", "'../x'");
    }

    @Test
    void aMachineThatIsNotThereIsNamed() {
        Call call = Call.of(home, environment(), programs, "box", "package", "duo", "wim", "--yes");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("machine-unknown", "Did you mean 'win'?");
    }

    private Call call(String... more) {
        String[] words = Stream.concat(Stream.of("box", "package", "duo", "win"), Stream.of(more))
                .toArray(String[]::new);
        return Call.of(home, environment(), programs, words);
    }

    private Map<String, String> environment() {
        return Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(), "VAGRANT_HOME",
                home.resolve("vagrant").toString(), "HYBRIDLAB_TRUST", "true");
    }

    private FakePrograms.Answer pretend(Command command) {
        String words = FakePrograms.line(command);
        off |= words.contains("-File") && words.contains("box.ps1");
        boolean missing = words.contains(" type ") && words.contains("reboot-wanted");
        String machine = "\"" + LabId.of("duo", workspace.folder()).machine("win") + "\" {0123}\n";
        String answer = words.startsWith("VBoxManage list") && !(off && words.endsWith("runningvms")) ? machine : "";
        return new FakePrograms.Answer(missing ? 1 : 0, answer, "");
    }
}
