package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.check.Checks;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.service.NodeMaintenance.BlockedPod;
import org.hybridlab.service.NodeMaintenance.Drain;
import org.hybridlab.service.NodeMaintenance.DrainResult;
import org.hybridlab.service.NodeMaintenance.MovedPod;
import org.hybridlab.service.NodeMaintenance.NewPod;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a drain moves, what blocks it, and what it would lose. */
class NodeMaintenanceTest {
    private static final String WEB = "\"ownerReferences\": [{\"kind\": \"ReplicaSet\", \"name\": \"web-7\", "
            + "\"controller\": true}]";
    private final PodWorld world = new PodWorld();
    private final List<String> lines = new ArrayList<>();

    @Test
    void podsMoveAndThoseOfDaemonSetsStay() {
        world.pod("web-7-a", WEB, "");
        world.pod("proxy", WEB.replace("ReplicaSet", "DaemonSet"), "");

        DrainResult result = drain(false, false);

        assertThat(result.failure()).isEmpty();
        assertThat(result.drain()).isEqualTo(new Drain("node1", true, List.of(new MovedPod("default/web-7-a",
                Optional.of("ReplicaSet/web-7"))), List.of(new NewPod("default/web-7-a-again", Optional.of("node2"),
                "ready")), List.of("default/proxy"), List.of()));
        assertThat(world.unschedulable).isEqualTo("true");
    }

    @Test
    void maintenance_namesLosses_andChangesNothing() {
        world.pod("alone", "\"labels\": {}", "");
        world.pod("cache", WEB, "{\"name\": \"tmp\", \"emptyDir\": {}}");

        LabException refused = failure(() -> drain(false, false));

        assertThat(refused.id()).isEqualTo("drain-loses");
        assertThat(refused.what()).contains("No controller makes default/alone again.",
                "the emptyDir volumes of default/cache is lost");
        assertThat(refused.advice()).contains("--force --delete-emptydir-data");
        assertThat(world.unschedulable).isEqualTo("false");
        assertThat(world.pods).hasSize(2);

        assertThat(drain(true, true).drain().drained()).isTrue();
    }

    @Test
    void forceAlone_keepsEmptyDirVolumes() {
        world.pod("alone", "\"labels\": {}", "");
        world.pod("cache", WEB, "{\"name\": \"tmp\", \"emptyDir\": {}}");

        assertThat(failure(() -> drain(true, false)).what())
                .contains("default/cache").doesNotContain("default/alone");
        assertThat(world.pods).hasSize(2);
    }

    /** Checks that run in another terminal make it again. */
    @Test
    void podOfChecks_isNoLoss() {
        world.pod("probe-node1", "\"labels\": {\"hybridlab.org/probes\": \"true\"}", "");

        assertThat(drain(false, false).drain().moved()).extracting(MovedPod::pod)
                .containsExactly("default/probe-node1");
    }

    @Test
    void aDisruptionBudgetBlocksAndIsNamed() {
        world.pod("web-7-a", WEB, "");
        world.budget = "Cannot evict pod as it would violate the pod's disruption budget. The disruption budget web "
                + "needs 1 healthy pods and has 1 currently";

        DrainResult result = drain(false, false);

        assertThat(result.failure()).hasValueSatisfying(failure -> {
            assertThat(failure.id()).isEqualTo("node-not-drained");
            assertThat(failure.advice()).contains("hybridlab uncordon duo node1", "disruption budget");
        });
        assertThat(result.drain().blocked()).containsExactly(new BlockedPod("default/web-7-a", world.budget));
        assertThat(lines).as("told once, however often it is asked").hasSize(1);
    }

    /** As kubectl does: a pod that tolerates all taints comes back as often as it is asked to go. */
    @Test
    void podThatComesBack_isNotAskedAgain() {
        world.toleratesCordons = true;
        world.pod("web-7-a", WEB, "");

        DrainResult result = drain(false, false);

        assertThat(result.failure()).isEmpty();
        assertThat(result.drain().drained()).isTrue();
        assertThat(result.drain().replacements()).containsExactly(new NewPod("default/web-7-a-again",
                Optional.of("node1"), "ready"));
        assertThat(world.pods).containsOnlyKeys("web-7-a-again");
    }

    @Test
    void podThatCame_beforeTheCordon_movesToo() {
        world.atCordon = () -> world.pod("web-7-b", WEB, "");

        assertThat(drain(false, false).drain().moved()).extracting(MovedPod::pod).containsExactly("default/web-7-b");
    }

    @Test
    void lossThatCame_beforeTheCordon_changesNothing() {
        world.atCordon = () -> world.pod("alone", "\"labels\": {}", "");

        assertThat(failure(() -> drain(false, false)).id()).isEqualTo("drain-loses");
        assertThat(world.unschedulable).isEqualTo("null");
        assertThat(world.pods).containsOnlyKeys("alone");
    }

    /** An {@code up} that was cut off left it: the next one lifts it by its note. */
    @Test
    void lossBeforeTheCordon_keepsNoteOfUp() {
        world.unschedulable = "true";
        world.note = "true";
        world.atCordon = () -> {
            if (world.pods.isEmpty()) {
                world.pod("alone", "\"labels\": {}", "");
            }
        };

        assertThat(failure(() -> drain(false, false)).id()).isEqualTo("drain-loses");
        assertThat(world.unschedulable).isEqualTo("true");
        assertThat(world.note).isEqualTo("true");
    }

