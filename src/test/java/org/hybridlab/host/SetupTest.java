package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.DaemonControl.LibvirtdSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetupTest {
    private static final OperatingSystem DEBIAN = OperatingSystem.linux("ID=debian");
    private static final String NO_BUS =
            "error: internal error: Unable to get system bus connection: Could not connect: "
            + "No such file or directory";
    private static final String BRIDGE_FILTER = "proc/sys/net/bridge/bridge-nf-call-iptables";
    private final List<String> asked = new ArrayList<>();
    @TempDir
    private Path root;
    private FakeHost host;
    private boolean agrees = true;

    @BeforeEach
    void aHostWithItsLimitsRaised() throws IOException {
        host = new FakeHost(root).write("proc/sys/fs/inotify/max_user_instances", "8192\n")
                .write(BRIDGE_FILTER, "1\n").write("proc/sys/kernel/osrelease", "6.8.0-51-generic\n")
                .answer("{{.KernelVersion}}", 0, "6.8.0-51-generic\n");
    }

    @Test
    void readyHost_isUntouched_andNobodyIsAsked() {
        host.with("vagrant", "ssh", "docker", "dockerd");

        assertThat(setup(DEBIAN, "root").makeReady(ProviderName.DOCKER))
                .noneMatch(Requirement::isMissing);
        assertThat(host.changes()).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void missingPrograms_afterOneQuestion_areInstalledTogether() {
        host.with("vagrant").effect("apt-get install", () -> host.with("ssh", "docker", "dockerd"));

        setup(DEBIAN, "lea").makeReady(ProviderName.DOCKER);

        assertThat(asked).singleElement().asString()
                .contains("install openssh-client docker.io docker-cli iptables acl").doesNotContain("vagrant");
        assertThat(host.changes()).last().asString()
                .startsWith("sudo -n env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get")
                .endsWith("install -y --no-remove --no-install-recommends openssh-client docker.io docker-cli iptables "
                        + "acl");
    }

    /** There docker.io has the client; one name that apt does not know, and it installs nothing. */
    @Test
    void dockerClient_withoutPackage_isLeftOut() {
        host.with("vagrant").lacking("docker-cli")
                .effect("apt-get install", () -> host.with("ssh", "docker", "dockerd"));

        setup(DEBIAN, "root").makeReady(ProviderName.DOCKER);

        assertThat(asked).singleElement().asString().contains("docker.io iptables acl and");
        assertThat(host.changes()).last().asString().endsWith("openssh-client docker.io iptables acl");
        assertThat(installer(DEBIAN, "root").byHand(Software.DOCKER.debian())).endsWith("docker.io iptables acl");
    }

    /** docker.io conflicts with docker-ce-cli, on which Docker Desktop depends. */
    @Test
    void packages_thatReplaceOthers_areNotInstalled() {
        host.with("vagrant", "ssh").answer("--no-remove", 100, """
                The following packages will be REMOVED:
                  docker-ce-cli docker-desktop
                E: Packages need to be removed but remove is disabled.
                """);

        LabException failure = failure(() -> setup(DEBIAN, "lea").makeReady(ProviderName.DOCKER));
        assertThat(failure.id()).isEqualTo("packages-not-installed");
        assertThat(failure.what()).contains("would remove other packages");
        assertThat(failure.why().orElseThrow()).contains("docker-ce-cli docker-desktop");
        assertThat(failure.advice()).contains("without --no-remove: sudo apt-get install");
        assertThat(host.changes()).last().asString().contains(" LC_ALL=C ");
    }

    @Test
    void wantedPrograms_whereMissing_areInstalled() {
        host.with("mmdebstrap");

        setup(DEBIAN, "root").install(Set.of(Software.MMDEBSTRAP, Software.GO));

        assertThat(asked).singleElement().asString().contains("golang-go").doesNotContain("mmdebstrap");
    }

    /** As on Ubuntu since 24.04: the rest is installed, and the person is told about Vagrant. */
    @Test
    void vagrant_unknownToApt_isForPeople() {
        host.lacking("vagrant").effect("--no-install-recommends", () -> host.with("ssh", "docker", "dockerd"));

        LabException failure = failure(() -> setup(DEBIAN, "root").makeReady(ProviderName.DOCKER));
        assertThat(failure.id()).isEqualTo("host-not-ready");
        assertThat(failure.what()).contains("do not have vagrant.");
        assertThat(failure.advice()).contains("Install Vagrant from its makers").doesNotContain("apt-get");
        assertThat(host.changes()).last().asString()
                .endsWith("--no-install-recommends openssh-client docker.io docker-cli iptables acl");

        host.with("vagrant");
        assertThat(setup(DEBIAN, "root").makeReady(ProviderName.DOCKER)).noneMatch(Requirement::isMissing);
    }

    @Test
    void plugin_unknownToApt_isForPeople() {
        host.with("vagrant", "ssh", "virsh", "qemu-system-x86_64", "libvirtd", "virtlogd").lacking("vagrant-libvirt");

        assertThatThrownBy(() -> setup(DEBIAN, "root").makeReady(ProviderName.LIBVIRT))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.advice())
                        .contains("vagrant plugin install vagrant-libvirt"));
    }

    /** It comes with the same packages as libvirt, which are missing here. */
    @Test
    void plugin_thatAPersonInstalled_stopsNothing() {
        host.with("vagrant", "ssh").lacking("vagrant-libvirt")
                .write("home/lea/.vagrant.d/plugins.json", "{\"installed\": {\"vagrant-libvirt\": {}}}")
                .effect("--no-install-recommends",
                        () -> host.with("virsh", "qemu-system-x86_64", "libvirtd", "virtlogd"));

        assertThat(setup(DEBIAN, "root").makeReady(ProviderName.LIBVIRT)).noneMatch(Requirement::isMissing);
    }

    @Test
    void wantedProgram_unknownToApt_isForPeople() {
        host.lacking("vagrant");

        assertThat(failure(() -> setup(DEBIAN, "root").install(Set.of(Software.VAGRANT))).advice())
                .contains("Install Vagrant from its makers");
        assertThat(host.changes()).noneMatch(line -> line.contains("install"));
    }

    /** Old lists tell nothing, and apt itself says what it lacks. */
    @Test
    void packages_thatCouldNotBeListed_areTried() {
        host.with("ssh", "docker", "dockerd").withoutLists().lacking("vagrant")
                .answer("apt-get -q update", 100, "Err:1");

        assertThat(failure(() -> setup(DEBIAN, "root").makeReady(ProviderName.DOCKER)).id())
                .isEqualTo("packages-not-installed");
    }

    /** apt-get update fails for a source of others, and has the lists of the distribution all the same. */
    @Test
    void vagrant_besideABrokenSource_isForPeople() {
        host.with("ssh", "docker", "dockerd").lacking("vagrant").answer("apt-get -q update", 100, "Err:1");

        assertThat(failure(() -> setup(DEBIAN, "root").makeReady(ProviderName.DOCKER)).advice())
                .contains("Install Vagrant from its makers");
    }

    @Test
    void nothingHappensWithoutConsent() {
        agrees = false;

        assertThatThrownBy(() -> setup(DEBIAN, "root").makeReady(ProviderName.DOCKER))
                .isInstanceOf(LabException.class);
        assertThat(host.changes()).isEmpty();
    }

    @Test
    void elsewhereTheCommandIsToldAndNotRun() {
        assertThatThrownBy(() -> setup(OperatingSystem.linux("ID=fedora"), "lea")
                .makeReady(ProviderName.DOCKER))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.advice())
                        .contains("sudo dnf install -y vagrant openssh-clients moby-engine"));
        assertThat(host.changes()).isEmpty();
    }

    /** One name that it does not know, and dnf installs nothing. */
    @Test
    void redHat_isAskedForItsOwnPackages() {
        assertThatThrownBy(() -> setup(OperatingSystem.linux("ID=rhel\nID_LIKE=\"fedora\""), "lea")
                .makeReady(ProviderName.LIBVIRT))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.advice())
                        .contains("sudo dnf install -y openssh-clients libvirt qemu-kvm edk2-ovmf\n",
                        "Install vagrant from its makers"));
    }

    @Test
    void program_unknownToPackageManager_isNamed() {
        host.with("vagrant", "ssh");

        assertThatThrownBy(() -> setup(DEBIAN, "lea").makeReady(ProviderName.VIRTUALBOX))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.advice())
                        .contains("Install VirtualBox from its makers").contains("firmware"));
    }

    @Test
    void kernelLimit_afterAQuestion_isRaised() {
        host.with("vagrant", "ssh", "docker", "dockerd").write("proc/sys/fs/inotify/max_user_instances", "128\n")
                .effect("echo \"$0\" > \"$1\" 1024", () -> host.write("proc/sys/fs/inotify/max_user_instances",
                        "1024\n"));

        setup(DEBIAN, "root").makeReady(ProviderName.DOCKER);

        assertThat(asked).singleElement().asString().contains("fs.inotify.max_user_instances to 1024");
    }

    /** From nothing to a host that is ready takes one thing after the other. */
    @Test
    void bridgeFilter_afterDocker_isLoadedForGood() throws IOException {
        Files.delete(root.resolve(BRIDGE_FILTER));
        host.answer("docker version", 1, "Cannot connect to the Docker daemon")
                .effect("apt-get install", () -> host.with("vagrant", "ssh", "docker", "dockerd"))
                .effect("setsid", () -> host.answer("docker version", 1, "permission denied").write("run/docker.pid",
                        ProcessHandle.current().pid() + "\n"))
                .effect("setfacl", () -> host.answer("docker version", 0, "28.2.2"))
                .effect("modprobe", () -> host.write(BRIDGE_FILTER, "1\n"));

        setup(DEBIAN, "lea").makeReady(ProviderName.DOCKER);

        assertThat(asked).last().isEqualTo("load the kernel module br_netfilter, now and at each boot");
        assertThat(host.changes()).filteredOn(line -> line.contains("modprobe")).singleElement().asString()
                .startsWith("sudo -n sh -c modprobe").endsWith("br_netfilter /etc/modules-load.d/hybridlab.conf");
    }

    @Test
    void user_withoutDockerRights_isLetIn() {
        host.with("vagrant", "ssh", "docker", "dockerd")
                .answer("docker version", 1, "permission denied while trying to connect")
                .effect("setfacl", () -> host.answer("docker version", 0, "20.10"));

        setup(DEBIAN, "lea").makeReady(ProviderName.DOCKER);

        assertThat(asked).singleElement().asString().contains("can become root");
        assertThat(host.changes()).containsExactly("sudo -n usermod -aG docker lea",
                "sudo -n setfacl -m u:lea:rw /var/run/docker.sock");
    }

    @Test
    void daemon_withoutSystemd_isStartedAndRecorded() {
        long pid = ProcessHandle.current().pid();
        host.with("vagrant", "ssh", "docker", "dockerd")
                .answer("docker version", 1, "Cannot connect to the Docker daemon")
                .effect("setsid", () -> host.answer("docker version", 0, "20.10").write("run/docker.pid", pid + "\n"));

        setup(DEBIAN, "root").makeReady(ProviderName.DOCKER);

        assertThat(asked).isEmpty();
        assertThat(new StartedDaemons(folders()).running()).singleElement().satisfies(daemon -> {
            assertThat(daemon.program()).isEqualTo("dockerd");
            assertThat(daemon.pid()).isEqualTo(pid);
        });
    }

    @Test
    void daemon_thatHangs_isAwaitedOnly() {
        AtomicInteger asked = new AtomicInteger();
        host.with("vagrant", "ssh", "docker", "dockerd").effect("docker version", () -> {
            if (asked.incrementAndGet() < 3) {
                throw LabException.labFailed("timed-out", "docker did not end within 20 s.", "");
            }
        });

        setup(DEBIAN, "root").makeReady(ProviderName.DOCKER);

        assertThat(host.changes()).isEmpty();
    }

    @Test
    void daemon_withAnError_isQuoted() {
        host.with("vagrant", "ssh", "docker", "dockerd").answer("docker version", 1, "client version 1.41 is too old");

        LabException failure = failure(() -> setup(DEBIAN, "root").makeReady(ProviderName.DOCKER));
        assertThat(failure.id()).isEqualTo("host-not-ready");
        assertThat(failure.why().orElseThrow()).contains("client version 1.41 is too old");
        assertThat(host.changes()).isEmpty();
    }

    /** It was to be stopped with the last lab, had it been noted as started here. */
    @Test
    void daemon_thatRunsAlready_isAwaitedOnly() {
        AtomicInteger asked = new AtomicInteger();
        host.with("vagrant", "ssh", "docker", "dockerd").write("run/docker.pid", "4711\n")
                .write("proc/4711/comm", "dockerd\n").answer("docker version", 1, "Cannot connect to the Docker daemon")
                .effect("docker version", () -> {
                    if (asked.incrementAndGet() > 3) {
                        host.answer("docker version", 0, "20.10");
                    }
                });

        setup(DEBIAN, "root").makeReady(ProviderName.DOCKER);

        assertThat(host.changes()).noneMatch(line -> line.contains("setsid"));
        assertThat(new StartedDaemons(folders()).running()).isEmpty();
    }

    @Test
    void aClientWithoutItsDaemonGetsTheDaemon() {
        host.with("vagrant", "ssh", "docker").answer("docker version", 1, "Cannot connect to the Docker daemon")
                .effect("apt-get install", () -> host.with("dockerd").answer("docker version", 0, "20.10"));

        setup(DEBIAN, "root").makeReady(ProviderName.DOCKER);

        assertThat(asked).singleElement().asString().contains("install docker.io");
    }

    @Test
    void libvirtd_onProcessorWithoutKvm_seesNoNode() {
        host.with("vagrant", "ssh", "virsh", "qemu-system-x86_64", "libvirtd", "virtlogd").write("dev/kvm", "")
                .answer("virsh --connect", 1, "Failed to connect socket to '/run/libvirt/libvirt-sock': No such file")
                .write("usr/share/vagrant-plugins/plugins.d/vagrant-libvirt.json", "{}")
                .effect("virtlogd", () -> host.write("run/virtlogd.pid", ProcessHandle.current().pid() + "\n"))
                .effect("libvirtd", () -> host.answer("virsh --connect", 0, "qemu:///system")
                        .write("run/libvirtd.pid", ProcessHandle.current().pid() + "\n"));

        setup(DEBIAN, "root").makeReady(ProviderName.LIBVIRT);

        assertThat(host.changes()).filteredOn(line -> line.contains("libvirtd") && line.contains("setsid"))
                .singleElement().asString().contains("mount --bind /mnt/kvm /dev/kvm");
        assertThat(new StartedDaemons(folders()).running()).extracting(StartedDaemons.Started::program)
                .containsExactly("virtlogd", "libvirtd");
    }

    @Test
    void libvirtd_withoutSystemBus_admitsGroupBySocket() {
        libvirt();

        setup(DEBIAN, "lea").makeReady(ProviderName.LIBVIRT);

        assertThat(host.changes()).anySatisfy(line -> assertThat(line).startsWith("sudo -n sh -c")
                .contains("unix_sock_group = \"libvirt\"", "unix_sock_rw_perms = \"0770\"", "auth_unix_rw = \"none\"",
                        "/run/hybridlab/libvirtd.conf"));
        assertThat(host.changes()).filteredOn(line -> line.contains("setsid") && line.contains("libvirtd"))
                .singleElement().asString().endsWith("libvirtd.log --config /run/hybridlab/libvirtd.conf");
        assertThat(host.changes()).contains("sudo -n usermod -aG libvirt lea");
    }

    @Test
    void libvirtd_withSystemBus_asksAsConfigured() {
        libvirt().write("run/dbus/system_bus_socket", "");
        setup(DEBIAN, "lea").makeReady(ProviderName.LIBVIRT);
        assertThat(host.changes()).noneMatch(line -> line.contains("libvirtd.conf"));

        assertThat(LibvirtdSettings.areNeeded(new FakeHost(root.resolve("sasl"))
                .write("etc/libvirt/libvirtd.conf", "#x\nauth_unix_rw = \"sasl\"\n").files())).isFalse();
        assertThat(LibvirtdSettings.areNeeded(new FakeHost(root.resolve("plain"))
                .write("etc/libvirt/libvirtd.conf", "#auth_unix_rw = \"polkit\"\n").files())).isTrue();
    }

    /** It used to be started once more, and waited for until the time was over. */
    @Test
    void libvirtd_withoutSystemBus_isNamedAtOnce() {
        libvirt().answer("virsh --connect", 1, NO_BUS);

        assertThatThrownBy(() -> setup(DEBIAN, "lea").makeReady(ProviderName.LIBVIRT))
                .isInstanceOfSatisfying(LabException.class, failure -> assertThat(failure.advice())
                        .contains("without a system bus nobody reaches polkit", "service dbus start"));
        assertThat(host.changes()).noneMatch(line -> line.contains("setsid"));
    }

    @Test
    void daemon_thatRefusesAll_isNamedAtOnce() {
        libvirt().effect("libvirtd.conf", () -> host.answer("virsh --connect", 1, NO_BUS));

        LabException failure = failure(() -> setup(DEBIAN, "lea").makeReady(ProviderName.LIBVIRT));
        assertThat(failure.id()).isEqualTo("daemon-not-started");
        assertThat(failure.what()).contains("system bus");
        assertThat(new StartedDaemons(folders()).running()).extracting(StartedDaemons.Started::program)
                .containsExactly("virtlogd", "libvirtd");
    }

    /** As virsh says it under systemd, where polkit answers. */
    @Test
    void user_refusedByPolkit_joinsTheGroup() {
        libvirt().answer("virsh --connect", 1, "error: authentication unavailable: no polkit agent "
                + "available to authenticate action 'org.libvirt.unix.manage'")
                .effect("usermod", () -> host.answer("virsh --connect", 0, "qemu:///system"));

        setup(DEBIAN, "lea").makeReady(ProviderName.LIBVIRT);

        assertThat(host.changes()).contains("sudo -n usermod -aG libvirt lea")
                .noneMatch(line -> line.contains("setsid"));
    }

    /**
     * A host with libvirt installed and not started, which lets root in alone until the socket's list says otherwise.
     */
    private FakeHost libvirt() {
        String pid = ProcessHandle.current().pid() + "\n";
        return host.with("vagrant", "ssh", "virsh", "qemu-system-x86_64", "libvirtd", "virtlogd")
                .write("usr/share/vagrant-plugins/plugins.d/vagrant-libvirt.json", "{}")
                .answer("virsh --connect", 1,
                "Failed to connect socket to '/var/run/libvirt/libvirt-sock': No such file")
                .effect("virtlogd", () -> host.write("run/virtlogd.pid", pid))
                .effect("setsid", () -> host.write("run/libvirtd.pid", pid))
                .effect("libvirtd.log", () -> host.answer("virsh --connect", 1, "libvirt-sock': Permission denied"))
                .effect("setfacl", () -> host.answer("virsh --connect", 0, "qemu:///system"));
    }

    private Setup setup(OperatingSystem system, String user) {
        HostFacts facts = new HostFacts(system, 2, 8000, 8000, 100_000, false, false, List.of(), List.of(), user);
        Elevation elevation = new Elevation(user.equals("root"), false);
        PackageManager manager = PackageManager.of(system);
        Cancellation cancellation = new Cancellation();
        return new Setup(new Doctor(facts, host.files(), host, Path.of("/home/lea/.vagrant.d"), false), manager,
                installer(system, user),
                new DaemonControl(facts, host.files(), elevation, host, cancellation, folders()), this::consent,
                new Setup.Listener() {
                    @Override
                    public void begins(String what) {
                    }

                    @Override
                    public void line(String line) {
                    }
                });
    }

    private PackageInstaller installer(OperatingSystem system, String user) {
        return new PackageInstaller(PackageManager.of(system), new Elevation(user.equals("root"), false), host,
                new Cancellation(), root.resolve("setup.log"));
    }

    private UserFolders folders() {
        return UserFolders.of(Map.of(), root.resolve("home"));
    }

    private void consent(List<String> deeds, List<String> byHand) {
        if (!agrees) {
            throw LabException.hostNotReady("host-not-ready", "no", "no");
        }
        asked.addAll(deeds);
    }
}
