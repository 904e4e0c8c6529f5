package org.hybridlab.provision.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.RecordedApiServer;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.QuietContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedClusterTest {
    private static final String OURS = "/api/v1/namespaces/default/configmaps/ours";
    private static final String THEIRS = "/api/v1/namespaces/default/configmaps/theirs";

    @TempDir
    private Path folder;
    private final RecordedApiServer api = new RecordedApiServer().with("/api/v1",
            "{\"resources\": [{\"kind\": \"ConfigMap\", \"name\": \"configmaps\", \"namespaced\": true}]}")
            .with(THEIRS, "{}");
    private final Cluster cluster = new Cluster(api);
    private JoinedCluster joined;

    @BeforeEach
    void joined() {
        joined = new JoinedCluster(Workspace.in(folder));
        joined.begin();
    }

    @Test
    void lab_withItsOwnCluster_hasJoinedNone() {
        assertThat(joined.isJoined()).isTrue();
        assertThat(new JoinedCluster(Workspace.in(folder.resolve("other"))).isJoined()).isFalse();
    }

    @Test
    void labsObjects_areTakenAway_andNothingElse() {
        joined.apply(cluster, manifest("ours"), false, path -> { }, new QuietContext());
        joined.apply(cluster, manifest("theirs"), true, path -> { }, new QuietContext());
        new JoinedCluster(Workspace.in(folder)).removeAll(cluster, line -> { });

        assertThat(api.told()).hasSize(2).first().asString().startsWith("apply " + OURS);
        assertThat(api.told()).last().isEqualTo("delete " + OURS + "?propagationPolicy=Background");
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

        assertThat(List.of("ours", "between", "last")).allMatch(name -> joined.made(OURS.replace("ours", name)));
    }

    @Test
    void labsObjects_atNextUp_areItsOwn() {
        joined.apply(cluster, manifest("ours"), false, path -> { }, new QuietContext());
        api.with(OURS, "{}");
        joined.apply(cluster, manifest("ours"), false, path -> { }, new QuietContext());

        assertThat(api.told()).hasSize(2).allMatch(told -> told.startsWith("apply " + OURS));
    }

    /** An API server has one object under all versions of its group. */
    @Test
    void object_ofAnotherApiVersion_isItsOwn() {
        String path = "/apis/autoscaling/%s/namespaces/default/horizontalpodautoscalers/web";
        for (String version : List.of("v1", "v2")) {
            api.with("/apis/autoscaling/" + version, """
                    {"resources": [{"kind": "HorizontalPodAutoscaler", "name": "horizontalpodautoscalers",
                      "namespaced": true}]}""");
            joined.apply(cluster, Manifest.parse("""
                    apiVersion: autoscaling/%s
                    kind: HorizontalPodAutoscaler
                    metadata: {name: web}
                    """.formatted(version)), false, one -> { }, new QuietContext());
            api.with(path.formatted("v1"), "{}").with(path.formatted("v2"), "{}");
        }

        assertThat(api.told()).last().asString().startsWith("apply " + path.formatted("v2"));
        assertThat(joined.made(path.formatted("v2"))).isTrue();
    }

    @Test
    void anObjectOfOthersIsNeverOverwritten() {
        assertThatThrownBy(() -> joined.apply(cluster, manifest("theirs"), false, path -> { }, new QuietContext()))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("object-not-owned"));
        assertThat(api.told()).isEmpty();
    }

    private static List<Manifest> manifest(String name) {
        return Manifest.parse("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n".formatted(name));
    }
}
