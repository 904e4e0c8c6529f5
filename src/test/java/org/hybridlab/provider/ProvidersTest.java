package org.hybridlab.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.docker.DockerProvider;
import org.hybridlab.provider.hyperv.HyperVProvider;
import org.hybridlab.provider.libvirt.LibvirtProvider;
import org.hybridlab.provider.parallels.ParallelsProvider;
import org.hybridlab.provider.virtualbox.VirtualBoxProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What all providers answer, and that none is waited for where it hangs. */
class ProvidersTest {
    private static final LabId ID = new LabId("first", "0a1b2c");

    @TempDir
    Path folder;
    private final Cancellation cancellation = new Cancellation();
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private final List<Command> commands = new CopyOnWriteArrayList<>();

    @Test
    void dockerTellsRunningFromStoppedMachines() {
        FakePrograms docker = scripted(Map.of("ps", "control running\nnode exited\nhalf created\nlost dead\n"));
        assertThat(new DockerProvider(docker, folder).states(ID, cancellation)).containsExactly(
                Map.entry("control", new MachineState(MachineState.Kind.RUNNING, "running")),
                Map.entry("node", new MachineState(MachineState.Kind.STOPPED, "exited")),
                Map.entry("half", new MachineState(MachineState.Kind.STOPPED, "created")),
                Map.entry("lost", new MachineState(MachineState.Kind.BROKEN, "dead")));
        assertThat(docker.commands.get(0).words()).contains("label=org.hybridlab.lab=hl-first-0a1b2c");
    }

    @ParameterizedTest
    @CsvSource({"paused, PAUSED", "running, RUNNING", "exited, STOPPED", "dead, BROKEN", "restarting, CHANGING",
        "removing, CHANGING"})
    void dockersWordsTellFrozenMachinesFromStoppedOnes(String word, MachineState.Kind kind) {
        FakePrograms docker = scripted(Map.of("ps", "node " + word + " 4f0c\n"));

        assertThat(new DockerProvider(docker, folder).states(ID, cancellation).get("node").kind()).isEqualTo(kind);
    }

    @Test
    void frozenDomain_isEnded_beforeItIsUndefined() {
        FakePrograms virsh = scripted(Map.of("list", " 1    hl-first-0a1b2c-node   paused\n", "destroy", "",
                "--details", "", "undefine", ""));

        new LibvirtProvider(virsh, false).remove(ID, "node", cancellation);

        assertThat(virsh.ran()).contains("virsh --connect qemu:///system --quiet destroy hl-first-0a1b2c-node");
    }

    /** It was shutting down when it was looked at. */
    @Test
    void domain_offBeforeItIsEnded_isUndefined() {
        List<String> changes = new ArrayList<>();
        FakePrograms virsh = new FakePrograms(command -> {
            String verb = command.words().get(4);
            if (Set.of("destroy", "undefine").contains(verb)) {
                changes.add(verb);
            }
            String state = changes.isEmpty() ? "in shutdown" : "shut off";
            boolean isList = verb.equals("list") && command.words().contains("--managed-save");
            return verb.equals("destroy") ? Answer.failing("error: domain is not running")
                    : Answer.printing(isList ? " 1    hl-first-0a1b2c-node   " + state + "\n" : "");
        });

        new LibvirtProvider(virsh, false).remove(ID, "node", cancellation);

        assertThat(changes).containsExactly("destroy", "undefine");
    }

    @Test
    void vboxManageList_tellsSavedFromCrashed() {
        FakePrograms manage = scripted(Map.of("runningvms", "", "--long", """
                Name:                        hl-first-0a1b2c-control
                UUID:                        7c1b-11
                Hardware UUID:               7c1b-99
                State:                       saved (since 2026-01-02T03:04:05.000000000)
                Snapshots:
                   Name: first (UUID: 7c1b-77)

                Name:                        hl-first-0a1b2c-node
                UUID:                        7c1b-12
                State:                       aborted (since 2026-01-02T03:04:05.000000000)
                """, "vms", "\"hl-first-0a1b2c-control\" {7c1b-11}\n\"hl-first-0a1b2c-node\" {7c1b-12}\n"));

        assertThat(new VirtualBoxProvider(manage, folder).states(ID, cancellation)).containsExactly(
                Map.entry("control", new MachineState(MachineState.Kind.SUSPENDED, "saved").identity("7c1b-11")),
                Map.entry("node", new MachineState(MachineState.Kind.STOPPED, "aborted").identity("7c1b-12")));
    }

