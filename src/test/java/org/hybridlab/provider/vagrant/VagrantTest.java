package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real vagrant, with a test provider that needs no hypervisor (src/test/resources/vagrant). */
class VagrantTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path folder;
    private final Cancellation cancellation = new Cancellation();
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private Vagrant vagrant;

    @BeforeEach
    void vagrantfile() throws IOException {
        for (String name : List.of("Vagrantfile", "fake_provider.rb")) {
            Files.copy(Path.of("src/test/resources/vagrant", name), folder.resolve(name));
        }
        vagrant = new Vagrant(new LocalProcesses(), folder,
                Map.of("VAGRANT_HOME", folder.resolve("home").toString()));
    }

    @Test
    void aMachineGoesUpDownAndAway() {
        assertThat(states()).hasSize(4).allSatisfy(
                (machine, state) -> assertThat(state.kind()).isEqualTo(MachineState.Kind.ABSENT));
        up("quick");
        assertThat(states().get("quick").isRunning()).isTrue();
        assertThat(vagrant.sshConfig("quick", cancellation)).contains("Host quick", "Port 2200")
                .containsOnlyOnce("HostName 127.0.0.1").doesNotContain("\\n");
        vagrant.halt("quick", MINUTE, lines::add, cancellation);
        assertThat(states().get("quick").kind()).isEqualTo(MachineState.Kind.STOPPED);
        vagrant.destroy("quick", MINUTE, lines::add, cancellation);
        vagrant.destroy("quick", MINUTE, lines::add, cancellation);
        assertThat(states().get("quick").isAbsent()).isTrue();
    }

    @Test
    void linesForPeopleHaveNeitherPrefixNorEscapes() {
        up("quick");
        assertThat(lines).contains("Bringing machine 'quick' up with 'docker' provider...")
                .noneMatch(line -> line.contains("==>") || line.contains("VAGRANT_COMMA") || line.contains(",ui,"));
    }

    @Test
    void vagrant_callsNobody_andReadsWorkspaceOnly() {
        up("quick");
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("environment: ")
                .contains("\"VAGRANT_CWD\":\"" + folder + "\"", "\"VAGRANT_CHECKPOINT_DISABLE\":\"1\"",
                        "\"VAGRANT_BOX_UPDATE_CHECK_DISABLE\":\"1\"", "\"VAGRANT_NO_COLOR\":\"1\""));
    }

    @Test
    void vagrantfile_ofFolderAbove_neverRuns() throws IOException {
        Path workspace = Files.createDirectories(folder.resolve("lab/.hybridlab"));
        Files.writeString(folder.resolve("lab/Vagrantfile"), "raise 'a stranger wrote this'\n");
        Vagrant lost = new Vagrant(new LocalProcesses(), workspace,
                Map.of("VAGRANT_HOME", folder.resolve("home").toString()));

        assertThatThrownBy(() -> lost.validate(cancellation)).isInstanceOf(LabException.class)
                .satisfies(e -> assertThat(e.toString() + ((LabException) e).why()).doesNotContain("a stranger wrote"));
    }

    @Test
    void twoMachines_ofALab_startTogether() throws IOException {
        CompletableFuture<Void> slow = CompletableFuture.runAsync(() -> up("slow"));
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> up("other"));
        Awaitility.await("both have begun").atMost(MINUTE).until(() -> Files.exists(folder.resolve("slow.started"))
                && Files.exists(folder.resolve("other.started")));
        assertThat(folder.resolve("slow.running")).doesNotExist();
        assertThat(folder.resolve("other.running")).doesNotExist();
        Files.createFile(folder.resolve("slow.go"));
        Files.createFile(folder.resolve("other.go"));
        CompletableFuture.allOf(slow, other).join();
    }

    @Test
    void loadedVagrant_startsAllMachines_andBrokenOneFailsAlone() throws IOException {
        waitInVagrantfile();
        try (JointUp ignored = vagrant.loadFor(List.of("quick", "slow", "broken"), ProviderName.DOCKER, MINUTE,
                cancellation)) {
            Awaitility.await("Vagrant waits").atMost(MINUTE).until(() -> Files.exists(folder.resolve("waits")));
            assertThat(folder.resolve("slow.started")).doesNotExist();
            up("quick");
            assertThat(lines).anyMatch(line -> line.startsWith("environment: "));
            CompletableFuture<Void> slow = CompletableFuture.runAsync(() -> up("slow"));
            Awaitility.await("it has begun").atMost(MINUTE).until(() -> Files.exists(folder.resolve("slow.started")));
            Files.createFile(folder.resolve("slow.go"));
            slow.join();
            assertThatThrownBy(() -> up("broken")).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.what())
                    .isEqualTo("vagrant up of broken failed."));
        }
        assertThat(Files.readAllLines(folder.resolve("waits"))).as("one Vagrant for two machines").hasSize(2);
    }

    @Test
    void loadedVagrant_thatNobodyNeeds_startsNothing() throws IOException {
        waitInVagrantfile();
        JointUp loaded = vagrant.loadFor(List.of("quick"), ProviderName.DOCKER, MINUTE, cancellation);
        Awaitility.await("Vagrant waits").atMost(MINUTE).until(() -> Files.exists(folder.resolve("waits")));
        loaded.close();
        Awaitility.await("Vagrant exits").atMost(MINUTE).until(() -> LocalProcesses.running().isEmpty());
        assertThat(states().get("quick").isAbsent()).isTrue();
    }

    /** As the lab's Vagrantfile. Notes each Vagrant that starts machines. */
    private void waitInVagrantfile() throws IOException {
        String wait = Files.readAllLines(Path.of("Vagrantfile.ftl")).stream()
                .filter(line -> line.contains(JointUp.WAITS)).findFirst().orElseThrow();
        Path file = folder.resolve("Vagrantfile");
        Files.writeString(file, "File.write('%s', \"x\\n\", mode: 'a') if ENV['HYBRIDLAB_UP']\n%s\n%s".formatted(
                folder.resolve("waits"), wait, Files.readString(file)));
    }

    @Test
    void secondVagrant_onSameMachine_isRetryable() throws IOException {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> up("slow"));
        Awaitility.await("the first has begun").atMost(MINUTE)
                .until(() -> Files.exists(folder.resolve("slow.started")));
        LabException e = failure(() -> up("slow"));
        assertThat(e.id()).isEqualTo("vagrant-machine-action-locked-error").isIn(Vagrant.RETRYABLE);
        assertThat(e.what()).contains("slow");
        assertThat(e.advice()).contains("Another vagrant");
        Files.createFile(folder.resolve("slow.go"));
        first.join();
    }

    @Test
    void providerFailure_carriesItsClassAndCommand() {
        LabException e = failure(() -> up("broken"));
        assertThat(e.id()).isEqualTo("vagrant-failure");
        assertThat(e.what()).isEqualTo("vagrant up of broken failed.");
        assertThat(e.why()).hasValueSatisfying(why -> assertThat(why)
                .contains("told to fail, with a comma, and\na second line", "vagrant up broken", "exited with 1"));
        assertThat(states().get("broken").isAbsent()).as("nothing is destroyed on error").isFalse();
    }

    @Test
    void anOrderlyCancelLetsVagrantCleanUp() {
        CompletableFuture<Void> up = CompletableFuture.runAsync(() -> up("slow"));
        Awaitility.await("it has begun").atMost(MINUTE).until(() -> Files.exists(folder.resolve("slow.started")));
        cancellation.request();
        assertThatThrownBy(up::join).cause().isInstanceOfSatisfying(LabException.class,
                e -> assertThat(e.exitCode()).isEqualTo(ExitCode.INTERRUPTED));
        assertThat(folder.resolve("slow.recovered")).exists();
        assertThat(folder.resolve("slow.running")).doesNotExist();
    }

    @Test
    void brokenVagrantfile_saidInPlainText_isNamed() throws IOException {
        Files.writeString(folder.resolve("Vagrantfile"),
                "Vagrant.configure('2') do |config|\n  config.vm.nonsense = 1\n");
        assertThatThrownBy(() -> vagrant.validate(cancellation)).isInstanceOfSatisfying(LabException.class,
                e -> assertThat(e.why()).hasValueSatisfying(why -> assertThat(why).contains("Vagrantfile")));
    }

    @Test
    void anUnknownSettingFailsValidation() throws IOException {
        Path vagrantfile = folder.resolve("Vagrantfile");
        vagrant.validate(cancellation);
        Files.writeString(vagrantfile, Files.readString(vagrantfile).replace("insert_key", "no_such_key"));
        assertThatThrownBy(() -> vagrant.validate(cancellation)).isInstanceOf(LabException.class);
    }

    @Test
    void boxesAreListedByNameProviderAndVersion() throws IOException {
        assertThat(vagrant.boxList(cancellation)).isEmpty();
        Path box = folder.resolve("home/boxes/acme-VAGRANTSLASH-linux/1.2.0/docker");
        Files.createDirectories(box);
        Files.writeString(box.resolve("metadata.json"), "{\"provider\":\"docker\"}");
        assertThat(vagrant.boxList(cancellation)).containsExactly(new Vagrant.Box("acme/linux", "docker", "1.2.0"));
    }

    @Test
    void packedMachine_isABox_andOff() throws IOException {
        Path info = Files.writeString(folder.resolve("info.json"), "{\"packagedFrom\":\"duo/quick\"}");
        Path file = folder.resolve("out/it.box");
        up("quick");

        vagrant.pack("quick", file, info, lines::add, cancellation);
        vagrant.boxAdd("hybridlab/it", file.toString(), ProviderName.DOCKER, lines::add, cancellation);

        assertThat(states().get("quick").kind()).isEqualTo(MachineState.Kind.STOPPED);
        assertThat(vagrant.boxList(cancellation)).containsExactly(new Vagrant.Box("hybridlab/it", "docker", "0"));
        Path box = folder.resolve("home/boxes/hybridlab-VAGRANTSLASH-it/0/docker");
        assertThat(box.resolve("info.json")).hasSameTextualContentAs(info);
        assertThat(box.resolve("box.img")).hasContent("the disk of quick");
        assertThatThrownBy(() -> vagrant.pack("quick", file, info, lines::add, cancellation))
                .as("it writes over nothing")
                .isInstanceOfSatisfying(LabException.class,
                        e -> assertThat(e.id()).isEqualTo("vagrant-package-output-exists"));
    }

    @Test
    void snapshots_areNames_withoutVagrantsRemarks() throws IOException {
        up("quick");
        assertThat(vagrant.snapshotList("quick", cancellation)).isEmpty();
        Files.writeString(folder.resolve("quick.snapshots"), "clean\na,b\n");
        assertThat(vagrant.snapshotList("quick", cancellation)).containsExactly("clean", "a,b");
    }

    private Map<String, MachineState> states() {
        Result said = new LocalProcesses().run(Command.of("vagrant", "status", "--machine-readable").in(folder)
                .env("VAGRANT_HOME", folder.resolve("home").toString()).timeout(MINUTE), cancellation);
        return MachineReadable.parseAll(said.stdout()).stream()
                .filter(line -> line.type().equals("state") && !line.target().isEmpty())
                .collect(Collectors.toMap(MachineReadable::target, line -> MachineState.of(line.text(0))));
    }

    private void up(String machine) {
        vagrant.up(machine, ProviderName.DOCKER, MINUTE, lines::add, cancellation);
    }
}
