package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Command;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One control plane: nodes and pods have the same uids before and after everything that does not concern them. */
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HealthyMachinesTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "healthy-machines");
    private static final HealthyMachines MACHINES = new HealthyMachines(LAB);
    private static final String NODE = "- {name: node}";
    private static final String BIGGER = "- {name: node, memory: 3GiB, cpus: 2}";

    @BeforeAll
    static void up() {
        LAB.must("up", "--provider", "docker");
    }

    @Test
    @Order(1)
    @Tag("real")
    void stayWhenMemoryAndProcessorsAreEdited() {
        MACHINES.stay(() -> MACHINES.edit(NODE, BIGGER));
        MACHINES.stay(() -> { });
    }

    @Test
    @Order(2)
    @Tag("real")
    void stayWhenTheJournalIsLost() {
        MACHINES.stay(MACHINES::deleteJournal);
    }

    @Test
    @Order(3)
    @Tag("real")
    void machines_withoutJournalAndMarks_stay() {
        MACHINES.stay(() -> MACHINES.loseMarks(List.of("control", "node")));
    }

    @Test
    @Order(4)
    @Tag("long")
    void stayWhenTheJournalIsDamaged() {
        MACHINES.stay(() -> MACHINES.addToJournal("null\n"));
        MACHINES.stay(() -> MACHINES.addToJournal("{\"at\":\"2026-11-2\n"));
        MACHINES.stay(() -> MACHINES.addToJournal("{\"at\":\"2026-11-2"));
    }

    @Test
    @Order(5)
    @Tag("long")
    void stayWhenAMachineRefusesSsh() {
        MACHINES.stay(() -> {
            MACHINES.refuseSsh("node", 15);
            MACHINES.upUntilGreen();
        });
        MACHINES.stay(() -> {
            MACHINES.deleteJournal();
            MACHINES.refuseSsh("node", 15);
            MACHINES.upUntilGreen();
        });
    }

    @Test
    @Order(6)
    @Tag("long")
    void stayWhenTheApiServerStops() {
        MACHINES.stay(() -> {
            MACHINES.stopApiServer("control", 15);
            MACHINES.upUntilGreen();
        });
        MACHINES.stay(() -> {
            MACHINES.deleteJournal();
            MACHINES.stopApiServer("control", 15);
            MACHINES.upUntilGreen();
        });
    }

    @Test
    @Order(7)
    @Tag("long")
    void machines_afterHybridlabKilledAtJoin_stay() {
        MACHINES.stay(() -> {
            MACHINES.edit(BIGGER, BIGGER + "\n  - {name: more}");
            try (RealCall up = LAB.start("up", "--no-checks", "--events")) {
                await("more has joined").atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(50))
                        .until(() -> LAB.run(Command.of("docker", "exec", LAB.container("more"), "test", "-e",
                                "/etc/kubernetes/hybridlab-joined")).ok());
                up.signal("KILL");
                up.exitCode(Duration.ofSeconds(10));
            }
            MACHINES.in("more", "rm /etc/kubernetes/hybridlab-joined");
            String uid = MACHINES.nodeUid("more");
            LAB.must("up", "--no-checks");
            assertThat(MACHINES.nodeUid("more")).isEqualTo(uid);
        }, ids -> ids.without("more"));
    }

    @Test
    @Order(8)
    @Tag("long")
    void stayWhenAnAppIsChanged() {
        MACHINES.stay(() -> MACHINES.edit("nodePort: 30001}", "nodePort: 30001, scale: {numbers-web: 2}}"),
                ids -> ids.withoutPodsOf("numbers"));
    }

    @Test
    @Order(9)
    @Tag("long")
    void stayWhenAnotherMachineGoes() {
        MACHINES.stay(() -> {
            LAB.must("destroy", "more");
            MACHINES.edit("\n  - {name: more}", "");
        }, ids -> ids.without("more").withoutPodsOf("numbers"));
    }

    /** Its pods go with it, as everywhere. */
    @Test
    @Order(10)
    @Tag("long")
    void deletedNode_comesBack_withoutAReset() {
        String authority = LAB.host("docker", "exec", LAB.container("node"), "sha256sum",
                "/var/lib/kubelet/pki/kubelet-client-current.pem").stdout();
        MACHINES.stay(() -> LAB.must("kubectl", "delete", "node", "node", "more", "--ignore-not-found"),
                ids -> ids.without("node").without("more").withoutPodsOf("numbers").withoutPodsOf("coredns"));
        assertThat(LAB.host("docker", "exec", LAB.container("node"), "sha256sum",
                "/var/lib/kubelet/pki/kubelet-client-current.pem").stdout()).isEqualTo(authority);
        LabAssert.of(LAB).passesEveryCheck("dns", "pod-network");
    }
}
