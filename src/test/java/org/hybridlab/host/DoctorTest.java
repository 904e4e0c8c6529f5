package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code doctor} says of Windows machines, on made-up hosts. */
class DoctorTest {
    private static final String BOX = "home/lea/.vagrant.d/boxes/"
            + "gusztavvargadr-VAGRANTSLASH-windows-server-2022-standard-core/";

    @TempDir
    Path root;
    private long freeDiskMiB = 100_000;
    private OperatingSystem system = OperatingSystem.linux("ID=debian");

    @Test
    void uefi_missingOnLibvirt_isAWarning() {
        FakeHost host = new FakeHost(root).with("virsh", "qemu-system-x86_64");
        assertThat(one("ovmf", ProviderName.LIBVIRT, host)).satisfies(missing -> {
            assertThat(missing.state()).isEqualTo(Requirement.State.WARNING);
            assertThat(missing.found()).contains("/usr/share/OVMF/OVMF_CODE");
            assertThat(missing.remedy().toString()).contains("Install ovmf", "edk2-ovmf");
        });
        host.write("usr/share/OVMF/OVMF_CODE_4M.fd", "");
        assertThat(one("ovmf", ProviderName.LIBVIRT, host).state()).isEqualTo(Requirement.State.OK);
    }

    @Test
    void evaluationBox_here_showsAgeAndDays() throws IOException {
        FakeHost host = new FakeHost(root).write(BOX + "2601.0.0/virtualbox/box.xml", "");
        Files.setLastModifiedTime(root.resolve(BOX + "2601.0.0/virtualbox"),
                FileTime.from(Instant.now().minus(Duration.ofDays(41))));
        assertThat(boxes(ProviderName.VIRTUALBOX, host)).singleElement().satisfies(box -> {
            assertThat(box.state()).isEqualTo(Requirement.State.OK);
            assertThat(box.found()).contains("windows-server-2022-standard-core 2601.0.0, here for 41 days",
                    "180 days from its first start", "activated within 10");
        });
        assertThat(boxes(ProviderName.LIBVIRT, host)).isEmpty();
    }

    @Test
    void boxes_ofNewerVagrant_lieOneFolderDeeper() {
        FakeHost host = new FakeHost(root).write(BOX + "2601.0.0/amd64/libvirt/box.img", "");
        assertThat(boxes(ProviderName.LIBVIRT, host)).singleElement()
                .satisfies(box -> assertThat(box.found()).contains("here for 0 days"));
    }

    @Test
    void host_withoutSuchBoxes_hearsNoLicences() {
        assertThat(boxes(ProviderName.VIRTUALBOX, new FakeHost(root))).isEmpty();
    }

    @Test
    void program_thatFails_isMissingWithItsWords() {
        FakeHost host = new FakeHost(root).with("vagrant", "ssh").answer("vagrant --version", 1,
                "undefined symbol: rb_x (LoadError)\n  from gems.rb\n");
        assertThat(one("vagrant", ProviderName.DOCKER, host)).satisfies(vagrant -> {
            assertThat(vagrant.isMissing()).isTrue();
            assertThat(vagrant.found()).isEqualTo("`vagrant --version` fails: undefined symbol: rb_x (LoadError)");
            assertThat(vagrant.remedy().toString()).contains("Run `vagrant --version`", "install it again");
        });
        assertThat(one("ssh", ProviderName.DOCKER, host).found()).isEqualTo("1.0");
    }

    @Test
    void program_thatHangs_isMissing() {
        FakeHost host = new FakeHost(root).with("virsh").effect("virsh --version", () -> {
            throw LabException.labFailed("timed-out", "virsh did not end in time.", "");
        });
        assertThat(one("libvirt", ProviderName.LIBVIRT, host)).satisfies(virsh -> {
            assertThat(virsh.isMissing()).isTrue();
            assertThat(virsh.found()).contains("virsh did not end in time");
        });
    }

