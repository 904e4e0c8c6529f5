package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.function.Supplier;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that people have, each of which has one cause to show within seconds. Where nothing is wrong is first. */
@Tag("docker")
@Tag("real")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OddHostTest {
    private static final Duration SECONDS = Duration.ofSeconds(30);
    private static final String LAN = "ip link add lan type bridge; ip link set lan up; ";
    @TempDir
    private static Path folder;
    private static OddHost host;
    private static String box;

    @BeforeAll
    static void hostWithNoNewPrivileges() throws IOException {
        box = new LocalProcesses().run(Command.of("docker", "images", "--filter", "label=org.hybridlab.box", "--format",
                "{{.Repository}}:{{.Tag}}"), new Cancellation()).stdout().lines()
                .filter(name -> name.startsWith("hybridlab/linux:")).max(Comparator.naturalOrder()).orElseThrow();
        host = new OddHost(folder);
        host.docker("--no-new-privileges");
        host.load(box);
    }

    @AfterAll
    static void nothingIsLeft() throws IOException, InterruptedException {
        host.hybridlab("destroy", "--all", "--yes");
        host.close();
    }

    @Test
    @Order(1)
    void dockerWithNoNewPrivileges_isReady() {
        Result doctor = host.hybridlab("doctor", "--provider", "docker");

        assertThat(doctor.stdout()).contains("ok       Trial of machines").contains("This host is ready");
        assertThat(host.bash("docker ps --all --quiet; docker network ls --quiet --filter label=org.hybridlab.lab; "
                + "docker volume ls --quiet").stdout()).isEmpty();
    }

    @Test
    @Order(2)
    void hostFilter_isNamedWithItsRule() {
        nft("add table inet fw; add chain inet fw passed { type filter hook forward priority 0; policy drop; }");

        String lab = lab("filtered", "").toString();
        for (int i = 0; i < 2; i++) {
            assertCause(() -> host.hybridlab("up", lab), "[lab-network-filtered]", "do not reach each other",
                    "inet fw passed: type filter hook forward");
        }
        nft("delete table inet fw; add table inet fw; add chain inet fw out { type filter hook output priority 0; }; "
                + "add rule inet fw out oifname \"hl-*\" drop");
        assertCause(() -> host.hybridlab("up", lab), "[lab-network-filtered]", "This host does not reach",
                "inet fw out: oifname");
        nft("delete table inet fw");
        assertThat(host.hybridlab("destroy", "--all", "--yes").ok()).isTrue();
    }

    @Test
    @Order(3)
    void nameServer_changedAfterUp_isFollowed() throws IOException {
        Path lab = lab("follows", "");
        host.bash("ip address add 10.9.9.1/32 dev lo; echo nameserver 10.9.9.1 > /etc/resolv.conf");
        String[] up = {"up", lab.toString(), "--until", "machine-prepared/control"};
        assertThat(host.hybridlab(up).ok()).isTrue();
        assertThat(resolver()).startsWith("nameserver 127.0.0.11").doesNotContain("10.9.9");

        host.bash("echo nameserver 10.9.9.2 > /etc/resolv.conf");
        assertThat(host.hybridlab(up).ok()).isTrue();
        assertThat(resolver()).startsWith("nameserver 10.9.9.2\nnameserver 127.0.0.11")
                .contains("UDP4:10.9.9.2:53", "TCP4:10.9.9.2:53");

        host.bash("echo nameserver 10.9.9.1 > /etc/resolv.conf");
        assertThat(host.hybridlab(up).ok()).isTrue();
        assertThat(resolver()).startsWith("nameserver 127.0.0.11").contains("UDP4:127.0.0.11:53");
    }

    @Test
    @Order(4)
    void routeOfAnotherTable_isNamed() {
        host.bash(LAN + "ip route add 192.168.56.0/24 dev lan table 52; ip rule add priority 5270 lookup 52");

        assertCause(() -> host.hybridlab("up", folder.resolve("follows").toString()), "[lab-network-routed-elsewhere]",
                "dev lan table 52", "from all lookup 52");
        assertThat(host.hybridlab("plan", lab("new", "").toString()).stdout()).contains("machines in 192.168.57.0/24");
        host.bash("ip rule del priority 5270; ip link del lan");
        assertThat(host.hybridlab("destroy", "--all", "--yes").ok()).isTrue();
    }

    @Test
    @Order(5)
    void networks_ofHostAndDocker_areAvoided() {
        host.bash(LAN + "ip address add 192.168.0.1/16 dev lan; ip route add 10.0.0.0/8 dev lan; "
                + "docker network create --driver macvlan --subnet 172.16.0.0/24 --opt parent=lan theirs");

        assertThat(host.hybridlab("plan", lab("new", "").toString()).stdout()).contains("machines in 172.16.0.0/24");
        String[] up = {"up", lab("new", "").toString(), "--until", "machine-running/control"};
        assertThat(host.hybridlab(up).ok()).isTrue();
        assertThat(host.hybridlab("list").stdout()).contains("172.16.1.0/24");
        assertThat(host.hybridlab("destroy", "--all", "--yes").ok()).isTrue();
        assertCause(() -> host.hybridlab("up", lab("fixed", "network: {machines: 172.16.0.0/25}").toString()),
                "[lab-network-taken]", "theirs: [172.16.0.0/24]");
        host.bash("docker network rm theirs; ip link del lan");
    }

    @Test
    @Order(6)
    void dockerOfAnotherNamespace_isNamed() {
        Command up = Command.of(Path.of("hybridlab").toAbsolutePath().toString(), "up", lab("far", "").toString(),
                "--provider", "docker").env("DOCKER_HOST", host.socket()).env("XDG_STATE_HOME",
                folder.resolve("far-state").toString()).env("HYBRIDLAB_TRUST", "true")
                .timeout(Duration.ofMinutes(2));

        assertCause(() -> new LocalProcesses().run(up, new Cancellation()), "[docker-elsewhere]", "no such interface");
        assertThat(host.bash("docker network ls --format {{.Name}}").stdout()).doesNotContain("hl-far");
    }

    @Test
    @Order(7)
    void nameServer_insideTheCluster_isAnError() {
        host.bash("echo nameserver 10.244.7.53 > /etc/resolv.conf");

        Result validated = host.hybridlab("plan", lab("inside", "").toString());

        host.bash("echo nameserver 10.9.9.1 > /etc/resolv.conf");
        assertThat(validated.exitCode()).isEqualTo(2);
        assertThat(validated.stderr()).contains("[host-dns-inside]", "this host's name server, 10.244.7.53");
    }

    @Test
    @Order(8)
    void hostWithoutInterfaces_isNoBug() {
        for (String command : new String[]{"validate", "plan", "doctor"}) {
            Result result = new LocalProcesses().run(Command.of("unshare", "--net",
                    Path.of("hybridlab").toAbsolutePath().toString(), command, lab("alone", "").toString())
                    .timeout(Duration.ofMinutes(1)), new Cancellation());
            assertThat(result.exitCode()).as(command + result.stderr()).isZero();
        }
    }

    @Test
    @Order(9)
    void usersRemapped_isNamedBeforeTheFirstMachine() throws IOException {
        host.docker("--userns-remap=nobody:nogroup");

        assertCause(() -> host.hybridlab("up", lab("mapped", "").toString()), "[docker-userns-remap]", "name=userns");
        assertThat(host.bash("docker ps --all --quiet").stdout()).isEmpty();
        assertCause(() -> host.hybridlab("doctor", "--provider", "docker"), "Docker maps root of its containers");
    }

    /** As the root folder of a live system or of a container is. */
    @Test
    @Order(10)
    void dockerOnOverlay_isNamed() throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve("overlaid/data")).getParent();
        try (OddHost overlaid = new OddHost(place)) {
            overlaid.bash("cd %s && mkdir l u w && mount -t overlay -o lowerdir=l,upperdir=u,workdir=w none data"
                    .formatted(place));
            overlaid.docker();
            assertCause(() -> overlaid.hybridlab("up", lab("overlaid-lab", "").toString()), "[docker-machine-lacks]",
                    "lies on an overlay");
        }
    }

    private static void nft(String rules) {
        assertThat(host.bash("docker run --rm --network=host --cap-add=NET_ADMIN --entrypoint=nft %s '%s'"
                .formatted(box, rules)).ok()).isTrue();
    }

    private static String resolver() {
        return host.bash("docker exec $(docker ps --quiet --filter label=org.hybridlab.machine=control) sh -c 'cat "
                + "/etc/resolv.conf; systemctl cat hybridlab-names-udp hybridlab-names-tcp'").stdout();
    }

    private static Path lab(String name, String more) {
        try {
            Files.createDirectories(folder.resolve(name));
            Files.writeString(folder.resolve(name).resolve("lab.yaml"), "name: %s\nprovider: docker\nmachines:\n"
                    .formatted(name) + "  - {name: control, role: control-plane}\n  - {name: node}\n" + more + "\n");
            return folder.resolve(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertCause(Supplier<Result> call, String... words) {
        Instant began = Instant.now();
        Result result = call.get();
        assertThat(result.exitCode()).as(result.stdout() + result.stderr()).isEqualTo(3);
        assertThat(result.stdout() + result.stderr()).contains(words);
        Duration took = Duration.between(began, Instant.now());
        System.out.printf("%s after %.1f s%n", words[0], took.toMillis() / 1000.0);
        assertThat(took).isLessThan(SECONDS);
    }
}
