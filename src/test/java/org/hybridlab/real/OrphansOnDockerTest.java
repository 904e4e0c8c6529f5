package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.cli.OutputSchemas;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.ResourceOrigin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What docker's own client says of labels, and that exactly the orphans go; a stranger's container has a like name. */
@Tag("docker")
class OrphansOnDockerTest {
    private static final String IMAGE = "hybridlab-orphans-test:empty";
    private static final LabId ID = new LabId("orphans", "0a1b2c");
    private static final String STRANGER = ID.machine("stranger");

    @TempDir
    private Path home;

    @AfterEach
    void nothingIsLeft() {
        docker("rm", "--force", "--volumes", STRANGER, ID.machine("node"), ID.machine("halted"));
        docker("volume", "rm", "--force", "hl-orphans-0a1b2c-data");
        docker("network", "rm", ID.toString());
        docker("rmi", "--force", IMAGE);
    }

    @Test
    @Tag("real")
    void orphans_ofLostLab_areShownAndRemoved() throws IOException {
        Path empty = Files.write(home.resolve("empty.tar"), new byte[1024]);
        must("import", empty.toString(), IMAGE);
        Path state = home.resolve("xdg/hybridlab");
        ResourceOrigin origin = ResourceOrigin.here(home.resolve("lab, one/.hybridlab"), state,
                new OwnWorkspaces(new UserFolders(state, state)).makeStateId());
        String[] labels = {"--label", "org.hybridlab.lab=" + ID, "--label", "org.hybridlab.workspace="
                + origin.workspace(), "--label", "org.hybridlab.maker=" + origin.maker()};
        run("network", labels, "network", "create", ID.toString());
        run("volume", labels, "volume", "create", "hl-orphans-0a1b2c-data");
        run("container", labels, "create", "--name", ID.machine("node"), "--network", ID.toString(),
                "--mount=type=volume,target=/data,\"volume-label=org.hybridlab.lab=%s\"".formatted(ID), IMAGE, "none");
        run("container", labels, "create", "--name", ID.machine("halted"), IMAGE, "none");
        must("create", "--name", STRANGER, IMAGE, "none");

        JsonNode before = orphans();
        Result removal = hybridlab("destroy", "--orphans", "--yes");

        assertThat(names(before)).contains(ID.machine("node"), ID.machine("halted"), ID.toString(),
                "hl-orphans-0a1b2c-data").doesNotContain(STRANGER);
        assertThat(removal.stdout()).as(removal.stderr()).contains("Removed");
        assertThat(names(orphans())).isEmpty();
        assertThat(docker("ps", "--all", "--format", "{{.Names}}").stdout().lines()).contains(STRANGER)
                .doesNotContain(ID.machine("node"), ID.machine("halted"));
        assertThat(docker("network", "ls", "--format", "{{.Name}}").stdout()).doesNotContain(ID.toString());
    }

    private static List<String> names(JsonNode orphans) {
        return orphans.valueStream().filter(one -> one.get("lab").asString("").equals(ID.toString()))
                .map(one -> one.get("name").asString()).toList();
    }

    private JsonNode orphans() {
        return OutputSchemas.document(hybridlab("list", "--orphans", "--output", "json").stdout()).at("/data/orphans");
    }

    /** With a state folder of its own: other labs of this host stay out of it. */
    private Result hybridlab(String... words) {
        return new LocalProcesses().run(Command.of(Path.of("hybridlab").toAbsolutePath().toString()).with(words)
                .env("XDG_STATE_HOME", home.resolve("xdg").toString()).timeout(Duration.ofMinutes(2)),
                new Cancellation());
    }

    /** The labels stand behind the verb. */
    private static void run(String kind, String[] labels, String... words) {
        int verb = kind.equals("container") ? 1 : 2;
        Command command = Command.of("docker");
        for (int i = 0; i < words.length; i++) {
            command = i == verb ? command.with(labels).with(words[i]) : command.with(words[i]);
        }
        Result result = new LocalProcesses().run(command, new Cancellation());
        assertThat(result.exitCode()).as(result.stderr()).isZero();
    }

    private static void must(String... words) {
        Result result = docker(words);
        assertThat(result.exitCode()).as(result.stderr()).isZero();
    }

    private static Result docker(String... words) {
        return new LocalProcesses().run(Command.of("docker").with(words), new Cancellation());
    }
}
