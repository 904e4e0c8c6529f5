package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;

/**
 * A host beside this one: a network namespace with routes, filters, bridges and a dockerd of its own, and an /etc that
 * can be changed. Nothing of it is left: what is mounted goes with its mount namespace.
 */
final class OddHost implements AutoCloseable {
    /** Ends with its standard input. */
    private static final String HOST = """
            set -e
            mkdir -p "$1/groups" "$1/etc" "$1/work" "$1/data" "$1/exec"
            mount --rbind /sys/fs/cgroup "$1/groups"
            mount -t sysfs sysfs /sys
            mount --rbind "$1/groups" /sys/fs/cgroup
            mount -t overlay -o "lowerdir=/etc,upperdir=$1/etc,workdir=$1/work" etc /etc
            printf 'nobody:200000:65536\\n' | tee /etc/subuid > /etc/subgid
            ip link set lo up
            echo $$ > "$1/pid"
            cat > /dev/null
            """;

    private final Path folder;
    private final Process process;
    private Process dockerd;

    OddHost(Path folder) throws IOException {
        this.folder = folder;
        // Root of a daemon with userns-remap has to get there.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        this.process = new ProcessBuilder("unshare", "--mount", "--net", "--propagation", "private", "bash", "-c", HOST,
                "odd-host", folder.toString()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("host.log").toFile()).start();
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(folder.resolve("pid"))
                && !Files.readString(folder.resolve("pid")).isBlank());
    }

    /** Starts Docker, or again with other options; its images and containers stay. */
    void docker(String... options) throws IOException {
        endDocker();
        List<String> words = new ArrayList<>(inside("dockerd", "--data-root=" + folder.resolve("data"), "--exec-root="
                + folder.resolve("exec"), "--pidfile=" + folder.resolve("docker.pid"), "--host=" + socket()));
        words.addAll(List.of(options));
        dockerd = new ProcessBuilder(words).redirectErrorStream(true)
                .redirectOutput(folder.resolve("dockerd.log").toFile()).start();
        await().atMost(Duration.ofSeconds(60)).until(() -> run("docker", "version").ok());
    }

    String socket() {
        return "unix://" + folder.resolve("docker.sock");
    }

    /** Of this host's Docker. */
    void load(String image) {
        assertThat(bash("DOCKER_HOST= docker save '%s' | docker load".formatted(image)).ok()).isTrue();
    }

    Result bash(String script) {
        return run("bash", "-c", script);
    }

    /** As a user of the odd host who agrees to all. */
    Result hybridlab(String... words) {
        List<String> all = new ArrayList<>(List.of(Path.of("hybridlab").toAbsolutePath().toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private Result run(String... words) {
        return new LocalProcesses().run(Command.of(inside(words)).timeout(Duration.ofMinutes(5)), new Cancellation());
    }

    private List<String> inside(String... words) {
        try {
            List<String> all = new ArrayList<>(List.of("nsenter", "--wd=.", "--net", "--mount", "--target",
                    Files.readString(folder.resolve("pid")).strip(), "env", "DOCKER_HOST=" + socket(), "XDG_STATE_HOME="
                            + folder.resolve("state"), "HYBRIDLAB_YES=true", "HYBRIDLAB_TRUST=true"));
            all.addAll(List.of(words));
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void endDocker() {
        if (dockerd != null) {
            dockerd.destroy();
            await().atMost(Duration.ofMinutes(2)).until(() -> !dockerd.isAlive());
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        bash("docker ps --all --quiet | xargs --no-run-if-empty docker rm --force --volumes");
        endDocker();
        process.getOutputStream().close();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        // JUnit would do it link by link, and warn of each.
        new LocalProcesses().run(Command.of("rm", "--recursive", "--force", "--one-file-system", folder.toString())
                .timeout(Duration.ofMinutes(5)), new Cancellation());
    }
}
