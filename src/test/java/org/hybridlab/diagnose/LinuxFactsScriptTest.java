package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.hybridlab.config.model.Os;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the script says of a machine whose files lie in a folder. */
@EnabledOnOs(OS.LINUX)
class LinuxFactsScriptTest {
    private static final String SCRIPT = LogSources.read(Path.of("")).of(Os.LINUX).stream()
            .filter(source -> source.form() == LogSource.Form.SCRIPT).findFirst().orElseThrow().what();
    private static final String FLAGS = "var/lib/kubelet/kubeadm-flags.env";
    private static final String DEFAULTS = "etc/default/kubelet";

    @TempDir
    private Path root;

    @BeforeEach
    void joinedMachine() throws IOException {
        write("etc/kubernetes/hybridlab-joined", "");
        write("var/lib/kubelet/config.yaml", "");
    }

    /** The unit gives the kubelet both files in this order, and the last word counts. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--node-ip=10.0.0.7                      |                                | ",
        "--node-ip=10.0.2.15                     | --node-ip=10.0.0.7             | ",
        "--node-ip=10.0.2.15 --node-ip=10.0.0.7  | --v=2                          | ",
        "--v=2                                   |                                | missing",
        "--node-ip=10.0.0.77                     |                                | 10.0.0.77",
        "--node-ip=10.0.0.7                      | --node-ip=10.0.2.15            | 10.0.2.15"})
    void nodeIp_isThatOfTheLastFlag(String flags, String defaults, String said) throws Exception {
        write(FLAGS, "KUBELET_KUBEADM_ARGS=\"" + flags + "\"\n");
        write(DEFAULTS, "# KUBELET_EXTRA_ARGS=--node-ip=10.9.9.9\nKUBELET_EXTRA_ARGS="
                + (defaults == null ? "" : defaults) + "\n");

        assertThat(told("kubelet's node-ip")).isEqualTo(said == null ? List.of()
                : List.of("kubelet's node-ip " + said + ", expected 10.0.0.7"));
    }

    @Test
    void cureOfNodeIp_reachesBothFiles() throws Exception {
        write(FLAGS, "KUBELET_KUBEADM_ARGS=\"--v=2 --node-ip=10.0.2.15\"\n");
        write(DEFAULTS, "KUBELET_EXTRA_ARGS=--node-ip=10.0.2.15\n");
        Evidence facts = Evidence.of(EvidenceKind.MACHINE, "node", "facts", told("kubelet's node-ip"));
        String cure = Findings.in(List.of(facts), KnownFailures.read(Path.of("")), new Redactor(List.of()), "lab")
                .get(0).commands().get(0);

        run(cure.substring(cure.indexOf('\'') + 1, cure.lastIndexOf('\'')).replace("systemctl", ": "), "worker", "-");

        assertThat(told("kubelet's node-ip")).isEmpty();
        assertThat(Files.readString(root.resolve(FLAGS))).isEqualTo(
                "KUBELET_KUBEADM_ARGS=\"--node-ip=10.0.0.7 --v=2\"\n");
        assertThat(Files.readString(root.resolve(DEFAULTS))).isEqualTo("KUBELET_EXTRA_ARGS=\n");
    }

    /** Without them kubeadm writes no manifest, and `replace` makes only those again that joined. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "first | etc/hybridlab/kubeadm-init.yaml | ",
        "first | etc/other | ', nor settings of kubeadm init on the first control plane'",
        "-     | etc/other | ', nor settings of kubeadm init on node'"})
    void missingManifest_isToldWithMissingSettings(String rank, String present, String settings) throws Exception {
        write(present, "");
        assertThat(run(SCRIPT, "control-plane", rank)).as("after kubeadm reset").noneMatch(line ->
                line.startsWith("static pod "));
        write("etc/kubernetes/admin.conf", "");
        write("etc/kubernetes/pki/ca.crt", "");
        List<String> said = run(SCRIPT, "control-plane", rank);

        assertThat(said).contains("static pod kube-scheduler without manifest" + (settings == null ? "" : settings));
        assertThat(said.contains("first control plane without settings of kubeadm init"))
                .isEqualTo(rank.equals("first") && settings != null);
    }

    /** A static pod of a user may have an image that containerd knows by a longer name. */
    @Test
    void image_isMissedForKubeadmsManifestsOnly() throws Exception {
        program("systemctl", "echo active");
        program("ctr", "echo docker.io/library/nginx:latest; echo registry.k8s.io/kube-scheduler:v1.36.3");
        write("etc/kubernetes/manifests/web.yaml", "spec:\n  containers:\n    - image: nginx\n");
        write("etc/kubernetes/manifests/kube-scheduler.yaml",
                "    image: \"registry.k8s.io/kube-scheduler:v1.36.3\"\n");
        write("etc/kubernetes/manifests/etcd.yaml", "    image: registry.k8s.io/etcd:3.6.17-0 # newer\n");

        assertThat(told("image ")).containsExactly("image registry.k8s.io/etcd:3.6.17-0 missing");
    }