    @Test
    void apiSilent_afterTheCordon_saysWhatStays() {
        world.pod("web-7-a", WEB, "");
        world.atCordon = () -> world.silentNext = true;

        assertThat(failure(() -> drain(false, false)).id())
                .isEqualTo("api-unreachable");
        assertThat(lines).singleElement().asString().contains("stays cordoned", "hybridlab uncordon duo node1");
    }

    @Test
    void nodesOfOthers_areLeftAlone() {
        world.ofOthers = true;
        world.unschedulable = "true";
        world.pod("web-7-a", WEB, "");

        assertThat(failure(() -> drain(true, true)).id())
                .isEqualTo("node-not-of-lab");
        assertThat(failure(() -> maintenance("node1").uncordon()).id())
                .isEqualTo("node-not-of-lab");
        assertThat(world.unschedulable).isEqualTo("true");
        assertThat(world.pods).hasSize(1);
    }

    /** No budget holds it: it takes longer to end than anybody waited. */
    @Test
    void podThatIsStillEnding_needsTimeOnly() {
        world.endsPods = false;
        world.pod("web-7-a", WEB, "");

        assertThat(drain(false, false).failure()).hasValueSatisfying(failure -> assertThat(failure.advice())
                .contains("with a longer --within").doesNotContain("budget"));
    }

    @Test
    void nodeWithSilentKubelet_isNotWaitedFor() {
        world.ready = "Unknown";
        world.endsPods = false;
        world.pod("web-7-a", WEB, "");

        assertThat(drain(false, false).drain().drained()).isTrue();
    }

    @Test
    void unknownNode_isTold_withTheNearest() {
        LabException unknown = failure(() -> maintenance("nod1").uncordon());

        assertThat(unknown.id()).isEqualTo("node-unknown");
        assertThat(unknown.advice()).contains("Did you mean 'node1'?");
    }

    @Test
    void uncordonSaysWhetherItWasCordoned() {
        NodeMaintenance node = maintenance("node1");
        assertThat(node.uncordon().changed()).isFalse();
        world.unschedulable = "true";
        assertThat(node.uncordon().changed()).isTrue();
        assertThat(world.unschedulable).isEqualTo("null");
    }

    private DrainResult drain(boolean unmanaged, boolean localData) {
        return maintenance("node1").drain(unmanaged, localData, Duration.ofSeconds(1), new Cancellation());
    }

    private NodeMaintenance maintenance(String node) {
        return new NodeMaintenance(new Cluster(world), node, "duo", one -> !world.ofOthers,
                ServiceListener.lines(lines::add));
    }

    /** Fake of a cluster with one node that is drained: whoever evicts a pod gets its replacement on node2. */
    private static final class PodWorld extends FakeApi {
        private final Map<String, String> pods = new LinkedHashMap<>();
        private final List<String> elsewhere = new ArrayList<>();
        private String unschedulable = "false";
        private String ready = "True";
        private String budget = "";
        private boolean endsPods = true;
        private boolean toleratesCordons;
        private Runnable atCordon = () -> { };
        private boolean ofOthers;
        private String note = "null";
        /** After the next change. */
        private boolean silentNext;

        private void pod(String name, String metadata, String volume) {
            pods.put(name, """
                    {"metadata": {"name": "%1$s", "uid": "%1$s", "namespace": "default", %2$s},
                      "spec": {"nodeName": "node1", "volumes": [%3$s]}, "status": {"phase": "Running"}}"""
                    .formatted(name, metadata, volume));
        }

        @Override
        protected Optional<JsonNode> read(String path) {
            if (path.startsWith("/api/v1/nodes")) {
                return Optional.of(JSON.readTree("""
                        {"items": [{"metadata": {"name": "node1", "annotations": {%s}}, "spec":
                          {"unschedulable": %s}, "status": {"conditions": [{"type": "Ready", "status": "%s"}]}}]}"""
                        .formatted(note.equals("null") ? "" : "\"hybridlab.org/cordoned\": \"true\"", unschedulable,
                                ready)));
            }
            List<String> all = new ArrayList<>(pods.values());
            if (!path.contains("fieldSelector")) {
                all.addAll(elsewhere);
            }
            return Optional.of(JSON.readTree("{\"items\": [%s]}".formatted(String.join(",", all))));
        }

        @Override
        public JsonNode create(String path, String body) {
            if (!budget.isEmpty()) {
                throw LabException.labFailed("api-busy", "The API server could not create.", "").because(budget);
            }
            String name = path.replaceFirst(".*/pods/([^/]+)/eviction", "$1");
            String pod = endsPods ? pods.remove(name) : pods.replace(name, pods.get(name).replace("\"namespace\"",
                    "\"deletionTimestamp\": \"2026-11-23T08:00:00Z\", \"namespace\""));
            String again = pod.replace("\"" + name + "\"", "\"" + name + "-again\"")
                    .replace("\"Running\"", "\"Running\", \"containerStatuses\": [{\"ready\": true}]");
            if (toleratesCordons) {
                pods.put(name + "-again", again);
            } else {
                elsewhere.add(again.replace("node1", "node2"));
            }
            return done();
        }

        @Override
        public JsonNode merge(String path, String body) {
            atCordon.run();
            JsonNode done = super.merge(path, body);
            unschedulable = JSON.readTree(body).at("/spec/unschedulable").asString("null");
            note = JSON.readTree(body).at("/metadata/annotations/hybridlab.org~1cordoned").asString("null");
            if (silentNext) {
                fail(Fault.UNREACHABLE);
            }
            return done;
        }
    }
}
