package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What `plan` and `up` refuse of a lab, by its file and by what this host knows of it, before a machine is touched. */
class RefusedLabsTest extends OwnInstallation {
    private static final String WITH_BOX = """
            provider: virtualbox
            machines:
              - {name: control, role: control-plane, memory: 2GiB}
              - {name: win, os: windows, box: hybridlab/win-core, memory: 2GiB}
            """;
    private static final String BRIDGE = """
            provider: virtualbox
            machines:
              - {name: control, role: control-plane, memory: 2GiB}
              - {name: node, memory: 2GiB}
              - {name: win, os: windows, memory: 2GiB}
            network: {mode: tor-winbridge}
            """;

    private static final String PROVIDER = """
            provider: %s
            machines:
              - {name: control, role: control-plane, memory: 2GiB}
              - {name: node, memory: 2GiB}
            """;

    @Test
    void plan_refusesLikeUp_inSameWords() throws IOException {
        bundle();
        lab("other", "containerd: 2.3.0\nmachines: [{name: control, role: control-plane, memory: 3000MiB}]\n");

        Call plan = call("plan", "other");
        Call up = call("up", "other");

        assertThat(plan.exitCode()).isEqualTo(2);
        assertThat(plan.err()).contains("[up-limits]", "containerd 2.3.0 is not in the bundle");
        assertThat(plan.out()).isEmpty();
        assertThat(up.exitCode()).isEqualTo(2);
        assertThat(up.err()).isEqualTo(plan.err());
        assertThat(home.resolve("labs/other/.hybridlab")).doesNotExist();
    }

    @Test
    void packagedBox_missing_stopsUpAndPlan() throws IOException {
        Path file = lab("hybrid", WITH_BOX);

        assertThat(call("validate", "hybrid").exitCode()).as("the same file, the same answer, on every host").isZero();
        assertThat(call("validate", "hybrid", "--host").out()).contains("[box-missing]");
        for (String command : List.of("plan", "up")) {
            Call call = call(command, "hybrid");
            assertThat(call.exitCode()).isEqualTo(2);
            assertThat(call.err()).contains("lab.yaml:4:35: error", "[box-missing]",
                    "`hybridlab box list --provider virtualbox` shows no such box",
                    "hybridlab box package LAB MACHINE --name win-core");
        }
        assertThat(file.resolveSibling(".hybridlab")).doesNotExist();
    }

    /** The box may be the one that is about to be packaged of a machine of this lab. */
    @ParameterizedTest
    @ValueSource(strings = {"status hybrid", "diagnose hybrid"})
    void commandsTakingMachinesAsIs_needNoBox(String command) throws IOException {
        bundle();
        Path workspace = lab("hybrid", WITH_BOX).resolveSibling(".hybridlab");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("hybrid", workspace.toString(),
                ProviderName.VIRTUALBOX, "192.168.59.0/24"));