    /** Its list of machines that run has paused ones too, and none that is stuck (VBoxManageList.cpp). */
    @ParameterizedTest
    @CsvSource({"running, RUNNING, false", "paused, PAUSED, true", "guru meditation, BROKEN, true",
        "stopping, CHANGING, false", "saving, CHANGING, false"})
    void vboxManageList_tellsPausedFromRunning(String word, MachineState.Kind kind, boolean still) {
        boolean isListed = Set.of("running", "paused").contains(word);
        String row = "\"hl-first-0a1b2c-node\" {7c1b-12}\n";
        FakePrograms manage = scripted(Map.of("--long", "UUID:   7c1b-12\nState:   %s (since 2026-01-02T03:04:05)\n"
                .formatted(word), "runningvms", isListed ? row : "", "vms", row, "controlvm", "", "unregistervm", ""));
        VirtualBoxProvider provider = new VirtualBoxProvider(manage, folder);

        MachineState state = provider.states(ID, cancellation).get("node");
        assertThat(state.kind()).isEqualTo(kind);
        assertThat(state.isStill()).isEqualTo(still);
        assertThat(manage.ran()).contains("VBoxManage list --long " + (isListed ? "runningvms" : "vms"));

        provider.remove(ID, "node", cancellation);
        provider.remove(LabResource.named(LabResource.Kind.MACHINE, "7c1b-12", "hl-first-0a1b2c-node").orElseThrow(),
                cancellation);
        boolean isOn = isListed || word.equals("guru meditation");
        assertThat(manage.ran().stream().filter(line -> line.endsWith("poweroff"))).hasSize(isOn ? 2 : 0);
    }

    /** What docker starts again and again never runs for long, and stays so if nobody stops it. */
    @Test
    void restartingContainer_isStopped_byHalt() {
        FakePrograms docker = scripted(Map.of("ps", "node restarting 77aa\n", "stop", ""));

        new DockerProvider(docker, folder).power(ID, null).halt("node", line -> { }, cancellation);

        assertThat(docker.ran()).contains("docker stop -t 20 77aa");
    }

    @Test
    void dockerMachines_areStoppedAndFrozen_byIds() {
        FakePrograms docker = scripted(Map.of("ps", "control running 4f0c\nnode paused 77aa\n", "stop", "", "pause",
                "", "unpause", "", "exec", ""));
        MachinePower power = new DockerProvider(docker, folder).power(ID, null);

        power.suspend("control", line -> { }, cancellation);
        power.suspend("node", line -> { }, cancellation);
        power.resume("node", line -> { }, cancellation);
        power.halt("control", line -> { }, cancellation);
        power.halt("absent", line -> { }, cancellation);

        List<String> lines = docker.ran().stream().filter(line -> !line.startsWith("docker ps")).toList();
        assertThat(lines.get(2)).startsWith("docker exec 4f0c sh -c mkdir -p /var/lib/hybridlab; cp "
                + "/run/flannel/subnet.env /var/lib/hybridlab/flannel-subnet.env 2> /dev/null || true\n")
                .contains("systemctl stop kubelet", "coredns");
        assertThat(lines).hasSize(4).startsWith("docker pause 4f0c", "docker unpause 77aa")
                .endsWith("docker stop -t 20 4f0c");
    }

    @Test
    void virshsTableIsReadForThisLabOnly() {
        FakePrograms virsh = scripted(Map.of("list", """
                 1    hl-first-0a1b2c-control   running
                 12   hl-first-0a1b2c-node-1    in shutdown
                 -    hl-first-0a1b2c-node-2    shut off
                 3    hl-first-ffffff-control   running
                 -    somebody-else             shut off

                """));
        assertThat(new LibvirtProvider(virsh, false).states(ID, cancellation)).containsExactly(
                Map.entry("control", new MachineState(MachineState.Kind.RUNNING, "running")),
                Map.entry("node-1", new MachineState(MachineState.Kind.CHANGING, "in shutdown")),
                Map.entry("node-2", new MachineState(MachineState.Kind.STOPPED, "shut off")));
        assertThat(virsh.commands.get(0).environment()).containsEntry("LC_ALL", "C");
    }

