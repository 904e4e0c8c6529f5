package org.hybridlab.graph;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.lab.App;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;

/**
 * A lab as a picture: the host and its doors to the apps above, machines in rows below the wire of their network, pod
 * and service network across the bottom. Lengths are in pixels.
 */
final class SvgGraph {
    private static final int MARGIN = 24;
    private static final int BOX_WIDTH = 212;
    private static final int BOX_HEIGHT = 112;
    private static final int GAP = 20;
    private static final int PER_ROW = 4;
    private static final int HEAD = 160;
    /** From the wire of a row to the next one. */
    private static final int ROW = BOX_HEIGHT + 64;
    private static final int LINE = 18;

    private final Lab lab;
    private final int width;
    private final StringBuilder body = new StringBuilder();

    private SvgGraph(Lab lab) {
        this.lab = lab;
        int columns = Math.max(3, Math.min(PER_ROW, lab.machines().size()));
        width = 2 * MARGIN + GAP + columns * (BOX_WIDTH + GAP);
    }

    static String draw(Lab lab) {
        SvgGraph graph = new SvgGraph(lab);
        graph.head();
        int rows = (lab.machines().size() + PER_ROW - 1) / PER_ROW;
        graph.wires(rows);
        for (int i = 0; i < lab.machines().size(); i++) {
            graph.machine(lab.machines().get(i), MARGIN + GAP + i % PER_ROW * (BOX_WIDTH + GAP),
                    HEAD + i / PER_ROW * ROW);
        }
        int height = graph.foot(HEAD + rows * ROW);
        return graph.picture(height);
    }

    private void head() {
        text(MARGIN, 38, "title", lab.name());
        text(MARGIN, 60, "small", Words.subtitle(lab));
        box(MARGIN, 78, 96, 34, "host");
        text(MARGIN + 14, 100, "plain", "this host");
        int x = MARGIN + 96 + GAP;
        for (App app : lab.apps()) {
            String door = Words.door(app).orElse(app.name());
            int length = 24 + 8 * door.length();
            if (x + length > width - MARGIN) {
                break;
            }
            box(x, 78, length, 34, "app");
            text(x + 12, 100, "plain", door);
            x += length + 10;
        }
    }

    /** One wire for each row, all on one trunk that comes from the host. */
    private void wires(int rows) {
        line(MARGIN + 6, 112, MARGIN + 6, HEAD + (rows - 1) * ROW - 12);
        for (int row = 0; row < rows; row++) {
            line(MARGIN + 6, HEAD + row * ROW - 12, width - MARGIN, HEAD + row * ROW - 12);
        }
        text(MARGIN + GAP, HEAD - 20, "small", Words.machines(lab.network()));
    }

    private void machine(Machine machine, int x, int y) {
        line(x + BOX_WIDTH / 2, y - 12, x + BOX_WIDTH / 2, y + 8);
        box(x, y + 8, BOX_WIDTH, BOX_HEIGHT, machine.role().word() + " " + machine.os().word());
        List<String> lines = new ArrayList<>(Words.machine(lab, machine));
        text(x + 14, y + 34, "name", machine.name());
        for (int i = 0; i < lines.size(); i++) {
            text(x + 14, y + 56 + i * LINE, "plain", lines.get(i));
        }
        if (lab.nodes().contains(machine)) {
            line(x + BOX_WIDTH / 2, y + 8 + BOX_HEIGHT, x + BOX_WIDTH / 2, y + ROW - 20);
        }
    }

    /** @return the height of the whole picture */
    private int foot(int y) {
        box(MARGIN + GAP, y - 20, width - 2 * MARGIN - GAP, 58, "overlay");
        text(MARGIN + GAP + 14, y + 4, "plain", Words.pods(lab.network()));
        text(MARGIN + GAP + 14, y + 24, "plain", Words.services(lab.network()));
        return y + 58;
    }

    private String picture(int height) {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">
                <title>%s</title>
                <style>
                  text { font-family: sans-serif; font-size: 13px; fill: #1f2933; }
                  .title { font-size: 20px; font-weight: bold; }
                  .name { font-size: 15px; font-weight: bold; }
                  .small { fill: #52606d; }
                  rect { fill: #ffffff; stroke: #7b8794; stroke-width: 1.5; }
                  .paper { fill: #f7f9fb; stroke: none; }
                  .control-plane { fill: #e3effd; stroke: #2563a8; }
                  .worker { fill: #e6f5ea; stroke: #2f7d4a; }
                  .etcd { fill: #fdf1dc; stroke: #a8741a; }
                  .windows { stroke-width: 3; }
                  .app { fill: #f3e8fd; stroke: #7440a8; }
                  .overlay { fill: none; stroke-dasharray: 6 4; }
                  line { stroke: #7b8794; stroke-width: 1.5; }
                </style>
                <rect class="paper" x="0" y="0" width="%d" height="%d"/>
                %s</svg>
                """.formatted(width, height, width, height, Markup.escape("The lab " + lab.name()),
                width, height, body);
    }

    private void box(int x, int y, int boxWidth, int height, String style) {
        body.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n"
                .formatted(style, x, y, boxWidth, height));
    }

    private void text(int x, int y, String style, String text) {
        body.append("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, Markup.escape(text)));
    }

    private void line(int x1, int y1, int x2, int y2) {
        body.append("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n".formatted(x1, y1, x2, y2));
    }
}
