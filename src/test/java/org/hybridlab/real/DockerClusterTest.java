package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.KubernetesBranch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real two-machine cluster on docker, from the lab file to nothing left, in the order of a learner's day. */
@Tag("real")
@Tag("docker")
@TestMethodOrder(OrderAnnotation.class)
class DockerClusterTest {
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "day");
    /** Of curl; an answer that does not come in time is 28. */
    private static final int COULD_NOT_CONNECT = 7;
    private static final HostPicture BEFORE = HostPicture.take();

    @BeforeAll
    static void up() throws IOException {
        LAB.kubernetes(KubernetesBranch.newest().name());
        LAB.must("up", "--provider", "docker");
    }

    @AfterAll
    static void nothingIsLeft() {
        LAB.close();
        assertThat(HostPicture.take()).isEqualTo(BEFORE);
        assertThat(LAB.workspace()).doesNotExist();
        assertThat(LAB.host("sh", "-c", "cat \"${VAGRANT_HOME:-$HOME/.vagrant.d}/data/machine-index/index\"").stdout())
                .as("Vagrant's own list of machines").doesNotContain(LAB.workspace().toString());
        await("the end of all processes").atMost(Duration.ofSeconds(30)).until(() -> LAB.atWork().isEmpty());
    }

    @Test
    @Order(1)
    void status_showsMachinesAndNodes_atLabAddresses() {
        LabAssert.of(LAB).showsReadyNodes(2);
    }

    @Test
    @Order(2)
    void exec_reachesMachines_withTheLabsKey() {
        Result result = LAB.must("exec", "--sudo", "--", "hostname");

        assertThat(result.stdout().lines()).containsExactlyInAnyOrder("control | control", "node    | node");
    }

    @Test
    @Order(3)
    void filesAreCopiedInBothDirections() throws IOException {
        Path note = Files.writeString(LAB.folder().resolve("note.txt"), "remember");
        LAB.must("cp", note.toString(), "node:/tmp/note.txt");
        LAB.must("cp", "node:/tmp/note.txt", LAB.folder().resolve("back.txt").toString());

        assertThat(LAB.folder().resolve("back.txt")).hasContent("remember");
    }

    @Test
    @Order(4)
    void sshReturnsWhatTheCommandReturns() {
        assertThat(LAB.call("ssh", "control", "--", "exit 3").exitCode()).isEqualTo(3);
    }

    @Test
    @Order(5)
    void kubectlGetsEverythingAfterTheLab() {
        assertThat(LAB.must("kubectl", "get", "nodes", "-o", "name").stdout().lines())
                .containsExactly("node/control", "node/node");
    }

    @Test
    @Order(6)
    void logsShowTheJournalOfAMachine() {
        assertThat(LAB.must("logs", "node", "--unit", "kubelet", "--lines", "20").stdout()).contains("kubelet");
    }

    @Test
    @Order(7)
    void theAppAnswersWhereOpenSays() {
        String url = LAB.must("open", "--print").stdout().strip();

        assertThat(LAB.run(Command.of("curl", "--silent", "--fail", url).timeout(Duration.ofSeconds(20))).ok())
                .as(url).isTrue();
    }

    /** Nobody has these addresses: without a rule of the machine, the packet would leave the lab. */
    @Test
    @Order(8)
    void serviceAddress_servedByNobody_isRefused() {
        for (String url : List.of("http://10.111.255.254/", "http://10.96.0.10:5353/")) {
            Result node = LAB.call("ssh", "node", "--", "curl --silent --max-time 5 " + url);
            Result pod = LAB.call("kubectl", "exec", "deployment/numbers-web", "--", "curl", "--silent",
                    "--max-time", "5", url);

            assertThat(List.of(node.exitCode(), pod.exitCode())).as(url).containsOnly(COULD_NOT_CONNECT);
        }
    }

    /** Docker's resolver alone knows the names of containers: a pod has asked it. */
    @Test
    @Order(9)
    void pods_resolveWhatDockersResolverKnows() {
        String name = LAB.container("node") + ".";

        assertThat(LAB.must("kubectl", "exec", "deployment/numbers-web", "--", "getent", "hosts", name).stdout())
                .startsWith(LAB.must("ssh", "node", "--", "hostname", "--ip-address").stdout().strip());
    }

    @Test
    @Order(10)
    void plainVagrantWorksInTheWorkspace() {
        Result result = LAB.run(Command.of("vagrant", "ssh", "control", "-c", "hostname").in(LAB.workspace()));

        assertThat(result.stdout().strip()).isEqualTo("control");
    }

    @Test
    @Order(11)
    void aSecondUpDoesNothingAndIsQuick() {
        Result again = LAB.must("up", "--events");

        assertThat(again.stdout().lines().filter(line -> line.contains("\"step-started\""))).isEmpty();
        JsonNode finished = again.stdout().lines().filter(line -> line.contains("\"run-finished\""))
                .map(JsonMapper.shared()::readTree).findFirst().orElseThrow();
        assertThat(finished.get("tookMs").asLong()).as("milliseconds of a run that only looks").isLessThan(10_000);
    }

    @Test
    @Order(12)
    void secretsAreForTheirOwnerOnly() throws IOException {
        for (String file : new String[] {"kubeconfig", "ssh/id_ed25519", "journal.jsonl"}) {
            assertThat(Files.getPosixFilePermissions(LAB.workspace().resolve(file))).as(file).hasSize(2);
        }
        assertThat(Files.getPosixFilePermissions(LAB.workspace())).hasSize(3);
    }

    @Test
    @Order(13)
    void committedApi_isWhatItsServerServes() throws IOException {
        CommittedApi.assertServedBy(LAB, KubernetesBranch.newest().name());
    }
}