    @Test
    void vBoxManagesTwoListsGiveTheStates() {
        FakePrograms manage = scripted(Map.of(
                "vms", "\"hl-first-0a1b2c-control\" {7c1b-11}\n\"hl-first-0a1b2c-node\" {7c1b-12}\n\"other\" "
                        + "{7c1b-13}\n",
                "--long", "", "runningvms", "\"hl-first-0a1b2c-control\" {7c1b-11}\n"));
        assertThat(new VirtualBoxProvider(manage, folder).states(ID, cancellation)).containsExactly(
                Map.entry("control", new MachineState(MachineState.Kind.RUNNING, "running").identity("7c1b-11")),
                Map.entry("node", new MachineState(MachineState.Kind.STOPPED, "poweroff").identity("7c1b-12")));
    }

    @Test
    void machine_madeAgain_hasAnotherIdentity() {
        assertThat(new DockerProvider(scripted(Map.of("ps", "control running 4f0c\n")), folder)
                .states(ID, cancellation).get("control").identity()).contains("4f0c");
        assertThat(new LibvirtProvider(scripted(Map.of(
                "--uuid", "5e3ae6f6-6b0e-4f6c-9a50-8e2b2f3a5c1d hl-first-0a1b2c-control       \n",
                "--all", " 1    hl-first-0a1b2c-control   running\n")), false)
                .states(ID, cancellation).get("control").identity()).contains("5e3ae6f6-6b0e-4f6c-9a50-8e2b2f3a5c1d");
    }

    @Test
    void dockerVolumes_withoutMachine_goWithTheLab() throws IOException {
        FakePrograms docker = scripted(Map.of("ps", "", "ls", "hl-first-0a1b2c\n", "rm", "",
                "inspect", "192.168.56.0/24\n", "bash", "", "volume",
                "v1\tv1\t\thl-first-0a1b2c\t\t\nv2\tv2\t\thl-first-0a1b2c\t\t\n", "info", "AAAA:BBBB\n"));
        DockerProvider provider = new DockerProvider(docker, folder);

        provider.release(ID, cancellation);

        assertThat(docker.ran()).contains("docker volume rm --force v1", "docker volume rm --force v2",
                "docker volume ls --filter dangling=true --filter label=org.hybridlab.lab=hl-first-0a1b2c --format "
                        + "{{.Name}}\t{{.Name}}\t\t{{.Label \"org.hybridlab.lab\"}}\t{{.Label "
                        + "\"org.hybridlab.workspace\"}}\t{{.Label \"org.hybridlab.maker\"}}");
        docker.commands.clear();
        provider.prepare(ID, TestLabs.lab(TestLabs.linux().network().mode(), TestLabs.linux().outside()), cancellation);
        assertThat(docker.ran()).noneMatch(line -> line.startsWith("docker volume"));
        assertThat(provider.abandoned(ID, cancellation)).extracting(LabResource::name).containsExactly("v1", "v2");
    }

    @Test
    void machine_lostByVagrant_goesWithItsDisks() {
        FakePrograms docker = scripted(Map.of("ps", "control 4f0c\nnode 77aa\n", "rm", ""));
        new DockerProvider(docker, folder).remove(ID, "node", cancellation);
        assertThat(docker.ran()).contains("docker rm --force --volumes 77aa");

        FakePrograms virsh = scripted(Map.of("list", " 1    hl-first-0a1b2c-node   running\n", "destroy", "",
                "--details", " file   disk   vda   /var/lib/libvirt/images/hl-first-0a1b2c-node.img\n"
                + " file   disk   vdb   /srv/data.qcow2\n file   cdrom   sda   /srv/hl-first-0a1b2c-node.iso\n"
                + " file   disk   vdc   -\n", "undefine", ""));
        new LibvirtProvider(virsh, false).remove(ID, "node", cancellation);
        assertThat(virsh.ran()).contains("virsh --connect qemu:///system --quiet destroy hl-first-0a1b2c-node",
                "virsh --connect qemu:///system --quiet undefine hl-first-0a1b2c-node --managed-save "
                        + "--snapshots-metadata --nvram --storage vda");

        FakePrograms manage = scripted(Map.of("vms", "\"hl-first-0a1b2c-node\" {7c1b-12}\n", "runningvms", "",
                "unregistervm", ""));
        new VirtualBoxProvider(manage, folder).remove(ID, "node", cancellation);
        assertThat(manage.ran()).contains("VBoxManage unregistervm 7c1b-12 --delete")
                .noneMatch(line -> line.contains("poweroff"));

        FakePrograms prlctl = scripted(Map.of("list",
                "{9b8a7f70-1c2d-4e5f-8a9b-0c1d2e3f4a5b}  running  hl-first-0a1b2c-node\n", "stop", "", "delete", ""));
        new ParallelsProvider(prlctl).remove(ID, "node", cancellation);
        assertThat(prlctl.ran()).contains("prlctl stop hl-first-0a1b2c-node --kill",
                "prlctl delete hl-first-0a1b2c-node");

        FakePrograms powershell = scripted(Map.of("powershell.exe", "end\r\n"));
        new HyperVProvider(powershell).remove(ID, "node", cancellation);
        List<String> words = powershell.commands.get(0).words();
        assertThat(new String(Base64.getDecoder().decode(words.get(words.size() - 1)), StandardCharsets.UTF_16LE))
                .contains("$_.Name -eq 'hl-first-0a1b2c-node'", "Remove-VM -VM $_ -Force");
    }

