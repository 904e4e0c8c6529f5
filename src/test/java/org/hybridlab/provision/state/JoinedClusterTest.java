package org.hybridlab.provision.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.fake.FakeObjects;
import org.hybridlab.provision.QuietContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedClusterTest {
    private static final String OURS = "/api/v1/namespaces/default/configmaps/ours";
    private static final String THEIRS = "/api/v1/namespaces/default/configmaps/theirs";
    private static final String SHOP = "/api/v1/namespaces/shop";

    @TempDir
    private Path folder;
    private final FakeObjects api = new FakeObjects();
    private final Cluster cluster = new Cluster(api);
    private final List<String> lines = new ArrayList<>();
    private JoinedCluster joined;

    @BeforeEach
    void joined() {
        joined = new JoinedCluster(Workspace.in(folder));
        joined.begin();
        api.endsNamespaces = true;
        others(THEIRS, "{\"a\":\"theirs\"}");
    }

    /** Else it could change what somebody made in the meantime. */
    @AfterEach
    void applies_nameTheUid() {
        assertThat(api.told()).filteredOn(call -> call.startsWith("apply ")).allMatch(call -> call.contains("uid"));
    }

    @Test
    void lab_withItsOwnCluster_hasJoinedNone() {
        assertThat(joined.isJoined()).isTrue();
        assertThat(new JoinedCluster(Workspace.in(folder.resolve("other"))).isJoined()).isFalse();
    }

    @Test
    void labsObjects_areTakenAway_andNothingElse() {
        apply(manifest("ours"));
        joined.apply(cluster, manifest("theirs"), true, path -> { }, new QuietContext());
        removeAll();

        assertThat(api.objects).containsOnlyKeys(THEIRS);
        assertThat(api.told()).last().asString().startsWith("delete " + OURS + "?").contains("uid=uid-");
    }

    /** Another app is applied between the objects of this one. */
    @Test
    void objects_ofSeveralApps_areAllNoted() {
        List<Manifest> both = Stream.of("ours", "last").flatMap(name -> manifest(name).stream()).toList();

        joined.apply(cluster, both, false, path -> {
            if (path.equals(OURS)) {
                new JoinedCluster(Workspace.in(folder)).apply(cluster, manifest("between"), false, one -> { },
                        new QuietContext());
            }
        }, new QuietContext());
        removeAll();

        assertThat(api.objects).containsOnlyKeys(THEIRS);
    }

    @Test
    void labsObjects_atNextUp_areItsOwn() {
        apply(manifest("ours"));
        apply(manifest("ours"));

        assertThat(api.calls()).filteredOn(call -> !call.startsWith("merge ")).containsExactly("create " + OURS,
                "apply " + OURS, "apply " + OURS);
    }

    /** kubernetes/kubernetes#99003: what a creation owns stays when server-side apply drops it. */
    @Test
    void droppedField_ofMadeObject_goes() {
        AtomicInteger busy = new AtomicInteger(2);
        api.before = call -> {
            if (call.startsWith("merge ") && busy.getAndDecrement() > 0) {
                api.touch(OURS);
            }
        };
        apply(configMap("ours", "{a: one, b: two}"));
        apply(configMap("ours", "{a: one}"));

        assertThat(api.objects.get(OURS).path("data").propertyNames()).containsExactly("a");
    }

    /** As if hybridlab was killed between the request and its answer. */
    @Test
    void object_whoseAnswerWasLost_isOurs() {
        api.answersLost = true;
        assertThatThrownBy(() -> apply(configMap("ours", "{a: one, b: two}"))).isInstanceOf(LabException.class);
        api.answersLost = false;

        apply(configMap("ours", "{a: one}"));

        assertThat(api.objects.get(OURS).path("data").propertyNames()).containsExactly("a");
        removeAll();
        assertThat(api.objects).containsOnlyKeys(THEIRS);
    }

    @Test
    void object_whoseAnswerWasLost_isTakenAway() {
        api.answersLost = true;
        assertThatThrownBy(() -> apply(manifest("ours"))).isInstanceOf(LabException.class);

        removeAll();

        assertThat(api.objects).containsOnlyKeys(THEIRS);
    }

    /** A refused object leaves no claim on what somebody makes there later. */
    @Test
    void anotherObject_inPlaceOfOurs_stays() {
        apply(manifest("ours"));
        api.objects.remove(OURS);
        others(OURS, "{\"a\":\"theirs now\"}");

        assertThat(failure(() -> apply(manifest("ours"))).id()).isEqualTo("object-not-owned");
        removeAll();

        assertThat(api.objects).containsOnlyKeys(OURS, THEIRS);
        assertThat(api.told()).noneMatch(told -> told.startsWith("delete "));
        assertThat(lines).containsExactly(OURS + " is not there, or not the lab's any more");
    }

    @Test
    void objectOfOthers_thatCameFirst_staysUnclaimed() {
        joined.apply(cluster, manifest("ours"), true, path -> others(path, "{}"), new QuietContext());
        removeAll();

        assertThat(api.objects).containsOnlyKeys(OURS, THEIRS);
    }

    @Test
    void anObjectOfOthersIsNeverOverwritten() {
        assertThat(failure(() -> apply(manifest("theirs"))).id()).isEqualTo("object-not-owned");
        assertThat(api.told()).isEmpty();
    }

    @Test
    void namespace_withNothingOfOthers_goes() {
        shop();
        others(SHOP + "/configmaps/kube-root-ca.crt", "{}");
        others(SHOP + "/serviceaccounts/default", "{}");

        assertThat(joined.held(cluster)).isEmpty();
        removeAll();
        assertThat(api.objects).containsOnlyKeys(THEIRS);
        assertThat(joined.kept()).isEmpty();
    }

    @Test
    void namespace_withObjectsOfOthers_staysUnlessAgreed() {
        shop();
        others(SHOP + "/configmaps/orders", "{}");

        assertThat(joined.held(cluster)).containsOnlyKeys(SHOP)
                .hasEntrySatisfying(SHOP, titles -> assertThat(titles).containsExactly("ConfigMap shop/orders"));
        removeAll();
        assertThat(api.objects).containsOnlyKeys(THEIRS, SHOP, SHOP + "/configmaps/orders");
        assertThat(joined.kept()).containsExactly(SHOP);

        joined.removeAll(cluster, Set.of(SHOP), lines::add);
        assertThat(api.objects).containsOnlyKeys(THEIRS);
        assertThat(joined.kept()).isEmpty();
    }

    @Test
    void commandsByHand_nameTheUid() {
        apply(manifest("ours"));
        joined.objectsStay();

        assertThat(joined.left()).singleElement().asString()
                .matches("kubectl delete --raw '" + OURS + "\\?uid=uid-\\d+'");
        assertThat(joined.kept()).isEmpty();
    }

    @Test
    void unreadableList_isNotAnEmptyOne() throws IOException {
        Files.writeString(folder.resolve("kubernetes/made-in-cluster.txt"), "\0\0\0\n");

        assertThat(failure(this::removeAll).id()).isEqualTo("state-unreadable");
    }

    private void shop() {
        apply(Manifest.parse("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n"));
        apply(Manifest.parse("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ours, namespace: shop}\n"));
    }

    /** One that somebody else makes. */
    private void others(String path, String data) {
        api.putOf("kubectl", path, "\"data\":" + data);
    }

    private void apply(List<Manifest> objects) {
        joined.apply(cluster, objects, false, path -> { }, new QuietContext());
    }

    private void removeAll() {
        joined.removeAll(cluster, Set.of(), lines::add);
    }

    private static List<Manifest> manifest(String name) {
        return configMap(name, "{}");
    }

    private static List<Manifest> configMap(String name, String data) {
        return Manifest.parse("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\ndata: %s\n"
                .formatted(name, data));
    }
}
