package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Machine;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real script, with the programs that it asks as scripts, in words that the real ones said. */
class DockerTrialTest {
    private static final String KERNEL = System.getProperty("os.version");
    private static final String BRIDGE = TestLabs.ID.bridge();
    private static final List<Machine> MACHINES = TestLabs.linux().madeMachines();

    @TempDir
    private Path folder;
    private Path programs;
    private final Processes host = new Host();

    @BeforeEach
    void everyProgram_isThereAndSilent() throws IOException {
        programs = Files.createDirectories(folder.resolve("bin"));
        for (String program : List.of("docker", "ip", "stat", "timeout", "mount", "umount", "mktemp", "mkdir", "rmdir",
                "touch", "rm", "tail", "getent", "sed", "hostname")) {
            says(program, "");
        }
        says("sed", "exec /bin/sed \"$@\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "A /data|KERNEL|overlay2|[name=userns]; docker-userns-remap; name=userns",
            "A /data|KERNEL|overlay2|[name=rootless]; docker-elsewhere; name=rootless",
            "A /data|6.6.1-linuxkit|overlay2|[]; docker-elsewhere; kernel 6.6.1-linuxkit",
            "A /var/lib/containers/storage|KERNEL|overlay|[]; docker-is-podman; /var/lib/containers/storage",
            "Error: at <.ID>: can't evaluate field ID in type *define.Info; docker-is-podman; define.Info",
            "A /data|KERNEL|vfs|[]; docker-machine-lacks; /data lies on an overlay"})
    void daemon_ofNoUse_isNamed(String info, String id, String evidence) {
        says("docker", "echo \"%s\"".formatted(info.replace("KERNEL", KERNEL)));
        says("stat", "echo overlayfs");

        assertCause(() -> mustServe(), id, evidence);
    }

    @ParameterizedTest
    @CsvSource({"A /data|KERNEL|overlay2|[name=seccomp], 0", "A /data|KERNEL|vfs|[], 0", "A /data|||, 0", "'', 1",
            "Cannot connect to the Docker daemon, 1"})
    void daemon_usualOrUnknown_isNotJudged(String info, int exitCode) {
        says("docker", "echo '%s'; exit %d".formatted(info.replace("KERNEL", KERNEL), exitCode));
        says("stat", "echo ext2/ext3");

        assertThatCode(() -> mustServe()).doesNotThrowAnyException();
    }

    @Test
    void route_inAnotherTable_isNamed() {
        says("ip", "case $* in *'route get'*) echo '192.168.56.11 dev tailscale0 table 52 src 192.0.2.7 uid 0' ;; "
                + "*rule*) printf '0:\\tfrom all lookup local\\n5270:\\tfrom all lookup 52\\n' ;; esac");

        assertCause(() -> mustServe(MACHINES), "lab-network-routed-elsewhere", "dev tailscale0 table 52",
                "5270: from all lookup 52");
    }

    /** As with Docker Desktop: its bridges are in a namespace of its own. What was made there is removed. */
    @Test
    void bridge_inAnotherNamespace_isNamedAndRemoved() throws IOException {
        says("docker", "echo \"$@\" >> %s; case $* in *create*) touch %<s.made ;; 'network ls'*) if [ -e %<s.made ]; "
                .formatted(folder.resolve("ran")) + "then echo 0a1b; fi ;; esac");
        says("touch", "exec /bin/touch \"$@\"");
        says("ip", "case $* in *'route get'*) echo '192.168.56.11 via 192.0.2.1 dev eth0 src 192.0.2.2' ;; "
                + "*link*) echo 'Device \"%s\" does not exist.' >&2; exit 1 ;; esac".formatted(BRIDGE));

        assertCause(() -> new DockerProvider(host, folder).prepare(TestLabs.ID, TestLabs.linux(), new Cancellation()),
                "docker-elsewhere", BRIDGE);
        assertThat(Files.readAllLines(folder.resolve("ran"))).contains("network rm " + TestLabs.ID);
    }

