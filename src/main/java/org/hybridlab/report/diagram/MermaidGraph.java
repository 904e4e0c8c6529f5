package org.hybridlab.report.diagram;

import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/** A lab as a Mermaid flowchart. */
final class MermaidGraph {
    private final StringBuilder text = new StringBuilder();

    private MermaidGraph() {
    }

    static String draw(Lab lab) {
        MermaidGraph graph = new MermaidGraph();
        graph.line("flowchart TB");
        graph.line("  host([this host])");
        graph.line("  subgraph lab[\"%s: %s\"]".formatted(lab.name(), Words.subtitle(lab)));
        graph.line("    subgraph net[\"%s\"]".formatted(Words.machines(lab.network())));
        lab.machines().forEach(machine -> graph.line("      %s[\"%s<br/>%s\"]".formatted(id(lab, machine),
                machine.name(), String.join("<br/>", Words.machine(lab, machine)))));
        graph.line("    end");
        graph.line("    pods{{\"%s\"}}".formatted(Words.pods(lab.network())));
        graph.line("    services{{\"%s\"}}".formatted(Words.services(lab.network())));
        graph.line("  end");
        graph.line("  host -- \"%s\" --> net".formatted(doors(lab)));
        lab.nodes().forEach(node -> graph.line("  %s --- pods".formatted(id(lab, node))));
        graph.line("  services -.- pods");
        return graph.text.toString();
    }

    /** Mermaid has reserved words among its ids, {@code end} for one: machines are numbered. */
    private static String id(Lab lab, Machine machine) {
        return "m" + lab.machines().indexOf(machine);
    }

    private static String doors(Lab lab) {
        String doors = lab.apps().stream().flatMap(app -> Words.door(app).stream())
                .collect(Collectors.joining("<br/>"));
        return doors.isEmpty() ? "ssh, kubectl" : doors;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
