package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.provision.change.ChangedAppsTest.APPS;
import static org.hybridlab.provision.change.ChangedAppsTest.LAB;
import static org.hybridlab.provision.change.ChangedAppsTest.WITHOUT_WEB;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.QuietContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** NodePorts that move between Services: the API server gives each to one Service only. */
@ExtendWith(GoldenPlans.class)
class AppNodePortsTest {
    private static final String SERVICES = "/api/v1/namespaces/default/services/";

    @TempDir
    private Path folder;
    private ChangingLab lab;

    @BeforeEach
    void aLab() throws IOException {
        app("web", "");
        app("api", "");
        lab = new ChangingLab(folder, LAB);
    }

    private boolean up(String text) {
        return lab.run(lab.plan(lab.labContext(text), APPS), Agreement.ALL).green();
    }

    /** A step tried once. */
    private void once(String app) {
        lab.plan(lab.labContext(LAB), APPS).step("app-applied/" + app).action().run(new QuietContext());
    }

    private void app(String app, String... services) throws IOException {
        Files.writeString(folder.resolve(app + ".yaml"), String.join("---\n", services));
    }

    /** @param nodePort empty: Kubernetes chooses one */
    private static String service(String name, String nodePort) {
        return """
                apiVersion: v1
                kind: Service
                metadata: {name: %s}
                spec:
                  type: NodePort
                  ports:
                    - port: 80
                """.formatted(name) + (nodePort.isEmpty() ? "" : "      nodePort: %s\n".formatted(nodePort));
    }

    private Map<String, String> ports() {
        Map<String, String> ports = new TreeMap<>();
        lab.world.objects.forEach((path, object) -> object.at("/spec/ports").valueStream().filter(port -> port
                .has("nodePort")).forEach(port -> ports.put(path, port.path("nodePort").asString())));
        return ports;
    }

    @Test
    void nodePort_movesToAnotherService() throws IOException {
        app("web", service("old", "30080"));
        assertThat(up(LAB)).isTrue();
        app("web", service("new", "30080"));

        assertThat(up(LAB)).isTrue();

        assertThat(ports()).containsOnly(Map.entry(SERVICES + "new", "30080"));
    }

    @Test
    void nodePort_ofRemovedApp_isTaken() throws IOException {
        app("web", service("old", "30080"));
        assertThat(up(LAB)).isTrue();
        app("api", service("new", "30080"));

        assertThat(up(WITHOUT_WEB)).isTrue();

        assertThat(ports()).containsOnly(Map.entry(SERVICES + "new", "30080"));
    }

    @Test
    void nodePort_ofSurplusService_isTaken() throws IOException {
        app("api", service("old", "30080"));
        assertThat(up(LAB)).isTrue();
        app("api", "");
        app("web", service("new", "30080"));

        assertThat(up(LAB)).isTrue();

        assertThat(ports()).containsOnly(Map.entry(SERVICES + "new", "30080"));
    }

    @Test
    void nodePort_movesBetweenServicesThatStay() throws IOException {
        app("web", service("one", "30080"), service("two", "30081"));
        assertThat(up(LAB)).isTrue();
        app("web", service("one", "30081"), service("two", "30082"));

        assertThat(up(LAB)).isTrue();

        assertThat(ports()).containsOnly(Map.entry(SERVICES + "one", "30081"), Map.entry(SERVICES + "two", "30082"));
    }

    @Test
    void nodePorts_ofTwoServices_areExchanged() throws IOException {
        app("web", service("one", "30080"), service("two", "30081"));
        assertThat(up(LAB)).isTrue();
        app("web", service("one", "30081"), service("two", "30080"));

        assertThat(up(LAB)).isTrue();

        assertThat(ports()).containsOnly(Map.entry(SERVICES + "one", "30081"), Map.entry(SERVICES + "two", "30080"));
    }

    /** Killed at each change, before or after it took effect. */
    @Test
    void nodePorts_ofTwoApps_areExchanged() throws IOException {
        app("web", service("one", "30080"));
        app("api", service("two", "30081"));
        assertThat(up(LAB)).isTrue();
        Random random = new Random(7);
        for (int round = 1; round <= 8; round++) {
            boolean back = round % 2 == 0;
            app("web", service("one", back ? "30080" : "30081"));
            app("api", service("two", back ? "30081" : "30080"));
            lab.world.killAtChange(1 + random.nextInt(4), random.nextBoolean());
            up(LAB);
            lab.world.newProcess();

            assertThat(up(LAB)).as("round %d", round).isTrue();

            assertThat(ports()).as("round %d", round).containsOnly(
                    Map.entry(SERVICES + "one", back ? "30080" : "30081"),
                    Map.entry(SERVICES + "two", back ? "30081" : "30080"));
        }
    }

