package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.guest.OpenSsh;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.KeysThroughMemory;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while a machine joins: what is secret and only for the join goes all the same. */
class InterruptedJoinTest {
    private static final String HYBRID = """
            name: one
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node}
              - {name: win, os: windows, memory: 4GiB}
            """;

    @TempDir
    private Path folder;
    private final QuietContext context = new QuietContext();
    private final List<String> toWindows = new ArrayList<>();
    private final List<String> toLinux = new ArrayList<>();
    private String names = "pki\r\n";
    private HealthyLab lab;
    private LabContext labContext;

    @BeforeEach
    void open() {
        lab = new HealthyLab(folder, HYBRID);
        labContext = new FakeParts(lab.labContext).processes(this::run).labContext();
    }

    @Test
    void windowsSecrets_ofInterruptedJoin_areRemoved() {
        assertThat(failure(() -> join("win")).isInterruption()).isTrue();

        assertThat(toWindows).containsSubsequence("join.ps1", "cmd /c del /q C:\\hybridlab\\secrets\\join.yaml",
                "cmd /c del /q C:\\hybridlab\\secrets\\discovery.yaml");
    }

    @Test
    void linuxSecrets_ofInterruptedJoin_areRemoved() {
        lab.empty("node");

        assertThat(failure(() -> join("node")).isInterruption()).isTrue();

        assertThat(lab.machines.files("node")).noneMatch(file -> file.endsWith("join.yaml")
                || file.endsWith("discovery.yaml"));
        assertThat(toLinux).last().asString().contains("rm -f /run/hybridlab/join.yaml /run/hybridlab/discovery.yaml");
    }

    /** As a hybridlab leaves them that was killed during a join which got through. */
    @Test
    void secretsLeftByKilledRun_areRemoved_later() {
        lab.machines.write("node", "/run/hybridlab/join.yaml", "token");
        names = "pki\r\nkubelet.conf\r\n";

        join("node");
        join("win");

        assertThat(lab.machines.files("node")).doesNotContain("run/hybridlab/join.yaml");
        assertThat(toWindows).contains("cmd /c del /q C:\\hybridlab\\secrets\\join.yaml");
    }

    /** It may join the machine a moment after it was seen that it has not joined. */
    @Test
    void earlierKubeadm_onWindows_isEndedFirst() {
        names = "pki\r\nkubelet.conf\r\n";

        join("win");

        String first = toWindows.get(0);
        assertThat(new String(Base64.getDecoder().decode(first.substring(first.lastIndexOf(' ') + 1)),
                StandardCharsets.UTF_16LE)).contains("Get-Process -Name 'kubeadm'").contains("Stop-Process -Force");
    }

    @Test
    void keys_ofInterruptedCopy_areRemoved() {
        Guest guest = new Guest(new OpenSsh(this::run, labContext.workspace(), "node"), context);

        assertThatThrownBy(() -> KeysThroughMemory.unpack("kubeadm join", guest)).isInstanceOf(LabException.class);
        assertThatThrownBy(() -> KeysThroughMemory.unpack("more", guest)).isInstanceOf(LabException.class);

        assertThat(toLinux).filteredOn(remote -> remote.endsWith("rm -f /run/hybridlab/cluster-keys")).hasSize(2);
    }

    private void join(String machine) {
        UpPlanner.plan(labContext).step("node-joined/" + machine).action().run(context);
    }

    /** The user's Ctrl-C comes while kubeadm works. */
    private Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
        cancellation.throwIfRequested();
        String remote = command.words().get(command.words().size() - 1);
        boolean windows = command.words().contains("win");
        if (command.words().get(0).equals("ssh")) {
            (windows ? toWindows : toLinux).add(remote.replaceFirst("^powershell .*/(\\w+\\.ps1)$", "$1"));
        }
        if (remote.contains("kubeadm join --config") || remote.contains("/join.ps1")
                || command.stdin().filter("kubeadm join"::equals).isPresent()) {
            context.cancellation().request();
            cancellation.throwIfRequested();
        }
        if (windows && remote.startsWith("cmd /c dir /b")) {
            return new Result(command, 0, names, "", Duration.ZERO);
        }
        return lab.machines.run(command, lines, cancellation);
    }
}
