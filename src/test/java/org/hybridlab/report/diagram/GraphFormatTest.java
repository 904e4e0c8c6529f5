package org.hybridlab.report.diagram;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;

import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class GraphFormatTest {
    private static final KubernetesVersion NEW = new KubernetesVersion(1, 36, 3);
    private static final Lab LAB = new Lab("pictured", NEW, Optional.empty(), Optional.empty(),
            new Network(NetworkMode.FLANNEL_VXLAN, Cidr.parse("10.9.0.0/24"), Cidr.parse("10.244.0.0/16"),
                    Cidr.parse("10.96.0.0/12"), 4096, 4789, "cluster.local"),
            List.of(machine("end", Role.CONTROL_PLANE, Os.LINUX, NEW, 11),
                    machine("node", Role.WORKER, Os.LINUX, new KubernetesVersion(1, 35, 4), 12),
                    machine("win", Role.WORKER, Os.WINDOWS, NEW, 13), machine("store", Role.ETCD, Os.LINUX, NEW, 14),
                    machine("fifth", Role.WORKER, Os.LINUX, NEW, 15)),
            false,
            List.of(new App("numbers", List.of("apps/numbers.yaml"), Map.of(), Optional.of(30001), "/a?b=1&c=2")),
            List.of(), Outside.direct());

    @ParameterizedTest
    @EnumSource
    void everyPictureNamesMachinesAddressesNetworksAndDoors(GraphFormat format) {
        assertThat(format.draw(LAB)).contains("pictured", "end", "node", "win", "store", "fifth", "10.9.0.11",
                "10.9.0.15", "windows/amd64", "control-plane", "10.9.0.0/24", "10.244.0.0/16", "10.96.0.10",
                "VXLAN 4096", "kubelet 1.35.4", "numbers: port 30001").endsWith("\n");
        assertThat(format.draw(LAB)).isEqualTo(format.draw(LAB));
    }

    @Test
    void mermaidIdsAreNoWordsOfMermaid() {
        assertThat(GraphFormat.MERMAID.draw(LAB)).doesNotContain("  end[").contains("m0[\"end<br/>")
                .contains("m1 --- pods").doesNotContain("m3 --- pods");
    }

    @Test
    void dotQuotesEverything() {
        assertThat(GraphFormat.DOT.draw(LAB)).startsWith("graph lab {\n").endsWith("}\n")
                .contains("\"machine end\" [label=\"end\\ncontrol-plane, linux/amd64\\n");
    }

    @Test
    void svg_isWellFormed_withNothingOutside() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(GraphFormat.SVG.draw(LAB))));
        int width = number(svg.getDocumentElement(), "width");
        int height = number(svg.getDocumentElement(), "height");
        NodeList boxes = svg.getElementsByTagName("rect");
        assertThat(boxes.getLength()).isEqualTo(1 + 1 + 1 + 5 + 1);
        for (int i = 0; i < boxes.getLength(); i++) {
            Element box = (Element) boxes.item(i);
            assertThat(number(box, "x") + number(box, "width")).isLessThanOrEqualTo(width);
            assertThat(number(box, "y") + number(box, "height")).isLessThanOrEqualTo(height);
        }
    }

    @Test
    void graph_keepsNameEnds_andCountsHiddenDoors() {
        List<App> apps = IntStream.rangeClosed(1, 9).mapToObj(i -> new App("app" + i, List.of(), Map.of(),
                Optional.of(30000 + i), "/a/path/that/takes/all/the/room/there/is/" + i)).toList();
        Lab lab = new Lab(LAB.name(), NEW, Optional.empty(), Optional.empty(), LAB.network(),
                List.of(machine("a-name-that-is-too-long-for-its-box-1", Role.CONTROL_PLANE, Os.LINUX, NEW, 11)),
                false, apps, List.of(), Outside.direct());

        assertThat(GraphFormat.SVG.draw(lab)).contains(">a-name-tha\u2026its-box-1<").contains("is/1<")
                .contains(">and 8 more<");
    }

    @Test
    void machinesOfEachRowHangOnBothNetworks() {
        assertThat(GraphFormat.SVG.draw(LAB).split("class=\"pods\"", -1)).hasSize(3);
    }

    @Test
    void thePageNeedsNothingFromOutside() {
        assertThat(GraphFormat.HTML.draw(LAB).replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http://", "https://", "<script", "src=").contains("/a?b=1&amp;c=2");
    }

    private static int number(Element element, String attribute) {
        return Integer.parseInt(element.getAttribute(attribute));
    }

    private static Machine machine(String name, Role role, Os os, KubernetesVersion version, int last) {
        return new Machine(name, role, os, Arch.AMD64, 2, 2048, Optional.empty(), version,
                Ipv4.parse("10.9.0." + last));
    }
}