    @Test
    void virtualbox_withoutItsModule_isMissing() {
        FakeHost host = new FakeHost(root).with("VBoxManage").answer("VBoxManage --version", 0,
                "WARNING: The character device /dev/vboxdrv does not exist.\n\t Please install\n7.0.20r163906\n");
        assertThat(one("virtualbox", ProviderName.VIRTUALBOX, host)).satisfies(virtualbox -> {
            assertThat(virtualbox.isMissing()).isTrue();
            assertThat(virtualbox.found()).contains("/dev/vboxdrv");
            assertThat(virtualbox.remedy().toString()).contains("sudo modprobe vboxdrv", "/sbin/vboxconfig");
        });
    }

    /** PowerShell is on each Windows, Hyper-V is not. */
    @Test
    void hyperV_withoutItsService_isMissing() {
        FakeHost host = new FakeHost(root).with("powershell").answer("vmms", 0, "False\r\n");
        assertThat(one("hyperv", ProviderName.HYPERV, host).isMissing()).isTrue();
        host.answer("vmms", 0, "True\r\n");
        assertThat(one("hyperv", ProviderName.HYPERV, host).state()).isEqualTo(Requirement.State.OK);
        host.answer("vmms", 1, "");
        assertThat(one("hyperv", ProviderName.HYPERV, host).state()).isEqualTo(Requirement.State.WARNING);
    }

    @Test
    void disk_ofProvider_isJudgedIfSmaller() {
        FakeHost host = new FakeHost(root).with("docker").answer("{{.DockerRootDir}}", 0, "/data/docker\n")
                .write("data/docker/image", "").write("var/lib/libvirt/images/box.img", "");
        freeDiskMiB = Long.MAX_VALUE;
        assertThat(one("disk", ProviderName.DOCKER, host).found()).endsWith(" GiB free in /data/docker");
        assertThat(one("disk", ProviderName.LIBVIRT, host).found()).endsWith(" in /var/lib/libvirt/images");
        assertThat(one("disk", ProviderName.VIRTUALBOX, host).found()).endsWith(" in the current folder");
        freeDiskMiB = 0;
        assertThat(one("disk", ProviderName.DOCKER, host).found()).isEqualTo("0 GiB free in the current folder");
        freeDiskMiB = Long.MAX_VALUE;
        host.answer("{{.DockerRootDir}}", 1, "");
        assertThat(one("disk", ProviderName.DOCKER, host).found()).endsWith(" in the current folder");
    }

    /** Docker 27.3 and later does not load it, and flannel ends without it. */
    @Test
    void bridgeFilter_onlyOnDisk_isMissing() {
        FakeHost host = dockerOn("6.8.0-51-generic").write("lib/modules/6.8.0-51-generic/modules.dep",
                "kernel/net/bridge/br_netfilter.ko.zst:\n");
        assertThat(one("br-netfilter", ProviderName.DOCKER, host)).satisfies(filter -> {
            assertThat(filter.isMissing()).isTrue();
            assertThat(filter.found()).startsWith("not loaded");
            assertThat(filter.remedy().orElseThrow().action()).isEqualTo("load");
        });
        host.write("lib/modules/6.8.0-51-generic/modules.dep", "kernel/fs/overlayfs/overlay.ko.zst:\n");
        assertThat(one("br-netfilter", ProviderName.DOCKER, host).remedy().orElseThrow().what())
                .contains("Install the package");
    }

    @ParameterizedTest
    @ValueSource(strings = {"proc/sys/net/bridge/bridge-nf-call-iptables",
        "lib/modules/6.8.0-51-generic/modules.builtin"})
    void bridgeFilter_loadedOrBuiltIn_isThere(String file) {
        FakeHost host = dockerOn("6.8.0-51-generic").write(file, "kernel/net/bridge/br_netfilter.ko\n");
        assertThat(one("br-netfilter", ProviderName.DOCKER, host).found()).isEqualTo("loaded");
    }