        assertThat(call(command.split(" ")).err()).isNotEmpty().doesNotContain("[box-missing]", "[bug]");
    }

    @Test
    void machine_alreadyMade_needsNoBox() throws IOException {
        Path workspace = lab("hybrid", WITH_BOX).resolveSibling(".hybridlab");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("hybrid", workspace.toString(),
                ProviderName.VIRTUALBOX, "192.168.59.0/24"));
        assertThat(call("validate", "hybrid", "--host").out()).contains("[box-missing]");

        packagedOfServer2025();
        assertThat(call("validate", "hybrid", "--host").out()).doesNotContain("[box-missing]")
                .contains("[box-packaged-build]");

        created(workspace, "win");
        assertThat(call("validate", "hybrid", "--host").out()).doesNotContain("[box-missing]", "[box-packaged-build]");
    }

    @Test
    void packagedBox_ofAnotherBuild_isRefused() throws IOException {
        lab("hybrid", WITH_BOX);
        packagedOfServer2025();

        for (String command : List.of("plan", "up")) {
            Call call = call(command, "hybrid");
            assertThat(call.exitCode()).isEqualTo(2);
            assertThat(call.err())
                    .contains("lab.yaml:4:35: error", "[box-packaged-build]", "Windows Server 2025 (26100)",
                    "`build: 26100`").doesNotContain("[box-missing]");
        }
    }

    /** Only the services of the mode that it came up with are known on its Windows machines, and would stay there. */
    @Test
    void networkMode_ofLabUp_doesNotChange() throws IOException {
        bundle();
        Path workspace = lab("hybrid", BRIDGE).resolveSibling(".hybridlab");
        KnownLabs known = new KnownLabs(UserFolders.of(Map.of(), home));
        known.remember(up(workspace, NetworkMode.FLANNEL_VXLAN));
        created(workspace, "control");

        for (String command : List.of("plan", "up")) {
            Call call = call(command, "hybrid");
            assertThat(call.exitCode()).isEqualTo(2);
            assertThat(call.err()).contains("[network-mode-changed]", "flannel-vxlan", "tor-winbridge",
                    "hybridlab destroy hybrid");
        }
        assertThat(workspace.resolve("Vagrantfile")).doesNotExist();
        assertThat(known.all()).containsExactly(up(workspace, NetworkMode.FLANNEL_VXLAN));
    }

    @Test
    void networkMode_ofLabNotMade_mayChange() throws IOException {
        bundle();
        Path workspace = lab("hybrid", BRIDGE).resolveSibling(".hybridlab");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(up(workspace, NetworkMode.FLANNEL_VXLAN));
        assertThat(call("plan", "hybrid").err()).doesNotContain("[network-mode-changed]");

        created(workspace, "control");
        lab("hybrid", BRIDGE.replaceAll(".*os: windows.*\n", ""));
        assertThat(call("plan", "hybrid").err()).doesNotContain("[network-mode-changed]");
    }

    /** Also where the new provider is the reason for what else is new in the file. */
    @ParameterizedTest
    @CsvSource({"plan, true", "up, true", "replace --role workers, true", "resume --trust, false"})
    void provider_ofLabUp_doesNotChange(String command, boolean windows) throws IOException {
        bundle();
        Path workspace = lab("duo", PROVIDER.formatted("virtualbox")
                + (windows ? "  - {name: win, os: windows, memory: 2GiB}\n" : "")).resolveSibling(".hybridlab");
        KnownLabs known = new KnownLabs(UserFolders.of(Map.of(), home));
        known.remember(duo(workspace, Optional.of(ProviderName.DOCKER)));

        Call call = call((command + " duo").split(" "));

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[provider-differs]", "is up on docker, and its file says virtualbox",
                "Write provider: docker into the file, call `up` with --provider docker, or destroy the lab first");
        assertThat(known.all()).containsExactly(duo(workspace, Optional.of(ProviderName.DOCKER)));
    }

    /** Its file said the same when it came up with {@code --provider docker}, or the call says it again. */
    @Test
    void provider_thatFlagOverrode_isNoChange() throws IOException {
        bundle();
        Path workspace = lab("duo", PROVIDER.formatted("virtualbox")).resolveSibling(".hybridlab");
        KnownLabs known = new KnownLabs(UserFolders.of(Map.of(), home));
        known.remember(duo(workspace, Optional.of(ProviderName.VIRTUALBOX)));
        assertThat(call("plan", "duo").err()).doesNotContain("[provider-differs]");

        known.remember(duo(workspace, Optional.empty()));
        assertThat(call("plan", "duo").err()).contains("[provider-differs]");
        assertThat(call("plan", "duo", "--provider", "docker").err()).doesNotContain("[provider-differs]");
        assertThat(call("plan", "duo", "--provider", "virtualbox").err()).contains("[provider-differs]");

        lab("duo", PROVIDER.formatted("docker"));
        assertThat(call("plan", "duo").err()).doesNotContain("[provider-differs]");
        lab("duo", PROVIDER.replaceFirst("provider.*\n", ""));
        assertThat(call("plan", "duo").err()).doesNotContain("[provider-differs]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "halt", "check", "diagnose", "destroy --yes"})
    void commandsTakingMachinesAsIs_takeTheirProvider(String command) throws IOException {
        bundle();
        Path workspace = lab("duo", PROVIDER.formatted("virtualbox")).resolveSibling(".hybridlab");
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(duo(workspace, Optional.empty()));

        assertThat(call((command + " duo").split(" ")).err()).doesNotContain("[provider-differs]", "[bug]");
    }

    private static KnownLab duo(Path workspace, Optional<ProviderName> written) {
        return TestKnownLab.writing(TestKnownLab.of("duo", workspace.toString(), ProviderName.DOCKER,
                "192.168.59.0/24"), written);
    }

    /** As Vagrant notes it. */
    private void created(Path workspace, String machine) throws IOException {
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        Path note = Files.createDirectories(workspace.resolve(".vagrant/machines/%s/virtualbox".formatted(machine)));
        Files.writeString(note.resolve("id"), "0123");
    }

    private void packagedOfServer2025() throws IOException {
        Path box = Files.createDirectories(home.resolve("vagrant/boxes/hybridlab-VAGRANTSLASH-win-core/0/virtualbox"));
        Files.writeString(box.resolve("info.json"), """
                {"name":"hybridlab/win-core","packagedFrom":"duo/win","base":"acme/windows","build":26100}""");
    }

    private static KnownLab up(Path workspace, NetworkMode mode) {
        return TestKnownLab.of("hybrid", workspace.toString(), ProviderName.VIRTUALBOX, "192.168.59.0/24", false,
                mode);
    }

    /** Not only by {@code up}, which has asked for much before. */
    @Test
    void joinedLab_withoutKubeconfig_isRefused() throws IOException {
        bundle();
        lab("guests", """
                kubernetes: 1.36
                provider: docker
                network: {machines: 192.168.59.0/24, pods: 10.244.0.0/16, services: 10.96.0.0/12}
                machines: [{name: node, memory: 2GiB, address: 192.168.59.50}]
                cluster: {kubeconfig: ../nofile}
                """);

        for (String command : List.of("plan guests", "validate guests --host")) {
            Call call = call(command.split(" "));
            assertThat(call.exitCode()).as(call.err() + call.out()).isEqualTo(2);
            assertThat(call.err()).contains("[cluster-kubeconfig]", "There is no ").doesNotContain("java.");
        }
        assertThat(call("validate", "guests").exitCode()).as("the file alone").isZero();
    }

    private void bundle() throws IOException {
        Files.createDirectories(home.resolve("data/bundle"));
        for (String name : List.of("manifest.yaml", "sha256sums", "tools.yaml", "tools.sha256sums")) {
            Files.copy(Path.of("data/bundle", name), home.resolve("data/bundle").resolve(name));
        }
    }
}
