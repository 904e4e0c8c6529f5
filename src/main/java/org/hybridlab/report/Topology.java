package org.hybridlab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.kubernetes.Node;
import org.hybridlab.kubernetes.Pod;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.NetworkMode;
import org.hybridlab.render.Templates;

/**
 * The picture of a lab: its machines between their own network above and the pod network below, as SVG that needs
 * nothing from outside and fits light and dark pages. Where nodes and pods are known, they are in it.
 */
public final class Topology {
    private static final int CARD_WIDTH = 224;
    private static final int CARD_HEIGHT = 92;
    private static final int CHIP = 24;
    private static final int GAP = 24;
    private static final int MARGIN = 24;
    private static final int IN_A_ROW = 4;
    /** From a row's upper line to its cards, and from them to its lower line. */
    private static final int LINK = 26;
    private static final int HEAD = 44;
    private static final int FOOT = 52;
    /** As many characters of a pod's name as fit into a chip. */
    private static final int CHIP_TEXT = 31;

    private final Lab lab;
    private final List<Node> nodes;
    private final List<Pod> pods;

    private Topology(Lab lab, List<Node> nodes, List<Pod> pods) {
        this.lab = lab;
        this.nodes = nodes;
        this.pods = pods;
    }

    /** What the lab file says. */
    public static Topology of(Lab lab) {
        return new Topology(lab, List.of(), List.of());
    }

    /** What a running lab shows as well. */
    public static Topology of(Lab lab, List<Node> nodes, List<Pod> pods) {
        return new Topology(lab, nodes, pods);
    }

    /** Several machines side by side. */
    public record Row(int upper, int lower, List<Card> cards) {
    }

    /** One machine; numbers are pixels, the card's upper left corner first. */
    public record Card(int x, int y, int width, int height, String name, String state, String role, String address,
                String size, Optional<String> podCidr, List<Chip> chips) {
    }

    /** One pod of an app, or what else runs on a machine. */
    public record Chip(int y, String text, String state) {
    }

    /** The whole {@code <svg>} element. */
    public String svg(Templates templates) {
        List<Row> rows = rows();
        Row last = rows.get(rows.size() - 1);
        int columns = Math.min(IN_A_ROW, lab.machines().size());
        return templates.render("report/topology.html.ftl", Map.of("lab", lab, "rows", rows,
                "width", 2 * MARGIN + columns * CARD_WIDTH + (columns - 1) * GAP, "height", last.lower() + FOOT,
                "margin", MARGIN, "mode", mode(), "apps", apps()));
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        int upper = HEAD;
        for (int first = 0; first < lab.machines().size(); first += IN_A_ROW) {
            List<Machine> machines = lab.machines().subList(first, Math.min(first + IN_A_ROW, lab.machines().size()));
            int chips = machines.stream().mapToInt(machine -> podsOn(machine).size()).max().orElse(0);
            int height = CARD_HEIGHT + chips * CHIP;
            List<Card> cards = new ArrayList<>();
            for (Machine machine : machines) {
                cards.add(card(machine, MARGIN + cards.size() * (CARD_WIDTH + GAP), upper + LINK, height));
            }
            rows.add(new Row(upper, upper + 2 * LINK + height, cards));
            upper += 3 * LINK + height;
        }
        return rows;
    }

    private Card card(Machine machine, int x, int y, int height) {
        Optional<Node> node = nodes.stream().filter(one -> one.name().equals(machine.name())).findFirst();
        List<Chip> chips = new ArrayList<>();
        for (Pod pod : podsOn(machine)) {
            chips.add(new Chip(y + CARD_HEIGHT - 4 + chips.size() * CHIP, fitting(pod.name()), pod.ready() ? "good" : "bad"));
        }
        String state = nodes.isEmpty() ? "plain" : node.filter(Node::ready).isPresent() ? "good" : "bad";
        return new Card(x, y, CARD_WIDTH, height, machine.name(), state, machine.role().word(),
                machine.address().toString(), "%s %s, %d CPUs, %s".formatted(machine.os().word(),
                        machine.arch().word(), machine.cpus(), memory(machine.memoryMiB())),
                node.flatMap(Node::podCidr), chips);
    }

    private static String fitting(String name) {
        return name.length() <= CHIP_TEXT ? name : name.substring(0, CHIP_TEXT - 1) + "\u2026";
    }

    private List<Pod> podsOn(Machine machine) {
        return pods.stream().filter(pod -> pod.node().filter(machine.name()::equals).isPresent()).toList();
    }

    private static String memory(int mebibytes) {
        return mebibytes % 1024 == 0 ? mebibytes / 1024 + " GiB" : mebibytes + " MiB";
    }

    private String mode() {
        return lab.network().mode() == NetworkMode.FLANNEL_VXLAN
                ? "flannel, VXLAN %d on UDP %d".formatted(lab.network().vni(), lab.network().port())
                : "flannel, " + lab.network().mode().word().replaceFirst("flannel-", "");
    }

    private String apps() {
        return String.join(", ", lab.apps().stream().map(app -> app.name()
                + app.nodePort().map(port -> " on NodePort " + port).orElse("")).toList());
    }
}
