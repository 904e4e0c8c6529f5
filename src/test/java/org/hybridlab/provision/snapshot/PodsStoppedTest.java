package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which pods may run on, as this host's shell judges it by folders in place of processes. The rest of the script ends
 * whatever is not to run on, which no test does on a host.
 */
class PodsStoppedTest {
    private static final String UID = "3f1c0c5e-1111-2222-3333-444455556666";
    private static final String PLACE = "0::/kubepods/burstable/pod" + UID + "/";
    private static final String STAT = "%s (coredns) %s 1 1 1 0 -1 4194560 1 0 0 0 9 9 0 0 20 0 9 0 %d 99 99\n";
    private static final long STARTED = 4711;

    @TempDir
    private Path root;
    private Path volumes;
    private Path upper;
    private String may = "0 " + UID + " 1";

    @BeforeEach
    void aPod() throws IOException {
        upper = Files.createDirectories(root.resolve("containerd/7/fs"));
        Files.writeString(upper.resolve("own"), "x");
        process("12", "coredns", PLACE + "1ab", "S");
        process("11", "pause", PLACE + "2ab", "S");
        process("9", "kube-proxy", PLACE.replace("3f1c", "4f1c") + "3ab", "S");
        Path pod = root.resolve("kubelet/pods/" + UID);
        volumes = pod.resolve("volumes");
        Files.createDirectories(volumes.resolve("kubernetes.io~configmap/config-volume"));
        Files.createDirectories(volumes.resolve("kubernetes.io~projected/kube-api-access-x7k2p"));
        Files.createDirectories(volumes.resolve("kubernetes.io~projected/settings"));
        Files.writeString(volumes.resolve("kubernetes.io~configmap/config-volume/Corefile"), ".:53");
        Files.writeString(pod.resolve("etc-hosts"), "127.0.0.1 localhost");
    }

