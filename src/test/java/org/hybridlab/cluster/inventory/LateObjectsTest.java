package org.hybridlab.cluster.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.hybridlab.fake.FakeObjects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What hybridlab applied after the record was made, and what came with that, is the lab's. */
class LateObjectsTest {
    private static final String OURS = "\"metadata\": {\"managedFields\": [{\"manager\": \"hybridlab\", "
            + "\"operation\": \"Apply\"}]}";
    private static final String HOOK = "admissionregistration.k8s.io/v1";
    private static final String HOOKS = "validatingwebhookconfigurations";
    @AutoClose
    private final RecordedWorld recorded = new RecordedWorld();
    private final FakeObjects world = recorded.world;

    @BeforeEach
    void aLaterAppInItsNamespace() {
        world.put("v1", "namespaces", "", "shop", OURS);
        world.put("apps/v1", "deployments", "default", "front", OURS);
        world.put("v1", "secrets", "shop", "admission", "");
        world.put("v1", "persistentvolumeclaims", "shop", "data", "");
        world.put("v1", "persistentvolumes", "", "pvc-1", "\"spec\": {\"claimRef\": {\"namespace\": \"shop\"}}");
    }

    @Test
    void unrecordedApp_staysWithItsData() {
        world.put("v1", "configmaps", "default", "mine", "");

        assertThat(recorded.difference().lines()).containsExactly("remove ConfigMap default/mine");
    }

    @Test
    void leftProbes_areForeign_alsoIfApplied() {
        world.put("v1", "namespaces", "", "checks", "\"metadata\": {\"labels\": {\"hybridlab.org/probes\": \"\"}, "
                + OURS.substring(OURS.indexOf("{") + 1));

        assertThat(recorded.difference().lines()).containsExactly("remove namespace checks with 0 objects");
    }

    @Test
    void newNamespace_isRecorded_withAllInIt() {
        recorded.record = recorded.later();
        assertThat(recorded.record.objects()).containsKeys("namespaces//shop", "secrets/shop/admission");
        world.put("v1", "configmaps", "shop", "mine", "");
        recorded.record = recorded.later();

        assertThat(recorded.difference().lines()).containsExactly("remove ConfigMap shop/mine");
    }

    /** A Job of ingress-nginx fills it in, and cert-manager renews its own. */
    @Test
    void caBundleOfWebhook_isItsControllers() {
        String hook = "\"webhooks\": [{\"failurePolicy\": \"%s\", \"clientConfig\": {%s}}]";
        hook(hook.formatted("Fail", ""));
        recorded.record = recorded.later();
        hook(hook.formatted("Fail", "\"caBundle\": \"bmV3\""));
        assertThat(recorded.difference().lines()).isEmpty();

        hook(hook.formatted("Ignore", "\"caBundle\": \"bmV3\""));
        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at(HOOK, HOOKS, "", "admission").path("webhooks").toString())
                .isEqualTo("[%s]".formatted("{\"failurePolicy\":\"Fail\",\"clientConfig\":{\"caBundle\":\"bmV3\"}}"));
    }

    @Test
    void lostCaBundle_isPutBack() {
        hook("\"webhooks\": [{\"clientConfig\": {\"caBundle\": \"b2xk\"}}]");
        recorded.note();
        hook("\"webhooks\": [{\"clientConfig\": {}}]");

        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at(HOOK, HOOKS, "", "admission").at("/webhooks/0/clientConfig/caBundle").asString())
                .isEqualTo("b2xk");
    }

    /** A person who breaks it writes by kubectl. */
    @Test
    void caBundle_byHand_isPutBack() {
        hook("\"webhooks\": [{\"name\": \"a\", \"clientConfig\": {\"caBundle\": \"b2xk\"}}]");
        recorded.note();
        hook("\"webhooks\": [{\"name\": \"a\", \"clientConfig\": {\"caBundle\": \"YmFk\"}}]");
        world.at(HOOK, HOOKS, "", "admission").withObject("/metadata").withArray("managedFields").addObject()
                .put("manager", "kubectl-patch").putObject("fieldsV1").putObject("f:webhooks")
                .putObject("k:{\"name\":\"a\"}").putObject("f:clientConfig").putObject("f:caBundle");

        assertThat(recorded.difference().lines()).singleElement().asString().contains("caBundle");
        assertThat(recorded.restore().left()).isEmpty();
        assertThat(world.at(HOOK, HOOKS, "", "admission").at("/webhooks/0/clientConfig/caBundle").asString())
                .isEqualTo("b2xk");
    }

    @Test
    void caBundle_ofOtherKinds_isPutBack() {
        world.put("example.org/v1", "widgets", "default", "issuer", "\"spec\": {\"caBundle\": \"b2xk\"}");
        recorded.note();
        world.put("example.org/v1", "widgets", "default", "issuer", "\"spec\": {\"caBundle\": \"YmFk\"}");

        assertThat(recorded.difference().lines()).singleElement().asString().contains("caBundle");
    }

    private void hook(String webhooks) {
        world.put(HOOK, HOOKS, "", "admission", OURS + ", " + webhooks);
    }
}
