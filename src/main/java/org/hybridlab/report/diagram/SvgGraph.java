package org.hybridlab.report.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;

/**
 * A lab as a picture. The host and its ports are at the top, machines in rows below their network's wire, pod and
 * service networks at the bottom. Follows the reader's light or dark scheme. Lengths are in pixels.
 */
public final class SvgGraph {
    private static final int MARGIN = 24;
    private static final int BOX_WIDTH = 212;
    private static final int BOX_HEIGHT = 112;
    private static final int GAP = 20;
    private static final int PER_ROW = 4;
    private static final int HEAD = 160;
    private static final int BETWEEN_ROWS = 64;
    private static final int LINE = 18;
    /** Distance of a machine to the pod network's wire. */
    private static final int POD_WIRE = 26;
    private static final int CHIP = 22;
    /** Characters that fit into a chip, and beside a machine's light. */
    private static final int CHIP_TEXT = 29;
    private static final int NAME_TEXT = 20;
    private static final int DOOR_TEXT = 44;
    /** Room for "and 99 more". */
    private static final int MORE = 90;
    private static final String STYLE = """
            .lab-picture { --paper: #f7f9fb; --text: #1f2933; --soft: #52606d; --line: #7b8794; --card: #ffffff;
              --control: #e3effd; --control-edge: #2563a8; --worker: #e6f5ea; --worker-edge: #2f7d4a;
              --etcd: #fdf1dc; --etcd-edge: #a8741a; --app: #f3e8fd; --app-edge: #7440a8;
              --well: #15803d; --unwell: #b91c1c; }
            @media (prefers-color-scheme: dark) {
              .lab-picture { --paper: #1e293b; --text: #f1f5f9; --soft: #cbd5e1; --line: #94a3b8; --card: #0f172a;
                --control: #172c4d; --control-edge: #60a5fa; --worker: #14332a; --worker-edge: #34d399;
                --etcd: #3b2c12; --etcd-edge: #fbbf24; --app: #35204d; --app-edge: #c084fc;
                --well: #4ade80; --unwell: #f87171; }
            }
            .lab-picture text { font-family: sans-serif; font-size: 13px; fill: var(--text); }
            .lab-picture .title { font-size: 20px; font-weight: bold; }
            .lab-picture .name { font-size: 15px; font-weight: bold; }
            .lab-picture .small { fill: var(--soft); }
            .lab-picture .chip-text { font-size: 11.5px; }
            .lab-picture rect { fill: var(--card); stroke: var(--line); stroke-width: 1.5; }
            .lab-picture .paper { fill: var(--paper); stroke: none; }
            .lab-picture .control-plane { fill: var(--control); stroke: var(--control-edge); }
            .lab-picture .worker { fill: var(--worker); stroke: var(--worker-edge); }
            .lab-picture .etcd { fill: var(--etcd); stroke: var(--etcd-edge); }
            .lab-picture .windows { stroke-width: 3; }
            .lab-picture .app { fill: var(--app); stroke: var(--app-edge); }
            .lab-picture .overlay { fill: none; stroke-dasharray: 6 4; }
            .lab-picture line { stroke: var(--line); stroke-width: 1.5; }
            .lab-picture .pods { stroke-dasharray: 6 4; }
            .lab-picture circle.well { fill: var(--well); }
            .lab-picture circle.unwell { fill: var(--unwell); }
            .lab-picture rect.unwell { stroke: var(--unwell); stroke-width: 2.5; }
            """;

    private final Lab lab;
    private final Map<String, MachineView> views;
    private final int width;
    private final int boxHeight;
    private final int row;
    private final StringBuilder body = new StringBuilder();

    private SvgGraph(Lab lab, Map<String, MachineView> views) {
        this.lab = lab;
        this.views = views;
        int columns = Math.max(3, Math.min(PER_ROW, lab.machines().size()));
        width = 2 * MARGIN + GAP + columns * (BOX_WIDTH + GAP);
        int chips = views.values().stream().mapToInt(view -> view.running().size()).max().orElse(0);
        boxHeight = BOX_HEIGHT + (chips == 0 ? 0 : LINE) + chips * CHIP;
        row = boxHeight + BETWEEN_ROWS;
    }

    public static String draw(Lab lab) {
        return draw(lab, Map.of());
    }

    /**
     * With the state of a running lab.
     *
     * @param views by machine; if not empty, machines without an entry are unhealthy
     */
    public static String draw(Lab lab, Map<String, MachineView> views) {
        SvgGraph graph = new SvgGraph(lab, views);
        graph.head();
        int rows = (lab.machines().size() + PER_ROW - 1) / PER_ROW;
        graph.wires(rows);
        for (int i = 0; i < lab.machines().size(); i++) {
            graph.machine(lab.machines().get(i), left(i % PER_ROW), HEAD + i / PER_ROW * graph.row,
                    i / PER_ROW == rows - 1);
        }
        int height = graph.foot(HEAD + rows * graph.row);
        return graph.picture(height);
    }

