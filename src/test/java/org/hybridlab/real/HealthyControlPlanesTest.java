package org.hybridlab.real;

import java.util.List;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Three control planes: nodes and pods have the same uids before and after everything that does not concern them. */
@Tag("long")
@Tag("docker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HealthyControlPlanesTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("ha-control-plane", "healthy-ha");
    private static final HealthyMachines MACHINES = new HealthyMachines(LAB);
    private static final List<String> ALL = List.of("control1", "control2", "control3", "node");

    @BeforeAll
    static void up() {
        LAB.must("up", "--provider", "docker", "--no-checks");
    }

    @Test
    @Order(1)
    void stayWhenMemoryIsEdited() {
        MACHINES.stay(() -> MACHINES.edit("memory: 2500MiB", "memory: 2600MiB"));
        MACHINES.stay(() -> MACHINES.edit("- {name: node}", "- {name: node, cpus: 2}"));
    }

    @Test
    @Order(2)
    void stayWhenTheJournalIsLostOrDamaged() {
        MACHINES.stay(MACHINES::deleteJournal);
        MACHINES.stay(() -> MACHINES.addToJournal("null\n{\"at\":\n"));
    }

    @Test
    @Order(3)
    void controlPlanes_withoutJournalAndMarks_stay() {
        MACHINES.stay(() -> MACHINES.loseMarks(ALL));
    }

    @Test
    @Order(4)
    void stayWhenAControlPlaneRefusesSsh() {
        MACHINES.stay(() -> {
            MACHINES.deleteJournal();
            MACHINES.refuseSsh("control2", 15);
            MACHINES.upUntilGreen();
        });
    }

    @Test
    @Order(5)
    void stayWhenAnApiServerStops() {
        MACHINES.stay(() -> {
            MACHINES.deleteJournal();
            MACHINES.stopApiServer("control1", 15);
            MACHINES.upUntilGreen();
        });
    }

    @Test
    @Order(6)
    void controlPlanes_whileMachinesComeAndGo_stay() {
        MACHINES.stay(() -> MACHINES.edit("- {name: node, cpus: 2}", "- {name: more}\n  - {name: node, cpus: 2}"),
                ids -> ids.without("more"));
        MACHINES.stay(() -> {
            LAB.must("destroy", "more");
            MACHINES.edit("- {name: more}\n  ", "");
        }, ids -> ids.without("more").withoutPodsOf("numbers"));
    }

    /** The others hold the cluster, and know how to reach it. */
    @Test
    @Order(7)
    void controlPlanes_withoutFirstAndKubeconfig_stay() {
        MACHINES.stay(() -> {
            MACHINES.loseKubeconfig();
            LAB.host("docker", "rm", "--force", "--volumes", LAB.container("control1"));
        }, ids -> ids.without("control1").withoutPodsOf("coredns").withoutPodsOf("numbers"));
    }
}
