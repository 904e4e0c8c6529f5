package org.hybridlab.provision.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.box.BoxLock;
import org.hybridlab.provision.box.MachineBox;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineIdentity;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines that an earlier run, or the host, left in a state that Vagrant does not expect. */
class MachineRunningTest {
    private static final String UUID = "5f0e7a11-1c2d-4e5f-8a9b-0c1d2e3f4a5b";
    /** As Ruby ends that Vagrant has not caught (bin/vagrant): nothing of it is machine-readable. */
    private static final String NO_LEASE = "/usr/lib/ruby/fog/core/wait_for.rb:12:in `wait_for': The specified "
            + "wait_for timeout (2 seconds) was exceeded (Fog::Errors::TimeoutError)\n\tfrom /usr/bin/vagrant\n";

    @TempDir
    private Path folder;
    private LabContext lab;
    private final QuietContext context = new QuietContext();
    private final List<String> ran = new CopyOnWriteArrayList<>();
    /** How calls of Vagrant end, one after the other: stdout and stderr of those that fail, blank for the others. */
    private final Deque<String> vagrantSays = new ArrayDeque<>();
    private volatile String state = "";
    private String interfaces = " vnet0   network   hl   e1000   52:54:00:00:00:01\n";

    /** It has its address by hand, so that DHCP knows nothing of it once its lease has ended. */
    @Test
    void knownMachine_withoutLease_isReached() throws IOException {
        has(ProviderName.LIBVIRT, "shut off");
        known();
        vagrantSays.add(NO_LEASE);

        run("win");

        assertThat(ran).contains("vagrant up").doesNotContain("vagrant ssh-config");
        assertThat(Files.readString(lab.workspace().sshConfig("win"))).contains("HostName " + machine("win").address(),
                "Port 22");
    }

    @Test
    void newMachine_withoutLease_isFailure() {
        has(ProviderName.LIBVIRT, "");
        vagrantSays.add(NO_LEASE);

        assertThat(failure(() -> run("win")).id()).isEqualTo("vagrant-no-address");
    }

    /** Its disk is there already. One that was lost gets a copy of the box again. */
    @Test
    void machineThere_startsWithoutLockOfBox() {
        has(ProviderName.LIBVIRT, "shut off");
        known();
        BoxLock box = new BoxLock(lab, MachineBox.of(lab, machine("node")));
        try (CacheLock ignored = box.hold("building it", new QuietContext())) {
            CompletableFuture.runAsync(() -> run("node"));
            await().until(() -> ran.contains("vagrant up") || isWaiting());
            assertThat(isWaiting()).isFalse();
            await().until(() -> state.equals("running"));

            ran.clear();
            state = "";
            CompletableFuture.runAsync(() -> run("node"));
            await().until(() -> ran.contains("vagrant up") || isWaiting());
            assertThat(isWaiting()).isTrue();
        }
        await().until(() -> ran.contains("vagrant up"));
    }

    private boolean isWaiting() {
        return context.lines().stream().anyMatch(line -> line.contains("waiting for it"));
    }

    /** Vagrant was interrupted after it had made the domain, and adds its adapter at no later call. */
    @Test
    void domain_withoutAdapter_isMadeAgain() {
        has(ProviderName.LIBVIRT, "shut off");
        interfaces = "\n";

        run("node");

        assertThat(ran).containsSubsequence("virsh domiflist", "virsh undefine", "vagrant up");
    }

    @Test
    void machine_thatMayHaveRun_stays() {
        has(ProviderName.LIBVIRT, "shut off");
        run("node");
        assertThat(ran).contains("vagrant up").doesNotContain("virsh undefine");

        ran.clear();
        state = "shut off";
        interfaces = "\n";
        run("node");
        assertThat(ran).contains("vagrant up").doesNotContain("virsh undefine");
    }

    /** Vagrant was interrupted after it had made the disk: it refuses to make another one of that name. */
    @Test
    void disk_withoutDomain_goesFirst() {
        has(ProviderName.LIBVIRT, "");
        vagrantSays.add("1,,error-exit,VagrantPlugins::ProviderLibvirt::Errors::DomainVolumeExists,exists\n");

        run("node");

        assertThat(ran).containsSubsequence("vagrant up", "vagrant destroy", "vagrant up");
    }

