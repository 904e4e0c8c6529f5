package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.hybridlab.cluster.inventory.InventoryRestore.Outcome;
import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A soft reset loses nothing that pods of the lab wrote. */
class VolumeRestoreTest {
    private static final String CLAIMS = "persistentvolumeclaims";
    private static final String VOLUMES = "persistentvolumes";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aClusterAsUpLeavesIt() {
        recorded.note();
    }

    private void claim(String namespace, String fields) {
        world.put("v1", CLAIMS, namespace, "data-db-0", """
                "metadata": {"finalizers": ["kubernetes.io/pvc-protection"], "annotations": {%s}},
                "spec": {"volumeName": "pvc-1"}""".formatted(fields));
    }

    private void volume(String namespace, String fields) {
        world.put("v1", VOLUMES, "", "pvc-1", """
                "metadata": {"finalizers": ["kubernetes.io/pv-protection"], "annotations": {
                  "pv.kubernetes.io/provisioned-by": "rancher.io/local-path"}},
                "spec": {"claimRef": {"namespace": "%s", "name": "data-db-0", "uid": "u1"}%s}"""
                .formatted(namespace, fields));
    }

    /** As Kubernetes' pv_controller.go has it, in syncBoundClaim and syncUnboundClaim. */
    private String phase() {
        ObjectNode claim = world.at("v1", CLAIMS, "default", "data-db-0");
        String name = claim.at("/spec/volumeName").asString("");
        boolean bound = claim.path("metadata").path("annotations").has("pv.kubernetes.io/bind-completed");
        List<JsonNode> references = world.objects.entrySet().stream()
                .filter(one -> one.getKey().startsWith("/api/v1/" + VOLUMES)
                        && (name.isEmpty() || one.getKey().endsWith("/" + name)))
                .map(one -> one.getValue().path("spec").path("claimRef")).toList();
        boolean matches = references.stream().anyMatch(one -> one.isMissingNode() && !name.isEmpty()
                || one.path("namespace").asString("").equals("default") && one.path("name").asString("")
                        .equals("data-db-0") && (one.path("uid").asString("").isEmpty() && !bound
                                || one.path("uid").equals(claim.path("metadata").path("uid"))));
        return matches ? "Bound" : bound ? "Lost" : "Pending";
    }

    @Test
    void claims_ofLaterStatefulSet_keepTheirVolumes() {
        world.put("apps/v1", "statefulsets", "default", "db",
                "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\"}]}");
        recorded.record = recorded.later();
        claim("default", "");
        volume("default", "");

        Outcome outcome = recorded.restore();

        assertThat(outcome.left()).isEmpty();
        assertThat(outcome.undone()).isEmpty();
        assertThat(world.at("v1", CLAIMS, "default", "data-db-0").at("/metadata/finalizers")).isNotEmpty();
        assertThat(world.has("v1", VOLUMES, "", "pvc-1")).isTrue();
    }