    private void process(String id, String name, String place, String state) throws IOException {
        Path folder = Files.createDirectories(root.resolve("proc/" + id));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("cgroup"), place + "\n");
        Files.writeString(folder.resolve("stat"), STAT.formatted(id, state, STARTED));
        Files.writeString(Files.createDirectories(folder.resolve("root/etc")).resolve("resolv.conf"), "nameserver");
        Files.writeString(folder.resolve("mountinfo"), """
                1 2 0:50 / / rw,relatime master:9 - overlay overlay rw,lowerdir=/low,upperdir=%s,workdir=/work
                3 1 0:51 / /proc rw - proc proc rw
                4 1 0:52 / /data rw - overlay overlay rw,lowerdir=/low,upperdir=/none,workdir=/work
                """.formatted(upper));
    }

    @Test
    void unchangedPod_runsOn() throws IOException {
        assertThat(runsOn(newest())).isTrue();
    }

    /** As systemd writes it. */
    @Test
    void uidWithUnderlines_isTheSame() throws IOException {
        for (String id : new String[] {"11", "12"}) {
            Files.writeString(root.resolve("proc/" + id + "/cgroup"), "0::/kubepods.slice/kubepods-pod"
                    + UID.replace('-', '_') + ".slice/cri-1ab.scope\n");
        }
        assertThat(runsOn(newest())).isTrue();
    }

    @Test
    void changedFile_stopsIt() throws IOException {
        for (Path changed : new Path[] {volumes.resolve("kubernetes.io~configmap/config-volume/Corefile"),
                volumes.resolve("kubernetes.io~projected/settings/Corefile"), upper.resolve("own"),
                root.resolve("proc/12/root/etc/resolv.conf"), volumes.resolveSibling("etc-hosts")}) {
            Instant since = newest();
            change(changed, since);
            assertThat(runsOn(since)).as("%s", changed).isFalse();
        }
    }

    @Test
    void renewedToken_isNoChange() throws IOException {
        Instant since = newest();
        change(volumes.resolve("kubernetes.io~projected/kube-api-access-x7k2p/token"), since);
        assertThat(runsOn(since)).isTrue();
    }

    @Test
    void volumeWithData_stopsIt() throws IOException {
        Files.createDirectories(volumes.resolve("kubernetes.io~empty-dir"));
        assertThat(runsOn(newest())).isFalse();
    }

    @Test
    void podWithoutVolumes_stops() throws IOException {
        Files.move(volumes, volumes.resolveSibling("elsewhere"));
        assertThat(runsOn(newest())).isFalse();
    }

    @Test
    void podThatMayNot_stops() throws IOException {
        may = "0 1";
        assertThat(runsOn(newest())).isFalse();
    }

    @Test
    void filesThatAreNotFound_stopIt() throws IOException {
        Files.writeString(root.resolve("proc/12/mountinfo"), "1 2 0:50 / / rw - ext4 /dev/sda rw\n");
        assertThat(runsOn(newest())).isFalse();
    }

    /** Somebody debugs in the pod. */
    @Test
    void anotherProcess_stopsIt() throws IOException {
        for (String name : new String[] {"sh", "coredns"}) {
            process("13", name, PLACE + "3ab", "S");
            assertThat(runsOn(newest())).as(name).isFalse();
        }
    }

    @Test
    void frozenProcess_stops() throws IOException {
        process("12", "coredns", PLACE + "1ab", "T");
        assertThat(runsOn(newest())).isFalse();
    }

    @Test
    void anotherProcessOfThatNumber_isNotIt() throws IOException {
        assertThat(runs("coredns 12 " + (STARTED + 1), newest())).isFalse();
    }

    @Test
    void processThatEnded_isNotIt() throws IOException {
        assertThat(runs("coredns 77 " + STARTED, newest())).isFalse();
    }

    /** An app may run an etcd of its own; only those that kubeadm made from files hold the keys. */
    @Test
    void etcdOfApps_isNotKept() throws IOException {
        process("12", "sleep", PLACE + "1ab", "S");
        String hash = "1508d3a686a769e82b25d8280f58b6b8";
        String other = "10f6af12388ac164ed7faa1f41cb6cfd";
        process("20", "etcd", "0::/kubepods/burstable/pod" + hash + "/4ab", "S");
        process("21", "kube-apiserver", "0::/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod" + other
                + ".slice/cri-containerd-5ab.scope", "S");
        process("22", "etcd", PLACE + "6ab", "S");
        process("23", "kube-apiserver", "0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod"
                + UID.replace('-', '_') + ".slice/cri-containerd-7ab.scope", "S");
        process("24", "etcd", "0::/system.slice/etcd.service", "S");
        process("25", "etcd", "9:name=systemd:/docker/8ab/kubepods/besteffort/pod" + UID + "/9ab", "S");

        assertThat(said(RunningState.PODS_SCRIPT + "set -eu\nfind_kept\necho $kept\n"))
                .isEqualTo(hash + " " + other);
        Files.writeString(root.resolve("proc/stat"), "btime 1000\n");
        String end = "done | sort";
        assertThat(said(RunningState.LOOK.substring(0, RunningState.LOOK.indexOf(end)) + end).lines()
                .filter(line -> line.startsWith("process "))).containsExactly(
                        "process etcd (20, started at 4711)", "process etcd (24, started at 4711)",
                        "process kube-apiserver (21, started at 4711)");
    }

    private boolean runsOn(Instant since) {
        return runs("coredns 12 " + STARTED, since);
    }

    /** When the newest of the files was last changed. */
    private Instant newest() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(PodsStoppedTest::changed).max(Comparator.naturalOrder()).orElseThrow();
        }
    }

    private static Instant changed(Path file) {
        return unchecked(() -> ((FileTime) Files.getAttribute(file, "unix:ctime")).toInstant());
    }

    /** The kernel stamps files by its tick, which may be that of the newest one still. */
    private static void change(Path file, Instant since) throws IOException {
        do {
            Files.writeString(file, "changed");
        } while (!changed(file).isAfter(since));
    }

    private boolean runs(String process, Instant since) {
        String said = said(RunningState.PODS_SCRIPT + """
                set -eu
                since=%d.%09d
                may='%s'
                if runs_on %s; then echo "$uid" | tr _ -; else echo no; fi
                """.formatted(since.getEpochSecond(), since.getNano(), may, process));
        assertThat(said).isIn(UID, "no");
        return said.equals(UID);
    }

    private String said(String script) {
        return new LocalProcesses().run(Command.of("sh", "-c", script.replace("/proc/", root + "/proc/").replace(
                "/var/lib/kubelet", root + "/kubelet")), new Cancellation())
                .orFail("script-failed", "The script failed.", "").stdout().strip();
    }
}
