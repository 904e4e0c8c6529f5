package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.hybridlab.cluster.inventory.InventoryRestore.Outcome;
import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What {@code up} applied is hybridlab's after a soft reset too, so that a later {@code up} can take it away. */
class OwnershipTest {
    private static final String APPLIED = """
            {"manager": "hybridlab", "operation": "Apply", "apiVersion": "apps/v1", "fieldsType": "FieldsV1",
             "fieldsV1": {"f:spec": {"f:replicas": {}}}}""";
    private static final String STATUS = "{\"manager\": \"kube-controller-manager\", \"operation\": \"Update\", "
            + "\"subresource\": \"status\"}";
    private static final String OF_HAND = "{\"manager\": \"kubectl\", \"operation\": \"Update\"}";

    private static final String OF_RESET = "{\"manager\": \"hybridlab-reset\", \"operation\": \"Update\"}";

    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        deployment("web", APPLIED + ", " + STATUS);
        deployment("other", OF_HAND);
        recorded.record = JsonMapper.shared().readValue(JsonMapper.shared().writeValueAsString(recorded.inventory()),
                Inventory.class);
    }

    private void deployment(String name, String owners) {
        world.put("apps/v1", "deployments", "default", name, "\"metadata\": {\"managedFields\": [%s]}, \"spec\": "
                .formatted(owners) + "{\"replicas\": 2}");
    }

    private void restore() {
        assertThat(recorded.restore().left()).isEmpty();
    }

    private List<JsonNode> owners(String name) {
        return world.at("apps/v1", "deployments", "default", name).at("/metadata/managedFields").valueStream().toList();
    }

    @Test
    void objectMadeAgain_isHybridlabsAlone() {
        world.objects.keySet().removeIf(path -> path.contains("/deployments/"));

        restore();

        assertThat(owners("web")).containsExactly(JsonMapper.shared().readTree(APPLIED));
        assertThat(owners("other")).noneMatch(entry -> entry.path("manager").asString().equals("hybridlab"));
    }

    @Test
    void objectPutBack_isHybridlabsAgain() {
        ObjectNode web = world.at("apps/v1", "deployments", "default", "web");
        web.withObject("/spec").put("replicas", 0);
        web.withObject("/metadata").set("managedFields", JsonMapper.shared().readTree("[%s, %s]".formatted(STATUS,
                OF_HAND)));

        restore();

        assertThat(owners("web")).filteredOn(entry -> !entry.path("fieldsV1").isNull()).containsExactlyInAnyOrder(
                JsonMapper.shared().readTree(APPLIED), JsonMapper.shared().readTree(STATUS));
    }

    /** It was killed after it had made the object, and before hybridlab owned that again. */
    @Test
    void resetCutOff_isEndedByTheNext() {
        deployment("web", OF_RESET + ", " + STATUS);
        String before = world.at("apps/v1", "deployments", "default", "web").path("spec").toString();

        assertThat(recorded.difference().lines()).hasSize(1);
        restore();

        assertThat(owners("web")).containsExactlyInAnyOrder(JsonMapper.shared().readTree(APPLIED),
                JsonMapper.shared().readTree(STATUS));
        assertThat(world.at("apps/v1", "deployments", "default", "web").path("spec")).hasToString(before);
    }

    @Test
    void objectMadeAgain_isTold_withoutOwner() {
        world.objects.keySet().removeIf(path -> path.endsWith("/web"));
        world.busy("merge /apis/apps/v1/namespaces/default/deployments/web");
        recorded.limits = RecordedWorld.IMPATIENT;

        Outcome outcome = recorded.restore();

        assertThat(outcome.undone()).containsExactly("made Deployment default/web again");
        assertThat(outcome.left()).hasSize(1);
    }
}
