package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class TopologyTest {
    @Test
    void drawsEveryMachineBetweenItsTwoNetworks() {
        String svg = Topology.of(Reports.lab("four-machines")).svg(Reports.templates());
        Document picture = JUnitXmlTest.parsed(svg);
        assertThat(picture.getElementsByTagName("rect").getLength()).isEqualTo(4);
        assertThat(svg).contains(">control<", ">node1<", ">node2<", ">node3<", "192.168.99.14",
                "Lab network 192.168.99.0/24", "Pod network 10.244.0.0/16: flannel, VXLAN 4096 on UDP 4789",
                "apod on NodePort 30000");
    }

    @Test
    void showsWhatRunsWhereIfThatIsKnown() {
        Report report = Reports.report();
        String svg = Topology.of(report.lab(), report.nodes(), report.pods()).svg(Reports.templates());
        JUnitXmlTest.parsed(svg);
        assertThat(svg).contains("class=\"card good\"", "pods 10.244.1.0/24", "numbers-web-9567f5d-89vvh");
    }

    @Test
    void marksAMachineThatIsNoReadyNode() {
        Report report = Reports.report();
        assertThat(Topology.of(report.lab(), report.nodes().subList(0, 1), report.pods()).svg(Reports.templates()))
                .contains("class=\"card good\"", "class=\"card bad\"");
    }
}
