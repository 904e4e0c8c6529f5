package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeSettings;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.Test;

/** What of a node's labels and taints is the lab file's, and what stays somebody else's. */
class NodeMarksTest {
    private static final String NODE = "/api/v1/nodes/node";
    private static final NodeTaint BUILD = NodeTaint.parse("dedicated=build:NoSchedule");

    private final FakeApi api = new FakeApi();

    @Test
    void node_unmentionedInLabFile_isLeftAlone() {
        node("{\"labels\":{\"mine\":\"yes\"}}", "[{\"key\":\"mine\",\"effect\":\"NoSchedule\"}]");

        assertThat(difference(marks(Os.LINUX, Map.of(), List.of()))).isEmpty();
    }

    @Test
    void whatIsMissingIsNamedAndGiven() {
        node("{\"labels\":{\"tier\":\"back\"},\"resourceVersion\":\"7\"}",
                "[{\"key\":\"node.kubernetes.io/not-ready\",\"effect\":\"NoSchedule\"},"
                        + "{\"key\":\"dedicated\",\"value\":\"old\",\"effect\":\"NoSchedule\"}]");
        NodeMarks marks = marks(Os.LINUX, Map.of("tier", "front"), List.of(BUILD));

        assertThat(difference(marks)).contains(
                "its label tier=front is missing, its taint dedicated=build:NoSchedule is missing");
        marks.apply(new Cluster(api), seen());
        assertThat(api.told()).singleElement().asString().startsWith("merge " + NODE)
                .contains("\"resourceVersion\":\"7\"", "\"tier\":\"front\"", "\"hybridlab.org/labels\":\"tier\"",
                        "\"hybridlab.org/taints\":\"dedicated=build:NoSchedule\"", "node.kubernetes.io/not-ready",
                        "\"value\":\"build\"")
                .doesNotContain("\"old\"");
    }

    @Test
    void marks_noLongerInLabFile_goAlone() {
        node("{\"labels\":{\"tier\":\"front\",\"mine\":\"yes\"},\"annotations\":{\"hybridlab.org/labels\":\"tier\","
                + "\"hybridlab.org/taints\":\"dedicated=build:NoSchedule\"}}",
                "[{\"key\":\"dedicated\",\"value\":\"build\",\"effect\":\"NoSchedule\"},"
                        + "{\"key\":\"mine\",\"effect\":\"NoExecute\"}]");
        NodeMarks marks = marks(Os.LINUX, Map.of(), List.of());

        assertThat(difference(marks)).contains("its label tier is no longer in the lab file, "
                + "its taint dedicated=build:NoSchedule is no longer in the lab file");
        marks.apply(new Cluster(api), seen());
        assertThat(api.told()).singleElement().asString().contains("\"tier\":null", "\"hybridlab.org/labels\":null",
                "\"key\":\"mine\"").doesNotContain("dedicated", "yes");
    }

    @Test
    void node_givenAllByKubeadm_isNotedOnce() {
        String taints = "[{\"key\":\"dedicated\",\"value\":\"build\",\"effect\":\"NoSchedule\"}]";
        node("{\"labels\":{\"tier\":\"front\"}}", taints);
        NodeMarks marks = marks(Os.LINUX, Map.of("tier", "front"), List.of(BUILD));

        assertThat(difference(marks)).contains("its labels and taints are not noted");
        node("{\"labels\":{\"tier\":\"front\"},\"annotations\":{\"hybridlab.org/labels\":\"tier\","
                + "\"hybridlab.org/taints\":\"dedicated=build:NoSchedule\"}}", taints);
        assertThat(difference(marks)).isEmpty();
    }

    @Test
    void windowsTaint_isAsTheLabFileSays() {
        node("{}", "[]");
        assertThat(difference(marks(Os.WINDOWS, Map.of(), List.of(NodeTaint.WINDOWS))))
                .contains("its taint os=windows:NoSchedule is missing");

        node("{}", "[{\"key\":\"os\",\"value\":\"windows\",\"effect\":\"NoSchedule\"}]");
        assertThat(difference(marks(Os.WINDOWS, Map.of(), List.of(NodeTaint.WINDOWS)))).isEmpty();
        assertThat(difference(marks(Os.WINDOWS, Map.of(), List.of())))
                .contains("its taint os=windows:NoSchedule is no longer in the lab file");
    }

    private void node(String metadata, String taints) {
        api.with(NODE, "{\"metadata\":%s,\"spec\":{\"taints\":%s}}".formatted(
                metadata.equals("{}") ? "{\"name\":\"node\"}"
                        : metadata.replaceFirst("\\{", "{\"name\":\"node\","), taints));
    }

    private Node seen() {
        return new Cluster(api).node("node").orElseThrow();
    }

    private Optional<String> difference(NodeMarks marks) {
        return marks.difference(seen());
    }

    private static NodeMarks marks(Os os, Map<String, String> labels, List<NodeTaint> taints) {
        return new NodeMarks(new Machine("node", Role.WORKER, os, Arch.AMD64, 2, 2048, Optional.empty(),
                KubernetesVersion.parse("1.36.3"), Ipv4.parse("192.168.57.12"),
                os == Os.WINDOWS ? Optional.of(WindowsSettings.usual("node")) : Optional.empty(),
                new NodeSettings(labels, taints)));
    }
}
