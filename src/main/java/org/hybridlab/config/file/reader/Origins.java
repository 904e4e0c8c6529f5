package org.hybridlab.config.file.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Where places of a lab stand in its file. */
public final class Origins {
    private final Node root;
    private final List<Node> machines = new ArrayList<>();

    public Origins(Node root) {
        this.root = root;
    }

    /** @param node of the next machine; those of a count have the same */
    void machine(Node node) {
        machines.add(node);
    }

    /** The mark of that place, or of the nearest one around it. A machine's may be that of a default. */
    public Mark mark(Place place) {
        String[] steps = place.path().split("/");
        boolean ofMachine = steps.length > 1 && steps[0].equals("machines");
        Node node = ofMachine ? machines.get(Integer.parseInt(steps[1])) : root;
        for (int i = ofMachine ? 2 : 0; i < steps.length; i++) {
            String step = steps[i];
            Optional<Node> inner = inner(node, step).or(() -> ofMachine ? inner(root, "defaults").flatMap(defaults ->
                    inner(defaults, step)) : Optional.empty());
            if (inner.isEmpty()) {
                break;
            }
            node = inner.get();
        }
        return node.getStartMark();
    }

    private static Optional<Node> inner(Node node, String step) {
        if (node instanceof SequenceNode list) {
            return Optional.of(list.getValue().get(Integer.parseInt(step)));
        }
        return node instanceof MappingNode mapping ? mapping.getValue().stream().filter(pair ->
                Part.name(pair).equals(step)).map(NodeTuple::getValueNode).findFirst() : Optional.empty();
    }
}
