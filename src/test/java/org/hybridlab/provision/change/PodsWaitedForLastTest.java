package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.GoldenPlans;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods are ready on a node that leaves, until it is drained. */
@ExtendWith(GoldenPlans.class)
class PodsWaitedForLastTest {
    private static final String LAB = """
            name: lab
            kubernetes: 1.36
            machines:
              - {name: control, role: control-plane, address: 192.168.57.11}
              - {name: old1, address: 192.168.57.21}
              - {name: old2, address: 192.168.57.22}
            network: {machines: 192.168.57.0/24}
            metrics: true
            apps: [{name: web, manifests: [web.yaml]}]
            """;
    private static final Set<String> WAITS = Set.of("app-ready/web", "system-pods-ready");

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void labIsUp() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: web}
                """);
        lab = new ChangingLab(folder, LAB);
    }

    private Plan plan(String text) {
        return GoldenPlans.of(lab.labContext(text));
    }

    private static void assertLast(Plan plan, String... steps) {
        assertThat(WAITS).allSatisfy(wait -> assertThat(plan.upTo(Set.of(wait)).steps()).extracting(Step::id)
                .contains(steps));
    }

    /** One that is off is not drained: its pods go with its node. */
    @ParameterizedTest
    @ValueSource(strings = {"  - {name: new1, address: 192.168.57.31}\n", "  - {name: new1, address: 192.168.57.21}\n",
        ""})
    void pods_ofLeavingNode_areWaitedForAfterwards(String successor) {
        assertLast(plan(LAB.replace("  - {name: old1, address: 192.168.57.21}\n", successor)), "node-drained/old1",
                "node-left/old1");
    }

    @Test
    void bothLeavingNodes_goBeforeWaits() {
        assertLast(plan(LAB.replace("name: old", "name: new").replace("192.168.57.2", "192.168.57.3")),
                "node-left/old1", "node-left/old2");
    }

    /** It is upgraded before what leaves is drained. */
    @Test
    void upgradedLab_withLeavingNode_hasAPlan() {
        ChangingLab older = new ChangingLab(folder, LAB.replace("1.36", "1.35"));

        assertLast(GoldenPlans.of(older.labContext(LAB.replace("name: old1", "name: new1"))), "node-left/old1");
    }

    @Test
    void labWithoutLeavingNodes_keepsItsPlan() {
        assertThat(plan(LAB).steps()).noneMatch(step -> step.needs().stream().anyMatch(need ->
                need.startsWith("node-left/")));
    }
}
