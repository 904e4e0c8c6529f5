package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.template.Installation;
import org.hybridlab.config.file.reader.LabSchema;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** init, validate, schema, graph and list: what can be done with lab files alone. */
class LabFileCommandsTest extends OwnInstallation {
    @Test
    void newLab_isGood_andNeverOverwritten() throws IOException {
        Call first = call("init", "mine", "--workers", "2");
        Path file = home.resolve("labs/mine/lab.yaml");

        assertThat(first.exitCode()).isZero();
        assertThat(first.out()).contains("labs/mine/lab.yaml", "hybridlab up mine");
        assertThat(Files.readString(file)).startsWith(LabSchema.EDITOR_HEADER + "\n").contains("name: mine\n");
        assertThat(call("validate", "mine").out())
                .isEqualTo("mine is a good lab file: 3 machines, 0 errors, 0 warnings.\n");

        Files.writeString(file, "# my work\n");
        Call second = call("init", "mine");
        assertThat(second.exitCode()).isEqualTo(2);
        assertThat(second.err()).contains("[lab-exists]");
        assertThat(file).hasContent("# my work\n");
    }

    /** On other hosts than Linux the first refusal would be another one. */
    @Test
    void validateByServer_withoutItsBundle_namesTheCommand() throws IOException {
        lab("mine", "name: mine\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane}]\n");
        Call call = call("validate", "mine", "--server");

        assertThat(call.exitCode()).isEqualTo(3);
        assertThat(call.err()).contains("[api-server-not-in-cache]", "etcd of Kubernetes 1.36.3 is not on this host",
                "hybridlab bundle get --kubernetes 1.36.3");
    }

    @Test
    void validateByServer_ofBadOrJoiningLab_startsNone() throws IOException {
        lab("bad", "name: bad\nmachines: [{name: control, role: boss}]\n");
        lab("joins", "name: joins\nkubernetes: 1.36\ncluster: {kubeconfig: k.conf}\nmachines: [{name: node}]\n");

        Call bad = call("validate", "bad", "--server");
        assertThat(bad.exitCode()).isEqualTo(2);
        assertThat(bad.out()).contains("bad: 1 error");
        Call joins = call("validate", "joins", "--server");
        assertThat(joins.exitCode()).as(joins.out()).isEqualTo(2);
        assertThat(joins.err()).contains("[api-server-of-others]");
    }

    @Test
    void newLab_firstLine_namesTheSchema() throws IOException {
        call("init", "mine");
        Path folder = home.resolve("labs/mine");
        String header = Files.readAllLines(folder.resolve("lab.yaml")).get(0);
        Path schema = folder.resolve(header.substring(header.indexOf('=') + 1)).normalize();

        assertThat(schema).hasContent(LabSchema.json());
        Files.writeString(schema, "{}");
        call("init", "another");
        assertThat(schema).hasContent("{}");
    }

    @Test
    void init_withoutTerminal_asksNothing() {
        assertThat(call("init").out()).contains("labs/my-lab/lab.yaml");
        assertThat(call("init", "alone", "--workers", "0").exitCode()).isZero();
        assertThat(call("validate", "alone").exitCode()).isZero();
        assertThat(call("init", "Not_this").err()).contains("[init-answer]");
        assertThat(call("init", "./Nor_this").err()).contains("[init-answer]");
        assertThat(call("init", "many", "--workers", "21").err()).contains("[init-answer]");
        assertThat(home.resolve("labs/Not_this")).doesNotExist();
        assertThat(home.resolve("Nor_this")).doesNotExist();
    }

    @Test
    void init_withoutPlaceForItsRecords_writesNothing() throws IOException {
        lab("given", "name: given\nmachines: [{name: control, role: control-plane}]\n");
        Path state = Files.writeString(home.resolve(".local"), "");

        for (String[] words : List.of(new String[] {"init", "mine"}, new String[] {"init", "its", "--from", "given"})) {
            Call call = call(words);
            assertThat(call.exitCode()).isEqualTo(3);
            assertThat(call.err()).contains("[state-not-writable]", "XDG_STATE_HOME").doesNotContain("bug");
        }
        assertThat(home.resolve("labs/mine")).doesNotExist();
        assertThat(home.resolve("labs/its")).doesNotExist();

        Files.delete(state);
        assertThat(call("init", "mine").exitCode()).isZero();
    }