    @Test
    void missingMachine_isNoErrorForProviders() {
        new DockerProvider(scripted(Map.of("ps", "")), folder).remove(ID, "node", cancellation);
        new LibvirtProvider(scripted(Map.of("list", "")), false).remove(ID, "node", cancellation);
        new VirtualBoxProvider(scripted(Map.of("list", "")), folder).remove(ID, "node", cancellation);
        new ParallelsProvider(scripted(Map.of("list", ""))).remove(ID, "node", cancellation);
    }

    @Test
    void hyperVAndParallelsListTheirMachinesThemselves() {
        assertThat(new HyperVProvider(scripted(Map.of("powershell.exe",
                "hl-first-0a1b2c-control\tRunning\t9b8a\r\nhl-first-0a1b2c-node\tOff\t9b8b\r\nend\r\n")))
                .states(ID, cancellation)).containsExactly(
                Map.entry("control", new MachineState(MachineState.Kind.RUNNING, "Running").identity("9b8a")),
                Map.entry("node", new MachineState(MachineState.Kind.STOPPED, "Off").identity("9b8b")));
        assertThat(new ParallelsProvider(scripted(Map.of("list",
                "{9b8a7f70-1c2d-4e5f-8a9b-0c1d2e3f4a5b}  stopped  hl-first-0a1b2c-node\n"
                        + "{9b8a7f70-1c2d-4e5f-8a9b-0c1d2e3f4a5c}  running  somebody-else\n")))
                        .states(ID, cancellation))
                .containsExactly(Map.entry("node", new MachineState(MachineState.Kind.STOPPED, "stopped")
                        .identity("9b8a7f70-1c2d-4e5f-8a9b-0c1d2e3f4a5b")));
    }

    /** While a disk is not mounted, VirtualBox knows the id alone (hashicorp/vagrant#13741). */
    @Test
    void inaccessibleMachine_ofTheLab_isNotAbsent() throws IOException {
        FakePrograms manage = scripted(Map.of("vms", "\"<inaccessible>\" {7c1b-12}\n", "runningvms", ""));
        VirtualBoxProvider provider = new VirtualBoxProvider(manage, folder);
        assertThat(provider.states(ID, cancellation)).as("of somebody").isEmpty();

        Files.createDirectories(folder.resolve("machines/node/virtualbox"));
        Files.writeString(folder.resolve("machines/node/virtualbox/id"), "7c1b-12");
        assertThatThrownBy(() -> provider.states(ID, cancellation)).hasMessageContaining("cannot read the files");
    }

