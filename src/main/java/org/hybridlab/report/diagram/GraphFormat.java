package org.hybridlab.report.diagram;

import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

public enum GraphFormat {
    /** For Markdown with Mermaid, such as on GitHub. */
    MERMAID(MermaidGraph::draw),
    DOT(DotGraph::draw),
    /** For any browser. */
    SVG(SvgGraph::draw),
    /** A page with the picture and a table. */
    HTML(HtmlGraph::draw);

    private final Drawing drawing;

    GraphFormat(Drawing drawing) {
        this.drawing = drawing;
    }

    /** The lab in this format, with a final line end. Deterministic. */
    public String draw(Lab lab) {
        return drawing.draw(lab);
    }

    private interface Drawing {
        String draw(Lab lab);
    }

    static final class DotGraph {
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
            lab.machines().forEach(machine -> graph.line("  %s [label=%s]".formatted(
                    quoted("machine " + machine.name()),
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

    /** A page with a lab's picture and a table of its machines. Loads nothing. */
    static final class HtmlGraph {
        private HtmlGraph() {
        }

        static String draw(Lab lab) {
            return """
                    <!DOCTYPE html>
                    <html lang="en">
                    <head>
                    <meta charset="utf-8">
                    <meta name="viewport" content="width=device-width, initial-scale=1">
                    <meta name="color-scheme" content="light dark">
                    <title>%s</title>
                    <style>
                      body { font-family: sans-serif; margin: 2rem; }
                      svg { max-width: 100%%; height: auto; }
                      table { border-collapse: collapse; margin-top: 1.5rem; }
                      th, td { text-align: left; padding: 0.3rem 1rem 0.3rem 0; border-bottom: 1px solid #cbd2d9; }
                    </style>
                    </head>
                    <body>
                    %s<table>
                    <tr><th>machine</th><th>role</th><th>system</th><th>processors</th><th>memory</th><th>address</th>\
                    </tr>
                    %s</table>
                    </body>
                    </html>
                    """.formatted(Markup.escape(lab.name()), SvgGraph.draw(lab), lab.machines().stream()
                    .map(HtmlGraph::row).collect(Collectors.joining()));
        }

        private static String row(Machine machine) {
            return "<tr><td>%s</td><td>%s</td><td>%s/%s</td><td>%d</td><td>%d MiB</td><td>%s</td></tr>\n".formatted(
                    Markup.escape(machine.name()), machine.role().id(), machine.os().id(), machine.arch().id(),
                    machine.cpus(), machine.memoryMiB(), machine.address());
        }
    }

    static final class MermaidGraph {
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

        /** Machines are numbered, since Mermaid reserves ids such as {@code end}. */
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
}
