package org.hybridlab.config.file.reader;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

public final class Origins {
    private final Map<Place, Mark> marks = new HashMap<>();
    private final Mark top;

    public Origins(Node root) {
        top = root.getStartMark();
    }

    void put(Place place, Node node) {
        marks.put(place, node.getStartMark());
    }

    /** The list of that key, and its valid items by number. */
    void putItems(Place list, Part part, String key) {
        part.value(key).ifPresent(node -> put(list, node));
        List<Node> items = part.items(key);
        for (int i = 0; i < items.size(); i++) {
            put(Place.of(list.path(), i), items.get(i));
        }
    }

    /** The mark of that place, or of the nearest one around it. */
    public Mark mark(Place place) {
        Mark mark = marks.get(place);
        return mark != null ? mark : place.parent().map(this::mark).orElse(top);
    }
}