    /** Docker Desktop has a kernel of its own, also on Linux. */
    @Test
    void bridgeFilter_ofAnotherKernel_isNotJudged() {
        assertThat(examine(ProviderName.DOCKER, dockerOn("6.10.14-linuxkit"))).noneMatch(
                one -> one.id().equals("br-netfilter"));
        system = new OperatingSystem(OperatingSystem.Family.MACOS, "macos", Set.of("macos"), "macOS 15");
        assertThat(examine(ProviderName.DOCKER, dockerOn("6.8.0-51-generic"))).noneMatch(
                one -> one.id().equals("br-netfilter"));
    }

    private FakeHost dockerOn(String kernel) {
        return new FakeHost(root).with("docker", "dockerd").write("proc/sys/kernel/osrelease", "6.8.0-51-generic\n")
                .answer("{{.KernelVersion}}", 0, kernel + "\n");
    }

    /** On a busy host it may run, and its client may not reach it at all. */
    @Test
    void daemon_thatHangs_doesNotCountAsStopped() {
        FakeHost host = new FakeHost(root).with("docker", "dockerd").effect("docker version", () -> {
            throw LabException.labFailed("timed-out", "docker did not end within 20 s.", "");
        });
        assertThat(one("dockerd", ProviderName.DOCKER, host)).satisfies(daemon -> {
            assertThat(daemon.isMissing()).isTrue();
            assertThat(daemon.found()).isEqualTo("did not answer within 20 s");
            assertThat(daemon.remedy().orElseThrow().action()).isEqualTo("wait");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "Error response from daemon: client version 1.41 is too old. Minimum supported API version is 1.44, please "
                + "upgrade your client to a newer version",
        "unable to resolve docker endpoint: context \"old\": context not found",
        "Cannot connect to the Docker daemon at tcp://192.0.2.7:2375. Is the docker daemon running?",
        "failed to connect to the docker API at tcp://192.0.2.7:2375: dial tcp 192.0.2.7:2375: i/o timeout",
        "error during connect: Get \"http://docker.example.com/v1.41/version\": command [ssh -- 192.0.2.7 docker "
                + "system dial-stdio] has exited with exit status 255, stderr=Permission denied (publickey)."})
    void daemon_withAnError_isQuoted(String said) {
        FakeHost host = new FakeHost(root).with("docker", "dockerd").answer("docker version", 1, said + "\n");
        assertThat(one("dockerd", ProviderName.DOCKER, host)).satisfies(daemon -> {
            assertThat(daemon.found()).isEqualTo("answers with an error: " + said);
            assertThat(daemon.remedy().orElseThrow()).isInstanceOf(Remedy.ByHand.class).asString()
                    .contains("DOCKER_HOST", "docker context ls");
        });
    }

    @Test
    void libvirtd_withAnError_isQuoted() {
        FakeHost host = new FakeHost(root).with("virsh", "libvirtd").answer("virsh --connect", 1,
                "error: failed to connect to the hypervisor\nerror: Cannot recv data: Connection reset by peer\n");
        assertThat(one("libvirtd", ProviderName.LIBVIRT, host).found()).isEqualTo("answers with an error: error: "
                + "failed to connect to the hypervisor error: Cannot recv data: Connection reset by peer");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?",
        "failed to connect to the docker API at unix:///var/run/docker.sock; check if the path is correct",
        "Cannot connect to the Docker daemon at unix:///run/docker.sock. Is the docker daemon running?",
        "error during connect: Get \"http://%2F%2F.%2Fpipe%2Fdocker_engine/v1.24/version\": open "
                + "//./pipe/docker_engine: The system cannot find the file specified."})
    void daemon_whoseSocketIsDead_doesNotRun(String said) {
        FakeHost host = new FakeHost(root).with("docker", "dockerd").answer("docker version", 1, said);
        assertThat(one("dockerd", ProviderName.DOCKER, host)).satisfies(daemon -> {
            assertThat(daemon.found()).isEqualTo("does not run");
            assertThat(daemon.remedy().orElseThrow()).isInstanceOf(Remedy.Start.class);
        });
    }

