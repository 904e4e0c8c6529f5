package org.hybridlab.report.diagram;

import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;

/** A lab for Graphviz. */
final class DotGraph {
    private final StringBuilder text = new StringBuilder();

    private DotGraph() {
    }

    static String draw(Lab lab) {
        DotGraph graph = new DotGraph();
        graph.line("graph lab {");
        graph.line("  graph [label=%s, labelloc=t, fontname=\"sans-serif\"]"
                .formatted(quoted(lab.name() + "\n" + Words.subtitle(lab))));
        graph.line("  node [shape=box, style=rounded, fontname=\"sans-serif\"]");
        graph.line("  edge [fontname=\"sans-serif\"]");
        graph.line("  host [label=\"this host\", shape=oval]");
        graph.line("  network [label=%s, shape=plaintext]".formatted(quoted(Words.machines(lab.network()))));
        lab.machines().forEach(machine -> graph.line("  %s [label=%s]".formatted(quoted("machine " + machine.name()),
                quoted(machine.name() + "\n" + String.join("\n", Words.machine(lab, machine))))));
        graph.line("  pods [label=%s, shape=hexagon]".formatted(quoted(Words.pods(lab.network()))));
        graph.line("  services [label=%s, shape=hexagon]".formatted(quoted(Words.services(lab.network()))));
        graph.line("  host -- network [label=%s]".formatted(quoted(lab.apps().stream()
                .flatMap(app -> Words.door(app).stream()).collect(Collectors.joining("\n")))));
        lab.machines().forEach(machine -> graph.line("  network -- " + quoted("machine " + machine.name())));
        lab.nodes().forEach(node -> graph.line("  %s -- pods".formatted(quoted("machine " + node.name()))));
        graph.line("  pods -- services [style=dashed]");
        graph.line("}");
        return graph.text.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