    /** Vagrant gives the second adapter its address after the boot, and never to a machine that runs. */
    @ParameterizedTest
    @ValueSource(strings = {"running", "paused"})
    void running_withoutItsAddress_bootsAgain(String word) {
        has(ProviderName.VIRTUALBOX, word);
        run("node");
        assertThat(ran).containsSubsequence("vagrant halt", "vagrant up");

        ran.clear();
        run("node");
        assertThat(ran).contains("vagrant up").doesNotContain("vagrant halt");
    }

    /** It sets itself up at its first boot, and gets its address from hybridlab. */
    @Test
    void windowsMachine_goesOn_withItsFirstBoot() {
        has(ProviderName.VIRTUALBOX, "running");

        run("win");

        assertThat(ran).doesNotContain("vagrant halt");
    }

    /** Hyper-V takes a while to know the address of a machine that goes on. */
    @Test
    void address_thatVagrantLearnsLate_isAwaited() {
        has(ProviderName.VIRTUALBOX, "paused");
        known();
        // The first is for the key.
        vagrantSays.addAll(List.of("1,,error-exit,Vagrant::Errors::SSHNotReady,not ready\n", "", ""));

        run("win");

        assertThat(ran.stream().filter("vagrant ssh-config"::equals)).hasSize(2);
    }

    @Test
    void otherFailure_isToldAtOnce() {
        has(ProviderName.VIRTUALBOX, "paused");
        known();
        vagrantSays.add("1,,error-exit,Vagrant::Errors::VagrantfileLoadError,broken\n");

        assertThat(failure(() -> run("win")).id()).isEqualTo("vagrant-vagrantfile-load-error");
    }

    private void has(ProviderName provider, String word) {
        state = word;
        lab = WindowsLabs.on(provider, """
                name: one
                kubernetes: 1.36
                machines:
                  - {name: control, role: control-plane}
                  - {name: node}
                  - {name: win, os: windows, memory: 4GiB}
                """, folder, new FakePrograms(this::answer));
        lab.workspace().create();
    }

    private void known() {
        lab.workspace().create();
        for (String name : List.of("node", "win")) {
            new MachineIdentity(lab.workspace(), name).remember(MachineState.of(state).identity(UUID));
        }
    }

    private Machine machine(String name) {
        return lab.lab().machine(name).orElseThrow();
    }

    private void run(String name) {
        lab.forgetStates();
        new MachineRunning(lab, machine(name)).run(context);
    }

    private Answer answer(Command command) {
        List<String> words = command.words();
        String program = words.contains("vagrant") ? "vagrant" : words.get(0);
        return switch (program) {
            case "vagrant" -> vagrant(words.get(1));
            case "virsh" -> Answer.printing(virsh(words.subList(4, words.size())));
            case "VBoxManage" -> Answer.printing(manage(words));
            // ssh, which is asked for the time of a machine that was frozen.
            default -> Answer.printing(Instant.now().getEpochSecond() + "\n");
        };
    }

    private Answer vagrant(String verb) {
        ran.add("vagrant " + verb);
        String failure = List.of("up", "ssh-config").contains(verb) && !vagrantSays.isEmpty() ? vagrantSays.poll() : "";
        if (verb.equals("halt")) {
            state = "shut off";
        } else if (verb.equals("up") && !failure.contains("error-exit")) {
            state = "running";
        }
        boolean ruby = failure.startsWith("/");
        String settings = "1,,ssh-config,Host win\\n  HostName 127.0.0.1\\n  Port 20011\n";
        return new Answer(failure.isEmpty() ? 0 : 1, failure.isEmpty() ? settings : ruby ? "" : failure,
                ruby ? failure : "");
    }

    private String virsh(List<String> words) {
        if (words.get(0).equals("domiflist")) {
            ran.add("virsh domiflist");
            return interfaces;
        }
        if (words.get(0).equals("undefine")) {
            ran.add("virsh undefine");
            state = "";
        }
        boolean listed = words.get(0).equals("list") && !state.isEmpty();
        return List.of("node", "win").stream().map(name -> lab.id().machine(name)).map(name -> !listed ? ""
                : words.contains("--uuid") ? " %s   %s\n".formatted(UUID, name)
                : " -   %s   %s\n".formatted(name, state)).reduce("", String::concat);
    }

    private String manage(List<String> words) {
        if (!words.contains("list")) {
            state = words.contains("resume") ? "running" : state;
            return "";
        }
        if (words.contains("--long")) {
            return "UUID:   %s\nState:  %s (since 2026-01-02)\n".formatted(UUID, state);
        }
        return List.of("node", "win").stream().map(name -> "\"%s\" {%s}\n".formatted(lab.id().machine(name), UUID))
                .reduce("", String::concat);
    }
}
