package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Outside;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.StubProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs linux/install.sh.ftl on a folder that stands for a machine, with fakes of dpkg, dpkg-query, apt-get, systemctl
 * and ctr: they note how they were called, and read from files what is there.
 */
class InstallScriptTest {
    private static final List<String> IMAGES = List.of("registry.k8s.io/pause:3.10.2", "registry.k8s.io/etcd:3.6.16-0");

    /** As apt 2.7 is after a dpkg that was cut off; what was half unpacked it leaves so, and says nothing. */
    private static final String REFUSING_AFTER_CUT = """
            echo "apt-get $*" >> '%1$s/calls'
            case $* in
                *install*) if [ -e '%1$s/journal' ]; then
                        echo "E: dpkg was interrupted, you must manually run 'dpkg --configure -a'" >&2
                        exit 100
                    fi ;;
            esac""";

    @TempDir
    Path root;
    private int lockSeconds = 300;

    @BeforeEach
    void aStockMachine() throws IOException {
        Files.createDirectories(root.resolve("etc"));
        Files.createFile(root.resolve("calls"));
        Files.writeString(root.resolve("packages"), "iproute2\nprocps\nca-certificates\n");
        Files.createFile(root.resolve("images"));
        fake("dpkg-query", "case $* in *Eflag*) cat '%1$s/half' 2> /dev/null || true ;; "
                + "*) grep -qx \"$4\" '%1$s/packages' && printf installed ;; esac");
        fake("dpkg", "echo \"dpkg $*\" >> '%1$s/calls'; rm -f '%1$s/journal'");
        fake("apt-get", REFUSING_AFTER_CUT);
        fake("systemctl", "echo \"systemctl $*\" >> '%1$s/calls'");
        fake("ctr", "case $* in *import*) echo \"ctr $*\" >> '%1$s/calls' ;; *) cat '%1$s/images' ;; esac");
    }

    private String sums() {
        return "%s  %s/usr/local/bin/kubelet%n%s  %s/etc/default/kubelet%n".formatted(Sha256.of("kubelet 1.36"), root,
                Sha256.of("ARGS=\n"), root);
    }

    /** What hybridlab asks for first. */
    private List<String> missing() throws IOException {
        return must("missing", sums()).lines().toList();
    }

    @Test
    void machine_withoutKubernetes_asksForAllAndImages() throws IOException {
        assertThat(missing()).containsExactly(root + "/usr/local/bin/kubelet", root + "/etc/default/kubelet",
                "images.tar");
        assertThat(calls()).isEmpty();
    }

    /** An earlier run, for which this one waited, took the kit away with its sums: nothing was missing then. */
    @Test
    void missing_afterEarlierRunEnded_knowsItsSums() throws IOException {
        everythingIsThere();
        missing();
        must();
        write("usr/local/bin/kubelet", "kubelet 1.31");

        assertThat(missing()).containsExactly(root + "/usr/local/bin/kubelet");
    }

    @Test
    void whatIsThereInAnotherVersionIsMissing() throws IOException {
        write("usr/local/bin/kubelet", "kubelet 1.31");
        write("etc/default/kubelet", "ARGS=\n");
        Files.write(root.resolve("images"), IMAGES);

        assertThat(missing()).containsExactly(root + "/usr/local/bin/kubelet");
    }

    @Test
    void oneMissingImage_asksForTheImages() throws IOException {
        everythingIsThere();
        Files.writeString(root.resolve("images"), IMAGES.get(0) + "\n");

        assertThat(missing()).containsExactly("images.tar");
    }

    @Test
    void whatWasBroughtIsInstalledAndStarted() throws IOException {
        missing();
        bring("usr/local/bin/kubelet", "kubelet 1.36");
        bring("etc/default/kubelet", "ARGS=\n");
        Files.createFile(kit().resolve("images.tar"));
        must();

        assertThat(root.resolve("usr/local/bin/kubelet")).hasContent("kubelet 1.36");
        assertThat(calls()).anySatisfy(call -> assertThat(call).startsWith("apt-get").endsWith("update"))
                .anySatisfy(call -> assertThat(call).contains("install").endsWith("runc conntrack"))
                .contains("systemctl --quiet enable hybridlab-boot.service containerd.service kubelet.service",
                        "systemctl restart hybridlab-boot.service containerd.service")
                .anySatisfy(call -> assertThat(call).startsWith("ctr").endsWith("images.tar"));
        assertThat(kit()).doesNotExist();
    }