    private void head() {
        text(MARGIN, 38, "title", lab.name());
        text(MARGIN, 60, "small", Words.subtitle(lab));
        box(MARGIN, 78, 96, 34, "host");
        text(MARGIN + 14, 100, "plain", "this host");
        int x = MARGIN + 96 + GAP;
        for (int i = 0; i < lab.apps().size(); i++) {
            App app = lab.apps().get(i);
            String door = fitting(Words.door(app).orElse(app.name()), DOOR_TEXT);
            int left = lab.apps().size() - i;
            int length = 24 + 8 * door.length();
            if (x + length + (left > 1 ? MORE : 0) > width - MARGIN) {
                text(x, 100, "small", "and %d more".formatted(left));
                break;
            }
            box(x, 78, length, 34, "app");
            text(x + 12, 100, "plain", door);
            x += length + 10;
        }
    }

    /**
     * One wire per row. The machine network is above the rows, with a trunk from the host at the left. The pod network
     * is below, with a trunk at the right. The last row stands on the pod network itself.
     */
    private void wires(int rows) {
        line(MARGIN + 6, 112, MARGIN + 6, HEAD + (rows - 1) * row - 12);
        for (int i = 0; i < rows; i++) {
            int last = Math.min(lab.machines().size() - i * PER_ROW, PER_ROW) - 1;
            line(MARGIN + 6, HEAD + i * row - 12, left(last) + BOX_WIDTH / 2, HEAD + i * row - 12);
        }
        text(MARGIN + GAP, HEAD - 20, "small", Words.machines(lab.network()));
        int trunk = width - MARGIN - GAP / 2;
        for (int i = 0; i < rows - 1; i++) {
            line("pods", left(0) + BOX_WIDTH / 2, HEAD + i * row + boxHeight + POD_WIRE, trunk,
                    HEAD + i * row + boxHeight + POD_WIRE);
        }
        if (rows > 1) {
            line("pods", trunk, HEAD + boxHeight + POD_WIRE, trunk, HEAD + rows * row - 20);
        }
    }

    private static int left(int column) {
        return MARGIN + GAP + column * (BOX_WIDTH + GAP);
    }

    private void machine(Machine machine, int x, int y, boolean inLastRow) {
        line(x + BOX_WIDTH / 2, y - 12, x + BOX_WIDTH / 2, y + 8);
        Optional<MachineView> view = Optional.ofNullable(views.get(machine.name()));
        boolean unwell = !views.isEmpty() && lab.nodes().contains(machine) && !view.map(MachineView::well)
                .orElse(false);
        box(x, y + 8, BOX_WIDTH, boxHeight, machine.role().id() + " " + machine.os().id()
                + (unwell ? " unwell" : ""));
        text(x + 14, y + 34, "name", fitting(machine.name(), NAME_TEXT));
        if (!views.isEmpty() && lab.nodes().contains(machine)) {
            body.append("<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"6\"/>\n"
                    .formatted(unwell ? "unwell" : "well", x + BOX_WIDTH - 20, y + 29));
        }
        List<String> lines = new ArrayList<>(Words.machine(lab, machine));
        view.map(MachineView::pods).filter(pods -> !pods.isEmpty()).ifPresent(pods -> lines.add("pods " + pods));
        for (int i = 0; i < lines.size(); i++) {
            text(x + 14, y + 56 + i * LINE, "plain", lines.get(i));
        }
        chips(view.map(MachineView::running).orElse(List.of()), x, y + 8 + boxHeight);
        if (lab.nodes().contains(machine)) {
            line(x + BOX_WIDTH / 2, y + 8 + boxHeight, x + BOX_WIDTH / 2,
                    inLastRow ? y + row - 20 : y + boxHeight + POD_WIRE);
        }
    }

    /** Pods are drawn on the machine's lower edge. */
    private void chips(List<MachineView.Running> running, int x, int bottom) {
        int y = bottom - 6 - running.size() * CHIP;
        for (MachineView.Running pod : running) {
            box(x + 10, y, BOX_WIDTH - 20, CHIP - 4, pod.well() ? "app" : "app unwell");
            text(x + 18, y + 13, "chip-text", fitting(pod.name(), CHIP_TEXT));
            y += CHIP;
        }
    }

    /** Cuts the middle, since similar names differ at their ends. */
    private static String fitting(String name, int most) {
        int half = (most - 1) / 2;
        return name.length() <= most ? name
                : name.substring(0, most - 1 - half) + "\u2026" + name.substring(name.length() - half);
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
                <svg class="lab-picture" xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" \
                role="img">
                <title>%s</title>
                <style>
                %s</style>
                <rect class="paper" x="0" y="0" width="%d" height="%d"/>
                %s</svg>
                """.formatted(width, height, width, height, Markup.escape("The lab " + lab.name()), STYLE, width,
                height, body);
    }

    private void box(int x, int y, int boxWidth, int height, String style) {
        body.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n"
                .formatted(style, x, y, boxWidth, height));
    }

    private void text(int x, int y, String style, String text) {
        body.append("<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(style, x, y, Markup.escape(text)));
    }

    private void line(int x1, int y1, int x2, int y2) {
        line("wire", x1, y1, x2, y2);
    }

    private void line(String style, int x1, int y1, int x2, int y2) {
        body.append("<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n"
                .formatted(style, x1, y1, x2, y2));
    }
}