    @Test
    void init_withPath_writesThereWithSchema() throws IOException {
        Call call = call("init", "./lessons/first", "--workers", "1");

        assertThat(call.out()).isEqualTo("""
                Wrote lessons/first/lab.yaml
                Wrote lessons/first/lab.schema.json for your editor
                Look at it, then bring it up: hybridlab up ./lessons/first
                """);
        assertThat(Files.readAllLines(home.resolve("lessons/first/lab.yaml")))
                .contains("# yaml-language-server: $schema=lab.schema.json", "name: first");
        assertThat(call("validate", "./lessons/first").exitCode()).isZero();
        assertThat(call("init", home.resolve("else").toString(), "--from", "./lessons/first").exitCode()).isZero();
        assertThat(Files.readAllLines(home.resolve("else/lab.yaml")))
                .contains("# yaml-language-server: $schema=lab.schema.json", "name: else");
    }

    @Test
    void init_inFolderWithoutLabs_writesBelow() throws IOException {
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
        lab("mine", "name: mine\nmachines: [{name: control, role: control-plane}]\n");
        Call call = Call.of(elsewhere, Map.of(Installation.HOME, home.toString()), "init", "mine", "--workers", "2");

        assertThat(call.out()).contains("Wrote mine/lab.yaml", "hybridlab up ./mine");
        assertThat(elsewhere.resolve("mine/lab.yaml")).exists();
        assertThat(elsewhere.resolve("labs")).doesNotExist();
        assertThat(Call.of(elsewhere, Map.of(Installation.HOME, home.toString()), "validate", "./mine").out())
                .contains("3 machines");
    }

