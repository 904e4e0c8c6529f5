package org.hybridlab.report.diagram;

import java.util.stream.Collectors;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/** A page of its own with a lab's picture, and its machines as a table. Refers to nothing outside of itself. */
final class HtmlGraph {
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
                <tr><th>machine</th><th>role</th><th>system</th><th>processors</th><th>memory</th><th>address</th></tr>
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