    /** Unknown is not elsewhere. */
    @ParameterizedTest
    @CsvSource({"''", "exit 127", "'echo RTNETLINK answers: Network is unreachable >&2; exit 2'",
            "echo 192.168.56.11 dev BRIDGE src 192.168.56.1"})
    void route_unknownOrOwn_isNotJudged(String ip) {
        says("ip", ip.replace("BRIDGE", BRIDGE));

        assertThatCode(() -> mustServe(MACHINES)).doesNotThrowAnyException();
    }

    @Test
    void machine_withoutAnswer_isNamedWithTheRules() {
        says("timeout", "exit 124");
        says("docker", "case $* in *network=host*) echo 'inet fw in: policy drop' ;; *) echo sha256:0a ;; esac");

        assertCause(() -> mustServe(MACHINES), "lab-network-filtered", "no answer within 4 s",
                "rules of this host: inet fw in: policy drop");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "mount; echo 'mount: wrong fs type' >&2; exit 32; docker-machine-lacks; wrong fs type",
            "ip; echo 'Unknown device type.' >&2; exit 2; docker-machine-lacks; Unknown device type",
            "rmdir; echo 'Read-only file system' >&2; exit 1; docker-machine-lacks; Read-only",
            "tail; echo 'tail: inotify resources exhausted'; exit 0; inotify-watches-used-up; exhausted",
            "timeout; exit 124; exit; lab-network-filtered; inet fw forward: policy drop"})
    void machine_thatLacksSomething_isOneCause(String program, String does, String ends, String id, String evidence) {
        says("docker", "case $* in *network=host*) echo 'inet fw forward: policy drop' ;; *) echo sha256:0a ;; esac");
        assertThatCode(this::tryIn).as("with all of it").doesNotThrowAnyException();

        says(program, does + "; " + ends);

        assertCause(this::tryIn, id, evidence);
    }

    @Test
    void network_ofSameRange_isNamed() {
        says("docker", "case $* in 'network ls --quiet') echo 0a1b ;; *create*) echo 'Pool overlaps' >&2; exit 1 ;; "
                + "*Subnet*) echo 'theirs fd00::/64 192.168.0.0/16 ' ;; esac");
        DockerProvider provider = new DockerProvider(host, folder);

        assertCause(() -> provider.prepare(TestLabs.ID, TestLabs.linux(), new Cancellation()), "lab-network-taken",
                "docker network inspect theirs: [192.168.0.0/16]");
        assertThat(provider.subnets(new Cancellation())).containsExactly(Cidr.parse("192.168.0.0/16"));
    }

    private void mustServe() {
        mustServe(List.of());
    }

    private void mustServe(List<Machine> running) {
        new DockerProvider(host, folder).mustServe(TestLabs.ID, TestLabs.linux(), running, new Cancellation());
    }

    private void tryIn() {
        new DockerProvider(host, folder).tryIn(TestLabs.ID, MACHINES.get(0), MACHINES,
                words -> host.run(Command.of(words), new Cancellation()).stdout(), new Cancellation());
    }

    private void says(String program, String script) {
        StubProgram.write(programs.resolve(program), script);
    }

    private static void assertCause(ThrowingCallable call, String id, String... evidence) {
        LabException cause = failure(call);
        assertThat(cause.id()).isEqualTo(id);
        assertThat(cause.exitCode().number()).isEqualTo(3);
        assertThat(cause.why()).hasValueSatisfying(why -> assertThat(why).contains(evidence));
    }

    private final class Host implements Processes {
        @Override
        public Result run(Command command, Consumer<String> lines, Cancellation cancellation) {
            boolean isDocker = command.words().get(0).equals("docker");
            Command faked = (isDocker ? command.words(List.of(programs.resolve("docker").toString())).with(command
                    .words().stream().skip(1).toArray(String[]::new)) : command).env("PATH", programs + ":"
                    + System.getenv("PATH"));
            return new LocalProcesses().run(faked, lines, cancellation);
        }
    }
}