    @Test
    void installedLab_copied_hasAppsAndNoRun() throws IOException {
        Path given = lab("given", "name: given\nmachines: [{name: control, role: control-plane}, {name: node}]\n"
                + "apps: [web]\n").getParent();
        Files.createDirectories(given.resolve("apps"));
        Files.writeString(given.resolve("apps/web.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
        Files.createDirectories(given.resolve(".hybridlab"));

        Call call = call("init", "mine", "--from", "given");

        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains("hybridlab up mine");
        assertThat(home.resolve("labs/mine/apps/web.yaml")).exists();
        assertThat(home.resolve("labs/mine/.hybridlab")).doesNotExist();
        assertThat(call("validate", "mine").out()).startsWith("mine is a good lab file");
        assertThat(call("init", "--from", "given").err()).contains("[lab-exists]");
        assertThat(call("init", "x", "--from", "givn").err()).contains("[lab-not-found]", "given");
    }

    /** A password in a file of the owner's alone is for nobody else in the copy. */
    @Test
    void initFrom_keepsSecretsSecret() throws IOException {
        Path given = lab("given", "name: given\nmachines: [{name: control, role: control-plane}]\n").getParent();
        Files.createDirectories(given.resolve("apps/private"));
        for (String file : List.of("lab.yaml", "apps/secret.yaml", "apps/private/key", "README.md")) {
            Files.writeString(given.resolve(file), Files.exists(given.resolve(file))
                    ? Files.readString(given.resolve(file)) : "# given\n");
            Files.setPosixFilePermissions(given.resolve(file), PosixFilePermissions.fromString("rw-------"));
        }
        Files.setPosixFilePermissions(given.resolve("apps/private"), PosixFilePermissions.fromString("rwx------"));
        Path readOnly = Files.writeString(given.resolve("read-only"), "");
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r--r--r--"));

        assertThat(call("init", "mine", "--from", "given").exitCode()).isZero();

        assertThat(List.of("lab.yaml", "apps/secret.yaml", "apps/private/key", "README.md", "apps/private",
                "read-only"))
                .extracting(file -> PosixFilePermissions.toString(Files.getPosixFilePermissions(
                        home.resolve("labs/mine").resolve(file))))
                .containsExactly("rw-------", "rw-------", "rw-------", "rw-------", "rwx------", "rw-r--r--");
    }

    @Test
    void initFrom_copiesInnerLinks_andNamesOthers() throws IOException {
        Path given = lab("given", "name: given\nmachines: [{name: control, role: control-plane}]\n").getParent();
        Path app = Files.writeString(Files.createDirectories(given.resolve("apps")).resolve("web.yaml"), "one");
        Files.writeString(Files.createDirectories(given.resolve(".hybridlab")).resolve("kubeconfig"), "");
        Files.createSymbolicLink(given.resolve("apps/same.yaml"), Path.of("web.yaml"));
        Files.createSymbolicLink(given.resolve("absolute.yaml"), app);
        Files.createSymbolicLink(given.resolve("around.yaml"), Path.of("../given/apps/web.yaml"));
        Files.createSymbolicLink(given.resolve("folder"), Path.of("apps"));
        Files.createSymbolicLink(given.resolve("apps/outside"), Path.of("/etc/hostname"));
        Files.createSymbolicLink(given.resolve("nowhere"), Path.of("gone"));
        Files.createSymbolicLink(given.resolve("run"), Path.of(".hybridlab/kubeconfig"));
        Path link = Files.createSymbolicLink(home.resolve("link"), given);

        Call call = call("init", "mine", "--from", link.toString());

        assertThat(call.exitCode()).as(call.err()).isZero();
        Path mine = home.resolve("labs/mine");
        for (String same : List.of("apps/same.yaml", "absolute.yaml", "around.yaml", "folder/web.yaml")) {
            assertThat(mine.resolve(same).toRealPath()).isEqualTo(mine.toRealPath().resolve("apps/web.yaml"));
        }
        assertThat(call.err()).contains("Not copied: ", "apps/outside", "nowhere", "run")
                .doesNotContain("same.yaml", "folder");
        assertThat(Files.exists(mine.resolve("apps/outside"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    /** Each folder that is written would be one more to copy. */
    @Test
    void initFrom_insideItsOwnLab_isRefused() throws IOException {
        Path given = lab("given", "name: given\nmachines: [{name: control, role: control-plane}]\n").getParent();
        Path link = Files.createSymbolicLink(home.resolve("link"), given);

        for (Path place : List.of(given.resolve("mine"), given.resolve("deep/er/mine"), link.resolve("mine"))) {
            Call call = call("init", place.toString(), "--from", "given");
            assertThat(call.exitCode()).isEqualTo(2);
            assertThat(call.err()).contains("is inside the lab that it would be a copy of", "[init-answer]");
        }
        assertThat(call("init", given.resolve("mine").toString(), "--from", link.toString()).exitCode()).isEqualTo(2);
        try (Stream<Path> inside = Files.list(given)) {
            assertThat(inside).singleElement().asString().endsWith("lab.yaml");
        }
        assertThat(call("init", given.resolveSibling("given-too").toString(), "--from", "given").exitCode()).isZero();
    }

    @Test
    void initFrom_labWithReadme_dropsOldName() throws IOException {
        Path given = lab("given", "# yaml-language-server: $schema=../../../else/lab.schema.json\n"
                + "# Bring it up: hybridlab up given\nname: given\nmachines: [{name: control, role: control-plane}]\n"
                + "checks: [{name: it, http: {port: 6443}, fail: Look at `hybridlab kubectl given get pods`.}]\n")
                .getParent();
        Files.writeString(given.resolve("README.md"), """
                # given

                ![Machines](../../docs/images/given.svg)

                Try the [exercises](../../docs/exercises.md) and [the apps](apps/README.md).

                    hybridlab up given
                    hybridlab snapshot save labs/given

                A lab given-up keeps its name: hybridlab up given-up
                """);

        Call call = call("init", "mine", "--from", "given");

        assertThat(call.out()).contains("Wrote labs/lab.schema.json for your editor");
        assertThat(home.resolve("labs/lab.schema.json")).exists();
        assertThat(home.resolve("labs/mine/lab.yaml")).content()
                .startsWith("# yaml-language-server: $schema=../lab.schema.json\n"
                        + "# Bring it up: hybridlab up mine\nname: mine\n")
                .contains("`hybridlab kubectl mine get pods`").doesNotContain("given");
        assertThat(home.resolve("labs/mine/README.md")).hasContent("""
                # mine

                Try the exercises and [the apps](apps/README.md).

                    hybridlab up mine
                    hybridlab snapshot save labs/mine

                A lab given-up keeps its name: hybridlab up given-up
                """);
    }

    @Test
    void name_withSpaces_isQuotedInNextCall() throws IOException {
        lab("my lab", "name: mine\nmachines: [{name: control, role: control-plane}]\n");

        assertThat(call("kubectl", "my lab", "get", "pods").err()).contains("hybridlab up 'my lab'");
    }

    @Test
    void newLabComments_offerOnlyWhatIsRight() throws IOException {
        call("init", "full", "--workers", "3");
        Path file = home.resolve("labs/full/lab.yaml");
        Files.createDirectories(file.resolveSibling("apps"));
        Files.writeString(file.resolveSibling("apps/web.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec: {type: NodePort, ports: [{port: 80, nodePort: 30000}]}
                """);
        String uncommented = Files.readString(file)
                .replaceAll("(?m)^# ( *(provider|defaults|network|apps|checks):)", "$1")
                .replaceAll("(?m)^#( {3,}(- |http|within))", " $1");
        assertThat(uncommented).contains("\nprovider: docker", "\nchecks:");
        Files.writeString(file, uncommented);

        assertThat(call("validate", "full").out()).endsWith("4 machines, 0 errors, 0 warnings.\n");
    }

    @Test
    void validate_showsProblemsWithLines_andExitsTwo() throws IOException {
        lab("bad", "machines: [{name: control, role: control-plan}]\nuntaint: yes\n");
        Call call = call("validate", "bad");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.out()).startsWith("""
                labs/bad/lab.yaml:1:34: error: machines[0].role is 'control-plan', which is not a role [role-unknown]
                  machines: [{name: control, role: control-plan}]
                                                   ^
                  Did you mean 'control-plane'? It is one of control-plane, worker, etcd.
                """)
                .endsWith("bad: 2 errors, 0 warnings.\n");
    }

    @Test
    void validateForProgramsIsOneJsonDocument() throws IOException {
        lab("bad", "machines: [{name: control, role: control-plan}]\n");
        Call call = call("validate", "bad", "--output", "json");
        JsonNode verdict = OutputSchemas.document(call.out()).get("data");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(verdict.get("valid").asBoolean()).isFalse();
        assertThat(verdict.get("problems").get(0).get("ruleId").asString()).isEqualTo("role-unknown");
        assertThat(verdict.get("problems").get(0).get("severity").asString()).isEqualTo("error");
        assertThat(verdict.get("problems").get(0).get("file").asString()).isEqualTo("labs/bad/lab.yaml");
        assertThat(verdict.get("problems").get(0).get("line").asInt()).isEqualTo(1);
        assertThat(verdict.get("problems").get(0).get("column").asInt()).isEqualTo(34);
    }

    @Test
    void validate_forProviderNotInFile_judges() throws IOException {
        lab("mixed", "machines: [{name: control, role: control-plane}, {name: win, os: windows}]\n");

        assertThat(call("validate", "mixed").exitCode()).isZero();
        assertThat(call("validate", "mixed", "--provider", "docker").out()).contains("[windows-provider]");
        assertThat(call("validate", "mixed", "--host", "--provider", "docker").out()).contains("[windows-provider]");
    }

    @Test
    void theSchemaIsPrintedAsItIsPublished() {
        assertThat(call("schema").out()).isEqualTo(LabSchema.json());
    }

    @Test
    void graph_hasTheLabsAddresses() throws IOException {
        Path file = lab("duo", "machines: [{name: control, role: control-plane}, {name: node}]\n");

        assertThat(call("graph", "duo").out()).startsWith("flowchart").contains("192.168.56.12");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo",
                file.resolveSibling(".hybridlab").toString(), ProviderName.DOCKER, "192.168.59.0/24"));
        assertThat(call("graph", "duo", "--format", "svg").out()).startsWith("<svg").contains("192.168.59.12");
        assertThat(call("graph", "duo", "--format", "picture").exitCode()).isEqualTo(2);
    }

    @Test
    void windowsOnDocker_unlessSimulated_isRefused() throws IOException {
        lab("hybrid", "provider: docker\nmachines: [{name: control, role: control-plane, memory: 3000MiB}, "
                + "{name: win, os: windows, memory: 4GiB}]\n");

        assertThat(call("validate", "hybrid").out()).contains("[windows-provider]", "--simulate-windows");
        assertThat(call("validate", "hybrid", "--simulate-windows").exitCode()).isZero();
        Map<String, String> environment = Map.of(Installation.HOME, home.toString(),
                "HYBRIDLAB_SIMULATE_WINDOWS", "1 ");
        assertThat(Call.of(home, environment, "validate", "hybrid").exitCode()).isZero();
    }

    @Test
    void simulatedWindows_inListAndGraph_isNamed() throws IOException {
        Path file = lab("hybrid", "provider: docker\nmachines: [{name: control, role: control-plane, memory: 3000MiB}, "
                + "{name: win, os: windows, memory: 4GiB}]\n");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("hybrid",
                file.resolveSibling(".hybridlab").toString(), ProviderName.DOCKER, "192.168.59.0/24", true,
                NetworkMode.FLANNEL_VXLAN));
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(file.resolveSibling(".hybridlab"));
        Files.createDirectories(file.resolveSibling(".hybridlab/ssh"));
        Files.writeString(file.resolveSibling(".hybridlab/ssh/control.conf"), "");

        assertThat(call("list").out()).contains("2 (1 simulated)");
        assertThat(call("graph", "hybrid").out()).contains("simulated, nothing runs there");
        assertThat(call("ssh", "hybrid", "win").err()).contains("win of hybrid is simulated", "[machine-simulated]");
    }

    @Test
    void list_namesLabs_andWhereTheyAreUp() throws IOException {
        assertThat(call("list").out()).contains("no labs", "hybridlab init");
        Path good = lab("good", "kubernetes: 1.36\nmachines: [{name: control, role: control-plane}]\n");
        lab("bad", "machines: []\n");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("good",
                good.resolveSibling(".hybridlab").toString(), ProviderName.DOCKER, "192.168.59.0/24"));

        List<String> lines = call("list").out().lines().toList();
        assertThat(lines.get(1)).startsWith("bad ").contains("has errors");
        assertThat(lines.get(2)).startsWith("good ").contains("1.36.3", "docker 192.168.59.0/24", "labs/good/lab.yaml");
        JsonNode json = OutputSchemas.document(call("list", "-o", "json").out()).at("/data/labs");
        assertThat(json.get(1).get("machines").asInt()).isEqualTo(1);
        assertThat(json.get(0).get("valid").asBoolean()).isFalse();
    }

    @Test
    void doctor_labThatCannotRun_exitsWith3() throws IOException {
        String folder = lab("giant", "machines: [{name: control, role: control-plane, memory: 9000000MiB}]\n")
                .getParent().toString();
        Map<String, String> environment = Map.of("VAGRANT_HOME", home.resolve("vagrant").toString());
        lab("wrong", "machines: []\n");

        Call giant = Call.of(home, environment, "doctor", folder, "--provider", "libvirt", "-o", "json");
        JsonNode report = OutputSchemas.document(giant.out()).get("data");

        assertThat(giant.exitCode()).as(giant.err()).isEqualTo(3);
        assertThat(report.get("lab").asString()).isEqualTo("giant");
        assertThat(report.get("requirements").valueStream().filter(one -> one.get("id").asString().equals("memory")))
                .singleElement().satisfies(memory -> {
                    assertThat(memory.get("state").asString()).isEqualToIgnoringCase("missing");
                    assertThat(memory.get("needed").asString()).isEqualTo("9000000 MiB");
                });
        assertThat(Call.of(home, environment, "doctor", folder, "--provider", "libvirt").out())
                .contains("; needed: 9000000 MiB", "This host is not ready for giant on libvirt.");
        assertThat(call("doctor", "wrong").exitCode()).isEqualTo(2);
        assertThat(call("doctor", "wrnog").err()).contains("[lab-not-found]", "wrong");
    }

    @ParameterizedTest
    @CsvSource({"'', --provider=docker", "1, ''"})
    void doctor_ofSimulatedLab_looksAtItsProvider(String simulates, String provider) {
        Map<String, String> environment = Map.of("VAGRANT_HOME", home.resolve("vagrant").toString(),
                "HYBRIDLAB_SIMULATE_WINDOWS", simulates, "HYBRIDLAB_PROVIDER", provider.isEmpty() ? "docker" : "");

        Call call = provider.isEmpty() ? Call.of(home, environment, "doctor", "first-hybrid", "-o", "json")
                : Call.of(home, environment, "doctor", "first-hybrid", "-o", "json", provider, "--simulate-windows");

        assertThat(call.exitCode()).as(call.err()).isIn(0, 3);
        assertThat(OutputSchemas.document(call.out()).at("/data/choice/provider").asString()).isEqualTo("docker");
    }

    /** Whatever this host has: its file is right. */
    @Test
    void doctor_ofWindowsLab_looksAtHypervisor() {
        Call call = Call.of(home, Map.of("VAGRANT_HOME", home.resolve("vagrant").toString()), "doctor",
                "first-hybrid", "-o", "json");

        assertThat(call.exitCode()).as(call.err()).isIn(0, 3);
        assertThat(OutputSchemas.document(call.out()).at("/data/choice/provider").asString())
                .isNotEqualToIgnoringCase("docker");
    }
}