    /** A package with another daemon cures none of them, and may remove Docker Desktop. */
    @ParameterizedTest
    @ValueSource(strings = {
        "Cannot connect to the Docker daemon at unix:///home/lea/.docker/desktop/docker.sock. Is the docker daemon "
                + "running?",
        "failed to connect to the docker API at unix:///run/user/1000/docker.sock; check if the path is correct",
        "permission denied while trying to connect to the docker API at unix:///run/podman/podman.sock"})
    void daemon_ofAnotherSocket_isNotOurs(String said) {
        for (String[] programs : List.of(new String[] {"docker"}, new String[] {"docker", "dockerd"})) {
            FakeHost host = new FakeHost(root).with(programs).answer("docker version", 1, said + "\n");
            assertThat(one("dockerd", ProviderName.DOCKER, host)).satisfies(daemon -> {
                assertThat(daemon.found()).isEqualTo("your docker asks another: " + said);
                assertThat(daemon.remedy().orElseThrow()).isInstanceOf(Remedy.ByHand.class).asString()
                        .contains("docker context ls", "docker context use default");
            });
        }
    }

    @Test
    void desktop_ofMac_doesNotRun() {
        system = new OperatingSystem(OperatingSystem.Family.MACOS, "macos", Set.of("macos"), "macOS 15");
        FakeHost host = new FakeHost(root).with("docker").answer("docker version", 1, "Cannot connect to the Docker "
                + "daemon at unix:///Users/lea/.docker/run/docker.sock. Is the docker daemon running?\n");

        assertThat(one("dockerd", ProviderName.DOCKER, host).found()).isEqualTo("does not run");
    }

    /** RHEL and its kin keep it where no PATH points, and have no other. */
    @Test
    void qemu_ofRedHat_isFound() {
        FakeHost host = new FakeHost(root).with("virsh", "qemu-kvm").answer("/bin/qemu-kvm --version", 0,
                "QEMU emulator version 9.1.0 (qemu-kvm-9.1.0-15.el9)\n");
        assertThat(one("qemu", ProviderName.LIBVIRT, host)).satisfies(qemu -> {
            assertThat(qemu.state()).isEqualTo(Requirement.State.OK);
            assertThat(qemu.found()).contains("9.1.0-15.el9");
        });
        assertThat(HostFiles.ofThisHost(Map.of()).path()).contains(Path.of("/usr/libexec"));
    }

    @Test
    void plugin_inNoPackage_comesFromVagrant() {
        FakeHost host = new FakeHost(root).with("virsh");
        for (String id : List.of("ID=arch", "ID=rocky\nID_LIKE=\"rhel centos fedora\"")) {
            system = OperatingSystem.linux(id);
            assertThat(one("vagrant-libvirt", ProviderName.LIBVIRT, host).remedy().orElseThrow().what()).as(id)
                    .contains("vagrant plugin install vagrant-libvirt");
        }
        system = OperatingSystem.linux("ID=fedora");
        assertThat(one("vagrant-libvirt", ProviderName.LIBVIRT, host).remedy().orElseThrow())
                .isInstanceOf(Remedy.Install.class);
    }

    @Test
    void memory_ofMacOs_isNotCalledFree() {
        system = new OperatingSystem(OperatingSystem.Family.MACOS, "macos", Set.of("macos"), "macOS 15");
        assertThat(one("memory", ProviderName.VIRTUALBOX, new FakeHost(root)).found()).isEqualTo("16000 MiB");
        system = OperatingSystem.linux("ID=debian");
        assertThat(one("memory", ProviderName.VIRTUALBOX, new FakeHost(root)).found())
                .isEqualTo("16000 MiB, 12000 MiB of it free");
    }

    private List<Requirement> boxes(ProviderName provider, FakeHost host) {
        return examine(provider, host).stream().filter(one -> one.id().startsWith("evaluation-box:")).toList();
    }

    private Requirement one(String id, ProviderName provider, FakeHost host) {
        return examine(provider, host).stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    }

    private List<Requirement> examine(ProviderName provider, FakeHost host) {
        HostFacts facts = new HostFacts(system, 4, 16_000, 12_000, freeDiskMiB, true, true,
                List.of(), List.of(), "lea");
        return new Doctor(facts, host.files(), host, Path.of("/home/lea/.vagrant.d"), true).examine(provider);
    }
}