    /** Nothing else would give it another one: it is as its manifest says. */
    @Test
    void serviceWithChosenPort_getsAnotherOne() throws IOException {
        app("api", service("any", ""));
        assertThat(up(LAB)).isTrue();
        String chosen = ports().get(SERVICES + "any");
        app("web", service("one", chosen));

        assertThat(up(LAB)).isTrue();

        assertThat(ports()).containsEntry(SERVICES + "one", chosen).containsKey(SERVICES + "any");
    }

    @Test
    void serviceOfSomebodyElse_keepsItsPort() throws IOException {
        app("web", service("one", "30080"));
        assertThat(up(LAB)).isTrue();
        lab.world.putOf("kubectl-create", SERVICES + "one",
                "\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"port\":80,\"nodePort\":30080}]}");
        app("web", service("one", "30081"));
        app("api", service("two", "30080"));

        assertThatThrownBy(() -> once("api")).hasMessageContaining("would not apply");

        assertThat(ports()).containsOnly(Map.entry(SERVICES + "one", "30080"));
    }

    /** As the step of its own app may, which runs at the same time if neither app needs the other. */
    @Test
    void nodePort_ofServiceDeletedMeanwhile_isTaken() throws IOException {
        app("api", service("old", "30080"));
        assertThat(up(LAB)).isTrue();
        app("api", AppOrderTest.IN_SHOP);
        app("web", AppOrderTest.SHOP, service("new", "30080"));
        AtomicBoolean isDeleted = new AtomicBoolean();
        lab.world.before = call -> {
            if (call.equals("merge " + SERVICES + "old") && isDeleted.compareAndSet(false, true)) {
                lab.world.delete(SERVICES + "old");
            }
        };

        assertThat(up(LAB)).isTrue();

        assertThat(isDeleted).isTrue();
        assertThat(ports()).containsOnly(Map.entry(SERVICES + "new", "30080"));
    }

    /** It is for the step of its own app to say so. */
    @Test
    void serviceRefusedElsewhere_failsItsOwnAppOnly() throws IOException {
        app("api", service("any", ""));
        assertThat(up(LAB)).isTrue();
        app("web", service("one", ports().get(SERVICES + "any")));
        lab.world.failing("apply " + SERVICES + "any", LabException.labFailed("object-refused", "No.", ""));

        assertThat(up(LAB)).isTrue();

        lab.world.failures.clear();
        assertThat(up(LAB)).isTrue();
        assertThat(ports()).containsKeys(SERVICES + "one", SERVICES + "any");
    }

    /** The step that would delete the Service waits for this one. */
    @Test
    void nodePort_goesToNeededApp() throws IOException {
        app("api", service("old", "30080"));
        assertThat(up(LAB)).isTrue();
        app("api", AppOrderTest.IN_SHOP);
        app("web", AppOrderTest.SHOP, service("new", "30080"));

        assertThat(up(LAB)).isTrue();

        assertThat(ports()).containsOnly(Map.entry(SERVICES + "new", "30080"));
    }

    @Test
    void chosenPort_afterFailure_isThere() throws IOException {
        app("api", service("any", ""));
        assertThat(up(LAB)).isTrue();
        app("web", service("one", ports().get(SERVICES + "any")), AppOrderTest.IN_SHOP.replace("shop", "default"));
        lab.world.lost.add("/api/v1/namespaces/default/configmaps/web");

        assertThatThrownBy(() -> once("web")).hasMessageContaining("Connection reset");

        assertThat(ports()).containsKeys(SERVICES + "one", SERVICES + "any");
    }

    /** The second attempt finds nothing to take any more. */
    @Test
    void chosenPort_afterSecondAttempt_isThere() throws IOException {
        app("api", service("any", ""));
        assertThat(up(LAB)).isTrue();
        app("web", service("one", ports().get(SERVICES + "any")));
        lab.world.lost.add(SERVICES + "any");

        assertThat(up(LAB)).isTrue();

        assertThat(lab.world.lost).isEmpty();
        assertThat(ports()).containsKeys(SERVICES + "one", SERVICES + "any");
    }

    /** Its address would go with its type. */
    @Test
    void loadBalancer_keepsItsPort() throws IOException {
        app("api", service("any", "").replace("type: NodePort", "type: LoadBalancer"));
        assertThat(up(LAB)).isTrue();
        String chosen = ports().get(SERVICES + "any");
        app("web", service("one", chosen));

        assertThatThrownBy(() -> once("web")).hasMessageContaining("would not apply");

        assertThat(lab.world.told("merge")).isEmpty();
        assertThat(ports()).containsOnly(Map.entry(SERVICES + "any", chosen));
    }
}