    @Test
    void claims_ofForeignNamespace_goWithTheirVolumes() {
        world.put("v1", "namespaces", "", "alpha", "");
        claim("alpha", "");
        volume("alpha", "");

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.objects.keySet()).noneMatch(path -> path.contains("data-db-0") || path.contains("pvc-1"));
    }

    @Test
    void claim_whereNamespacesWereUnlisted_stays() {
        world.busy("/api/v1/namespaces");
        recorded.note();
        world.failures.clear();
        claim("default", "");
        volume("default", "");

        assertThat(recorded.difference().foreign()).isEmpty();
    }

    @Test
    void provisionedClaim_madeAgain_getsNewVolume() {
        claim("default", """
                "pv.kubernetes.io/bind-completed": "yes", "pv.kubernetes.io/bound-by-controller": "yes",
                "volume.kubernetes.io/selected-node": "node1", "mine": "stays",
                "volume.kubernetes.io/storage-provisioner": "rancher.io/local-path\"""");
        volume("default", ", \"persistentVolumeReclaimPolicy\": \"Delete\"");
        recorded.note();
        world.objects.remove("/api/v1/namespaces/default/persistentvolumeclaims/data-db-0");
        world.objects.remove("/api/v1/persistentvolumes/pvc-1");

        Outcome outcome = recorded.restore();

        assertThat(outcome.left()).isEmpty();
        assertThat(outcome.undone()).as("what the storage held went with the volume")
                .containsExactly("made PersistentVolumeClaim default/data-db-0 again");
        assertThat(phase()).isEqualTo("Pending");
        assertThat(world.at("v1", CLAIMS, "default", "data-db-0").at("/metadata/annotations").propertyNames())
                .containsExactly("mine");
    }

    @Test
    void claim_ofReleasedVolume_isBoundAgain() {
        claim("default", "\"pv.kubernetes.io/bind-completed\": \"yes\"");
        volume("default", ", \"persistentVolumeReclaimPolicy\": \"Retain\"");
        recorded.note();
        world.objects.remove("/api/v1/namespaces/default/persistentvolumeclaims/data-db-0");
        world.at("v1", VOLUMES, "", "pvc-1").withObject("/status").put("phase", "Released");

        assertThat(recorded.restore().left()).isEmpty();

        assertThat(phase()).isEqualTo("Bound");
    }

    @Test
    void retainedVolume_madeAgain_isBoundAgain() {
        claim("default", "\"pv.kubernetes.io/bound-by-controller\": \"yes\"");
        volume("default", ", \"persistentVolumeReclaimPolicy\": \"Retain\"");
        recorded.note();
        world.objects.remove("/api/v1/namespaces/default/persistentvolumeclaims/data-db-0");
        world.objects.remove("/api/v1/persistentvolumes/pvc-1");

        assertThat(recorded.restore().left()).isEmpty();

        assertThat(phase()).isEqualTo("Bound");
        assertThat(world.at("v1", VOLUMES, "", "pvc-1").at("/spec/claimRef").propertyNames())
                .containsExactlyInAnyOrder("namespace", "name");
    }

    /** Its claims go with it if it says so; nobody deleted it. */
    /** Two writers would have its volume: the pod that is ended at once, and the one that takes its place. */
    @Test
    void statefulSetPutBack_keepsItsPods() {
        world.put("apps/v1", "statefulsets", "default", "db", "\"spec\": {\"serviceName\": \"db\"}");
        recorded.note();
        ObjectNode set = world.at("apps/v1", "statefulsets", "default", "db");
        set.withObject("/spec").put("serviceName", "other");
        world.put("v1", "pods", "default", "db-0", """
                "metadata": {"labels": {"statefulset.kubernetes.io/pod-name": "db-0"},
                  "ownerReferences": [{"kind": "StatefulSet", "name": "db", "controller": true, "uid": %s}]}"""
                .formatted(set.at("/metadata/uid")));
        JsonNode uid = world.at("v1", "pods", "default", "db-0").at("/metadata/uid");

        assertThat(recorded.restore().left()).isEmpty();

        assertThat(world.at("v1", "pods", "default", "db-0").at("/metadata/uid")).isEqualTo(uid);
    }

    /** The claim of a StatefulSet is its controller's, and no record has it. */
    @Test
    void volumeOfDeletedClaim_canBeClaimedAgain() {
        String volume = "\"spec\": {\"persistentVolumeReclaimPolicy\": \"Retain\"%s}, \"status\": {\"phase\": \"%s\"}";
        String claim = ", \"claimRef\": {\"namespace\": \"default\", \"name\": \"data-db-0\", \"uid\": \"u1\", "
                + "\"resourceVersion\": \"7\"}";
        world.put("v1", VOLUMES, "", "store", volume.formatted(claim, "Bound"));
        recorded.note();
        world.at("v1", VOLUMES, "", "store").withObject("/status").put("phase", "Released");

        Outcome done = recorded.restore();

        assertThat(done.left()).isEmpty();
        assertThat(done.undone()).containsExactly("let PersistentVolume store be claimed again");
        assertThat(world.at("v1", VOLUMES, "", "store").at("/spec/claimRef").propertyNames())
                .containsExactlyInAnyOrder("namespace", "name");
        assertThat(recorded.restore().undone()).isEmpty();
    }

    /** The record has no claim: any one may have it, and one of the lab's would wait for ever. */
    @Test
    void volume_recordedWithoutClaim_isFreeAgain() {
        String volume = "\"spec\": {\"persistentVolumeReclaimPolicy\": \"Retain\"%s}, \"status\": {\"phase\": \"%s\"}";
        world.put("v1", VOLUMES, "", "store", volume.formatted("", "Available"));
        recorded.note();
        for (String owner : List.of("mine", "yours")) {
            world.put("v1", VOLUMES, "", "store", volume.formatted(", \"claimRef\": {\"namespace\": \"default\", "
                    + "\"name\": \"%s\", \"uid\": \"u1\"}".formatted(owner), "Released"));

            assertThat(recorded.restore().left()).isEmpty();
            assertThat(world.at("v1", VOLUMES, "", "store").path("spec").has("claimRef")).as(owner).isFalse();
        }
    }

    /** Its address cannot be put back; its port counts as taken until it is deleted. */
    @Test
    void serviceOfAnotherAddress_isMadeAgain() {
        String service = "\"spec\": {\"clusterIP\": \"10.96.0.%d\", \"ports\": [{\"nodePort\": 30001}]}";
        world.put("v1", "services", "default", "shop", service.formatted(7));
        recorded.note();
        world.objects.remove("/api/v1/namespaces/default/services/shop");
        world.put("v1", "services", "default", "shop", service.formatted(8));

        assertThat(recorded.restore().left()).isEmpty();

        assertThat(world.at("v1", "services", "default", "shop").at("/spec/clusterIP").asString())
                .isEqualTo("10.96.0.7");
    }

    @Test
    void statefulSetPutBack_keepsItsClaims() {
        world.put("apps/v1", "statefulsets", "default", "db", "\"spec\": {\"serviceName\": \"db\", "
                + "\"persistentVolumeClaimRetentionPolicy\": {\"whenDeleted\": \"Delete\"}}");
        recorded.note();
        ObjectNode set = world.at("apps/v1", "statefulsets", "default", "db");
        set.withObject("/spec").put("serviceName", "other");
        claim("default", "");
        world.at("v1", CLAIMS, "default", "data-db-0").withObject("/metadata").putArray("ownerReferences").addObject()
                .put("kind", "StatefulSet").set("uid", set.at("/metadata/uid"));

        assertThat(recorded.restore().left()).isEmpty();

        assertThat(world.at("apps/v1", "statefulsets", "default", "db").at("/spec/serviceName").asString())
                .isEqualTo("db");
        assertThat(world.has("v1", CLAIMS, "default", "data-db-0")).isTrue();
    }
}
