package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;

import org.hybridlab.report.HtmlReport.RunningMachines;
import org.hybridlab.report.diagram.SvgGraph;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class RunningMachinesTest {
    private final Report report = Reports.report();

    @Test
    void overview_showsNodes_andWhatRunsThere() throws Exception {
        String svg = SvgGraph.draw(report.lab(), RunningMachines.of(report.nodes(), report.pods()));
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(svg).contains("circle class=\"well\"", "pods 10.244.1.0/24", "numbers-web-9567f5d-89vvh")
                .doesNotContain("circle class=\"unwell\"");
    }

    @Test
    void marksAMachineThatIsNoNode() {
        assertThat(SvgGraph.draw(report.lab(), RunningMachines.of(report.nodes().subList(0, 1), report.pods())))
                .contains("circle class=\"well\"", "circle class=\"unwell\"");
    }

    @Test
    void marksNothingIfTheClusterDidNotAnswer() {
        assertThat(SvgGraph.draw(report.lab(), RunningMachines.of(List.of(), List.of())))
                .isEqualTo(SvgGraph.draw(report.lab()));
    }
}