    /** Else what the kubelet said before somebody corrected the file would be told until its journal is old. */
    @ParameterizedTest
    @CsvSource({"Could not process manifest file, false", "Started kubelet, true"})
    void manifests_areReadUnlessKubeletComplains(String journal, boolean read) throws Exception {
        program("systemctl", "echo active");
        program("journalctl", "echo '\"" + journal + "\" err=\"x\"'");

        assertThat(told("manifests of static pods are read")).hasSize(read ? 1 : 0);
    }

    /** The first line with a name counts. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "127.0.0.1 localhost              |                   | ",
        "127.0.0.1 x localhost # control  | 1.2.3.4 control   | ",
        "127.0.0.1 localhost              | #1.2.3.4 control  | ",
        "127.0.0.1 localhost/fe80::1 node |                   | ",
        "127.0.0.1 localhost/1.2.3.4 web control |            | gives control the address 1.2.3.4, expected 10.0.0.6",
        "::1 localhost                    |                   | without 127.0.0.1 localhost"})
    void hostsFile_thatLeadsElsewhere_isTold(String above, String below, String said) throws Exception {
        write("etc/hosts", "%s\n# hybridlab begin\n10.0.0.6 control\n10.0.0.7 node\n# hybridlab end\n%s\n".formatted(
                above.replace('/', '\n'), below == null ? "" : below));

        assertThat(told("hosts file")).isEqualTo(said == null ? List.of() : List.of("hosts file " + said));
    }

    @Test
    void disks_areToldWithTheirFreeSpace() throws Exception {
        program("df", """
                case $1 in
                    -Pk) echo '/dev/vda 41152736 39152736 1048576 98% /';;
                    -Pi) echo '/dev/vda 2621440 2621340 100 100% /';;
                esac | sed '1 i Filesystem a b c d e'
                """);

        assertThat(told("disk ")).containsExactly("disk / 98%, 1024 MiB free");
        assertThat(told("inodes ")).containsExactly("inodes / 100%, 100 free");
    }

    /** Several of them lie on one disk, so that what is known of a disk is told once. */
    @Test
    void unknownSpace_isToldForEachFolder() throws Exception {
        program("df", "exit 1");

        assertThat(told("unknown: free space of ")).contains("unknown: free space of /",
                "unknown: free space of /run", "unknown: free space of /var/log");
    }

    private void program(String name, String does) {
        StubProgram.write(root.resolve("bin").resolve(name), does);
    }

    private List<String> told(String beginning) throws Exception {
        return run(SCRIPT, "worker", "-").stream().filter(line -> line.startsWith(beginning)).toList();
    }

    private List<String> run(String script, String role, String rank) throws Exception {
        ProcessBuilder words = new ProcessBuilder("sh", "-s", "--", "node", "10.0.0.7", role, "-", rank, "flannel",
                "/etc/cni/net.d/10-flannel.conflist", "/run/flannel/subnet.env", "FLANNEL-FWD")
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        words.environment().merge("PATH", root.resolve("bin").toString(), (path, first) -> first + ":" + path);
        Process shell = words.start();
        shell.getOutputStream().write(script.replace("/var/lib/kubelet/", root + "/var/lib/kubelet/")
                .replace("/etc/kubernetes/", root + "/etc/kubernetes/")
                .replace("/etc/hybridlab/", root + "/etc/hybridlab/").replace("/etc/hosts", root + "/etc/hosts")
                .replace("/etc/default/", root + "/etc/default/").getBytes());
        shell.getOutputStream().close();
        return new String(shell.getInputStream().readAllBytes()).lines().toList();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        writeFile(path, text);
    }
}