    /** As VBoxManage lists it at length (VBoxManageInfo.cpp): the settings file has the machine's name. */
    @Test
    void inaccessibleMachine_isUnknown_unlessAnothers() {
        String rows = "\"<inaccessible>\" {7c1b-12}\n\"hl-duo-0a1b2c-node\" {7c1b-13}\n";
        String other = """
                Name:            hl-duo-0a1b2c-node
                UUID:            7c1b-13
                Config file:     /vms/hl-duo-0a1b2c-node/hl-duo-0a1b2c-node.vbox

                Name:            <inaccessible!>
                UUID:            7c1b-12
                """;
        String file = "Config file:     %s.vbox\nAccess error details:\n";
        for (String said : List.of("", other, other + file.formatted("/disk/hl-x-0a1b2c-a/hl-x-0a1b2c-a"),
                other + file.formatted("D:\\vms\\hl-x-0a1b2c-a"))) {
            assertThatThrownBy(() -> virtualBox(rows, said).resources(cancellation)).as(said)
                    .isInstanceOfSatisfying(LabException.class,
                            e -> assertThat(e.id()).isEqualTo("provider-not-answering"))
                    .hasMessageContaining("7c1b-12");
        }
        assertThat(virtualBox(rows, other + file.formatted("/vms/debian/debian")).resources(cancellation)).hasSize(1);
        VirtualBoxProvider another = virtualBox(rows, other + file.formatted("/vms/hl-x-0a1b2c-a"));
        assertThat(another.resources(new LabId("duo", "0a1b2c"), cancellation)).hasSize(1);
        assertThatThrownBy(() -> another.resources(new LabId("x", "0a1b2c"), cancellation))
                .hasMessageContaining("7c1b-12");
    }

    private VirtualBoxProvider virtualBox(String rows, String details) {
        return new VirtualBoxProvider(FakePrograms.printing(command ->
                command.words().contains("--long") ? details : rows), folder);
    }

    /** Whose it is cannot be known, so that it may be the lab's. */
    @Test
    void inaccessibleMachine_withUnreadableNotes_isNotAbsent() throws IOException {
        FakePrograms manage = scripted(Map.of("vms", "\"<inaccessible>\" {7c1b-12}\n", "runningvms", ""));
        Files.createDirectories(folder.resolve("machines/node/virtualbox/id"));

        assertThatThrownBy(() -> new VirtualBoxProvider(manage, folder).states(ID, cancellation))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("workspace-unreadable"));
    }

    @Test
    void failingProgram_isNamed_withItsWords() {
        FakePrograms silent = FakePrograms.failing("Cannot connect to the Docker daemon");

        LabException e = failure(() -> new DockerProvider(silent, folder).states(ID, cancellation));
        assertThat(e.id()).isEqualTo("provider-not-answering");
        assertThat(e.what()).contains("docker", "Cannot connect to the Docker daemon");
    }

    /** As docker's client says it, and since its version 29. */
    @ParameterizedTest
    @ValueSource(strings =
            {"Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        "failed to connect to the docker API at unix:///var/run/docker.sock; check if the path is correct and if "
                + "the daemon is running"})
    void joiningLab_withoutDocker_isPlanned(String said) throws IOException {
        Lab guests = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines: [{name: guest, address: 192.168.60.100}]
                """), Cidr.parse("192.168.57.0/24")).orThrow();

        assertThat(new DockerProvider(FakePrograms.failing(said), folder).model(ID, guests, guests.machines().get(0)))
                .containsEntry("container", ID.machine("guest"));
    }

    /** Fake: answers a command by the first of its words that it knows. */
    private static FakePrograms scripted(Map<String, String> answers) {
        return FakePrograms.printing(command -> command.words().stream().filter(answers::containsKey)
                .map(answers::get).findFirst()
                .orElseThrow(() -> new AssertionError("nobody said what " + command.words() + " answers")));
    }

    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void states_ofHangingProvider_failSoon(ProviderName name) {
        fails(() -> hanging(name).states(ID, cancellation), name);
    }

    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void resources_ofHangingProvider_failSoon(ProviderName name) {
        fails(() -> hanging(name).resources(cancellation), name);
        fails(() -> hanging(name).resources(ID, cancellation), name);
    }

    /** The advice is about that provider, not the host's usual one. */
    private void fails(Runnable question, ProviderName name) {
        LabException e = failure(question::run);
        assertThat(e.id()).isEqualTo("provider-not-answering");
        assertThat(e.what()).contains("did not answer within 30 s");
        assertThat(e.advice()).contains("`hybridlab doctor --provider %s`".formatted(name.id()));
        assertThat(commands).isNotEmpty().extracting(Command::timeout)
                .allSatisfy(timeout -> assertThat(timeout).isLessThanOrEqualTo(LONGEST));
    }

    private Provider hanging(ProviderName name) {
        Processes hanging = (command, lines, ignored) -> {
            commands.add(command);
            throw LabException.labFailed("timed-out", command.words().get(0) + " did not end in time.", "");
        };
        return new Providers(hanging, folder, false).of(name);
    }
}
