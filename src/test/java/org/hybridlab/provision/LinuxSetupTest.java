package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.template.Templates;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.render.ClassicRenderingTest;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs ch18-classic/linux-setup.sh with stand-ins for every program that would change a machine or ask the internet, on
 * a folder that stands for the machine's files. It holds their order and arguments, and says nothing of 2020.
 */
class LinuxSetupTest {
    private static final List<String> PROGRAMS =
            List.of("apt-get", "apt-key", "apt-mark", "curl", "swapoff", "modprobe", "sysctl", "systemctl");
    private static final String APT = "apt-get -q -y -o DPkg::Lock::Timeout=600 ";

    @TempDir
    private Path root;

    @BeforeEach
    void machine() throws IOException {
        Files.createDirectories(root.resolve("etc/apt/sources.list.d"));
        Files.createDirectories(root.resolve("etc/systemd/system"));
        Files.writeString(root.resolve("etc/fstab"), "/dev/sda1 / ext4 defaults 0 1\n/swap.img none swap sw 0 0\n");
        Files.createDirectories(root.resolve("bin"));
        for (String program : PROGRAMS) {
            standIn(program, "echo \"%s $*\" >> '%s'".formatted(program, root.resolve("log")));
        }
    }

    @Test
    void dockerAndKubernetes_haveTheBooksSources() throws IOException {
        assertThat(run(Outside.direct()).ok()).isTrue();

        assertThat(Files.readAllLines(root.resolve("log"))).containsSubsequence(
                "swapoff -a",
                APT + "update",
                APT + "install apt-transport-https ca-certificates curl gnupg",
                "curl -fsSL https://download.docker.com/linux/ubuntu/gpg",
                APT + "update",
                APT + "install --allow-downgrades docker-ce=5:19.03.12~3-0~ubuntu-focal "
                        + "docker-ce-cli=5:19.03.12~3-0~ubuntu-focal containerd.io",
                APT + "install --allow-downgrades --allow-change-held-packages kubelet=1.18.5-00 kubeadm=1.18.5-00 "
                        + "kubectl=1.18.5-00",
                "apt-mark hold docker-ce docker-ce-cli kubelet kubeadm kubectl",
                "modprobe br_netfilter",
                "sysctl -q -w net.bridge.bridge-nf-call-iptables=1").doesNotContain("systemctl daemon-reload");
        assertThat(root.resolve("etc/apt/sources.list.d/docker.list")).hasContent(
                "deb [arch=amd64] https://download.docker.com/linux/ubuntu focal stable");
        assertThat(root.resolve("etc/apt/sources.list.d/kubernetes.list")).hasContent(
                "deb [arch=amd64] https://apt.kubernetes.io/ kubernetes-xenial main");
        assertThat(root.resolve("etc/fstab")).hasContent(
                "/dev/sda1 / ext4 defaults 0 1\n# /swap.img none swap sw 0 0");
        assertThat(root.resolve("ip.txt")).hasContent("192.168.57.12");
    }

    @Test
    void aSecondRunLeavesTheSameMachine() throws IOException {
        run(Outside.direct());
        String before = Files.readString(root.resolve("etc/fstab"));

        assertThat(run(Outside.direct()).ok()).isTrue();
        assertThat(root.resolve("etc/fstab")).hasContent(before);
    }

    /** As today: the repository of Kubernetes' packages answers 404. */
    @Test
    void itEndsWhereThePackagesAreGone() throws IOException {
        standIn("apt-get", "case \"$*\" in *update) [ ! -e '%s' ] || { echo 'no Release file' >&2; exit 100; } ;; esac"
                .formatted(root.resolve("etc/apt/sources.list.d/kubernetes.list")));

        Result result = run(Outside.direct());

        assertThat(result.exitCode()).isEqualTo(100);
        assertThat(result.stderr()).contains("no Release file");
        assertThat(root.resolve("log")).content().doesNotContain("apt-mark");
        assertThat(root.resolve("ip.txt")).doesNotExist();
    }

    @Test
    void docker_beforePulling_knowsTheProxy() throws IOException {
        run(new Outside(Optional.of("http://proxy.example:3128"), Optional.empty(), List.of(), Optional.empty(),
                Optional.empty(), Optional.empty()));

        assertThat(root.resolve("etc/systemd/system/docker.service.d/20-hybridlab-proxy.conf")).content()
                .contains("EnvironmentFile=-" + root + "/etc/hybridlab/proxy.env");
        assertThat(Files.readString(root.resolve("log"))).matches("(?s).*systemctl daemon-reload.*docker-ce=.*");
    }

    private void standIn(String program, String commands) throws IOException {
        Path file = Files.writeString(root.resolve("bin").resolve(program), "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private Result run(Outside outside) throws IOException {
        Lab lab = WindowsLabs.created(ClassicRenderingTest.LAB, ProviderName.VIRTUALBOX, root.resolve("w")).lab();
        String script = Templates.installed(Path.of("").toAbsolutePath()).render("ch18-classic/linux-setup.sh.ftl",
                Map.of("lab", Map.of("outside", outside), "machine", lab.machines().get(1)));
        Path file = Files.writeString(root.resolve("linux-setup.sh"),
                script.replace("/tmp/ip.txt", root + "/ip.txt").replace("/etc/", root + "/etc/"));
        return new LocalProcesses().run(Command.of("bash", file.toString())
                .env("PATH", root.resolve("bin") + ":" + System.getenv("PATH")), new Cancellation());
    }
}