    /** Ubuntu updates itself right after its first boot. As apt 2.7 says it, which waits for dpkg's locks only. */
    @ParameterizedTest
    @CsvSource({"update, /var/lib/apt/lists", "install, /var/cache/apt/archives"})
    void packages_whileListsAreLocked_wait(String command, String folder) throws IOException {
        lockedOnce(command, folder);
        packagesAreMissing();

        assertThat(must()).contains("waiting for another apt on node1");
        assertThat(calls()).filteredOn(call -> call.contains(" " + command))
                .satisfies(same -> assertThat(same.get(1)).isEqualTo(same.get(0)));
    }

    @Test
    void packages_lockedForLong_tellWhatAptSaid() throws IOException {
        fake("apt-get", locked("/var/lib/apt/lists"));
        packagesAreMissing();
        lockSeconds = 0;
        Result result = run();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr()).contains("Unable to lock directory /var/lib/apt/lists/",
                "another apt on node1 still holds its lock");
    }

    @Test
    void packages_ofSilentMirror_areNotAwaited() throws IOException {
        fake("apt-get", "echo \"apt-get $*\" >> '%s/calls'; echo 'E: Failed to fetch http://x' >&2; exit 100");
        packagesAreMissing();

        assertThat(run().stderr()).contains("E: Failed to fetch http://x", "apt-get update failed on node1");
        assertThat(calls()).filteredOn(call -> call.startsWith("apt-get")).hasSize(1);
    }

    @Test
    void packages_afterDpkgCutOff_areInstalled() throws IOException {
        packagesAreMissing();
        Files.createFile(root.resolve("journal"));
        must();

        assertThat(calls()).containsSubsequence("dpkg --force-confold --configure -a",
                apt("install --yes --no-install-recommends --no-remove --fix-broken --reinstall"),
                apt("install --yes --no-install-recommends conntrack"));
    }

    /** apt alone takes them for installed, and ends well. */
    @Test
    void packages_halfUnpackedBefore_areInstalledAgain() throws IOException {
        packagesAreMissing();
        Files.writeString(root.resolve("half"), "ok procps\nreinstreq conntrack\nreinstreq libseccomp2\n");
        must();

        assertThat(calls()).contains(apt("install --yes --no-install-recommends --no-remove --fix-broken --reinstall "
                + "conntrack libseccomp2"));
    }

    /** One was unpacked before another that it needs: that one is apt's to bring. */
    @Test
    void packages_notConfigurable_areLeftToApt() throws IOException {
        fake("dpkg", "echo 'dependency problems - leaving unconfigured' >&2; exit 1");
        packagesAreMissing();
        Result result = run();

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stderr()).contains("dependency problems");
        assertThat(calls()).contains(apt("install --yes --no-install-recommends conntrack"));
    }

    @Test
    void packages_whileDpkgIsLocked_wait() throws IOException {
        fake("dpkg", """
                echo "dpkg $*" >> '%1$s/calls'
                [ -e '%1$s/free' ] || { touch '%1$s/free'
                echo 'dpkg: error: dpkg frontend lock was locked by another process with pid 812' >&2; exit 2; }""");
        packagesAreMissing();

        assertThat(must()).contains("waiting for another apt on node1");
        assertThat(calls()).filteredOn(call -> call.startsWith("dpkg")).hasSize(2);
    }

    private static String apt(String arguments) {
        return "apt-get -qq -o DPkg::Lock::Timeout=300 " + arguments;
    }

    private void lockedOnce(String command, String folder) throws IOException {
        fake("apt-get", """
                echo "apt-get $*" >> '%%1$s/calls'
                case $* in *%s*) [ -e '%%1$s/free' ] || { touch '%%1$s/free'; %s; } ;; esac""".formatted(command,
                locked(folder)));
    }

    private static String locked(String folder) {
        return "echo 'E: Could not get lock " + folder + "/lock. It is held by process 812 (apt-get)' >&2; "
                + "echo 'E: Unable to lock directory " + folder + "/' >&2; exit 100";
    }

    private void packagesAreMissing() throws IOException {
        everythingIsThere();
        missing();
        Files.writeString(root.resolve("packages"), "iproute2\nprocps\nca-certificates\nrunc\n");
    }

    @Test
    void machine_complete_isLeftAlone() throws IOException {
        everythingIsThere();

        assertThat(missing()).isEmpty();
        must();
        assertThat(calls()).isEmpty();
    }

    @Test
    void partsOfInterruptedRun_areStartedNext() throws IOException {
        everythingIsThere();
        missing();
        Files.createFile(kit().resolve("changed"));
        must();

        assertThat(calls()).contains("systemctl restart hybridlab-boot.service containerd.service");
    }

    @Test
    void aFileThatNobodyBroughtIsNamed() throws IOException {
        missing();
        bring("etc/default/kubelet", "ARGS=\n");
        Result result = run();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr()).contains("/usr/local/bin/kubelet is missing and was not brought");
    }

    @Test
    void imagesThatNobodyBroughtAreNamed() throws IOException {
        everythingIsThere();
        Files.writeString(root.resolve("images"), IMAGES.get(0) + "\n");
        missing();
        Result result = run();

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr()).contains("images are missing and were not brought: " + IMAGES.get(1));
    }

    private void everythingIsThere() throws IOException {
        write("usr/local/bin/kubelet", "kubelet 1.36");
        write("etc/default/kubelet", "ARGS=\n");
        Files.write(root.resolve("images"), IMAGES);
        Files.writeString(root.resolve("packages"), "iproute2\nprocps\nca-certificates\nrunc\nconntrack\n");
    }

    private Path kit() {
        return root.resolve("var/lib/hybridlab/kit");
    }

    private void bring(String path, String content) throws IOException {
        write("var/lib/hybridlab/kit/files" + root + "/" + path, content);
    }

    private void write(String path, String content) throws IOException {
        Path file = root.resolve(path);
        writeFile(file, content);
    }

    private void fake(String name, String code) {
        StubProgram.write(root.resolve("bin").resolve(name), "#!/bin/bash\n" + code.formatted(root));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(root.resolve("calls"));
    }

    private String must(String... arguments) throws IOException {
        Result result = run(arguments);
        assertThat(result.exitCode()).as(result.stderr()).isZero();
        return result.stdout();
    }

    private Result run(String... arguments) throws IOException {
        Network network = new Network(NetworkMode.FLANNEL_VXLAN, Cidr.parse("192.168.56.0/24"),
                Cidr.parse("10.244.0.0/16"), Cidr.parse("10.96.0.0/16"), 4096, 4789, "cluster.local");
        Map<String, Object> model = new HashMap<>(Map.of("machine", Map.of("name", "node1"), "images", IMAGES,
                "packages", List.of("runc", "conntrack"), "machines", List.of(Map.of("name", "node1"))));
        model.put("lab", Map.of("kubernetes", "1.36.3", "outside", Outside.direct(), "network", network,
                "registries", List.of()));
        String script = Checkout.TEMPLATES.render("linux/install.sh.ftl", model)
                .replace("/usr/local/bin/ctr", root + "/bin/ctr").replace("/etc/", root + "/etc/")
                .replace("/var/lib/", root + "/var/lib/")
                .replace("lock_seconds=300", "lock_seconds=" + lockSeconds);
        Path file = Files.writeString(root.resolve("install.sh"), script);
        return new LocalProcesses().run(Command.of("bash", file.toString()).with(arguments)
                .env("PATH", root.resolve("bin") + ":" + System.getenv("PATH")), new Cancellation());
    }
}
