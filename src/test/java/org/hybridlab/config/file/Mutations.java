package org.hybridlab.config.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes many other documents of one good lab file: keys removed, misspelled and added, values replaced by others of
 * every kind. JSON, because every JSON document is a YAML document that needs no interpretation.
 */
final class Mutations {
    private static final List<String> VALUES = List.of("null", "true", "false", "0", "-1", "1", "2", "3", "2.0",
            "1.5", "1.30", "1.365", "65", "99", "700", "29999", "30000", "32768", "65536", "16777216", "99999999999",
            "1e3", "\"\"", "\" \"", "\"x\"", "\"X\"", "\"-x\"", "\"x-\"", "\"true\"", "\"1\"", "\"1.36\"",
            "\"1.36.3\"", "\"v1.36\"", "\"2.3.7\"", "\"a\\nb\"", "\"x\\n\"", "\"\\u0000\"", "\"\\u202e\"",
            "\"\\u2028\"", "\"\\ufeff\"", "\"\\u007f\"", "\"\\u0085\"", "\"\\ud83d\\ude00\"", "\"a b\"",
            "\"\\u00e4\"", "\"2GiB\"", "\"2 GiB\"", "\"300MiB\"", "\"0GiB\"", "\"60s\"", "\"0s\"", "\"2m\"",
            "\"10.0.0.0\"", "\"10.0.0.0/8\"", "\"10.0.0.0/33\"", "\"256.0.0.0/8\"", "\"01.0.0.0/8\"", "\"fe80::/10\"",
            "\"http://x:1\"", "\"http://x:1\\n\"", "\"https://x/y\"", "\"ftp://x\"", "\"file:///x\"",
            "\"http://u:p@x:1\"", "\"/x\"", "\"/x y\"", "\"../x\"", "\"x/../y\"", "\"x/y\"", "\"{.a}\"", "\"{}\"",
            "\"linux\"", "\"worker\"", "\"docker\"", "\"flannel-vxlan\"", "\"Linux\"", "\"$(id)\"", "\"`id`\"",
            "\"#{id}\"", "\"%s\"", "\"--flag\"", "\"'\"", "\"\\\"\"", "\"\\\\\"", "[]", "[null]", "[\"a\"]",
            "[\"a\",\"a\"]", "[1]", "[[]]", "[{}]", "{}", "{\"a\":1}", "{\"name\":\"x\"}", "{\"A\":1}",
            "{\"a\":null}", "{\"port\":80}", "{\"machine\":\"x\",\"command\":[\"x\"]}");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JsonNode good;
    private final List<JsonNode> values = new ArrayList<>();

    Mutations(JsonNode good) {
        this.good = good;
        VALUES.forEach(value -> values.add(JSON.readTree(value)));
        values.add(JSON.valueToTree("x".repeat(64)));
        values.add(JSON.valueToTree("x".repeat(2000)));
        values.add(JSON.valueToTree("\ud83d\ude00".repeat(100)));
        values.add(JSON.valueToTree(Stream.generate(() -> "x").limit(101).toList()));
    }

    /** Every single change of that key and of what it holds. */
    List<JsonNode> single(String key) {
        List<JsonNode> all = new ArrayList<>();
        List<Place> places = places(good);
        int first = places.indexOf(new Place(good, key, -1));
        for (int place = first; place <= first + places(good.get(key)).size(); place++) {
            for (int change = 0; change < values.size() + 3; change++) {
                JsonNode copy = good.deepCopy();
                apply(copy, place, change);
                all.add(copy);
            }
        }
        return all;
    }

    /** Two to four changes at once, by a fixed seed. */
    List<JsonNode> random(int number) {
        Random random = new Random(4);
        List<JsonNode> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            JsonNode copy = good.deepCopy();
            for (int changes = 2 + random.nextInt(3); changes > 0; changes--) {
                apply(copy, random.nextInt(Math.max(1, places(copy).size())), random.nextInt(values.size() + 3));
            }
            all.add(copy);
        }
        return all;
    }

    /** A key of a mapping, or a number of a list. */
    private record Place(JsonNode parent, String key, int index) {
    }

    private static List<Place> places(JsonNode node) {
        List<Place> places = new ArrayList<>();
        BiConsumer<Place, JsonNode> add = (place, child) -> {
            places.add(place);
            places.addAll(places(child));
        };
        if (node instanceof ObjectNode object) {
            object.properties().forEach(one -> add.accept(new Place(node, one.getKey(), -1), one.getValue()));
        }
        for (int i = 0; node instanceof ArrayNode && i < node.size(); i++) {
            add.accept(new Place(node, null, i), node.get(i));
        }
        return places;
    }

    private void apply(JsonNode document, int number, int change) {
        List<Place> places = places(document);
        if (places.isEmpty()) {
            return;
        }
        Place place = places.get(number % places.size());
        if (place.parent() instanceof ObjectNode object) {
            change(object, place.key(), change);
        } else if (place.parent() instanceof ArrayNode array) {
            change(array, place.index(), change);
        }
    }

    private void change(ObjectNode object, String key, int change) {
        if (change < values.size()) {
            object.set(key, values.get(change).deepCopy());
        } else if (change == values.size()) {
            object.remove(key);
        } else if (change == values.size() + 1) {
            object.set(key + "s", object.remove(key));
        } else {
            object.put("unknown", 1);
        }
    }

    private void change(ArrayNode array, int index, int change) {
        if (change < values.size()) {
            array.set(index, values.get(change).deepCopy());
        } else if (change == values.size()) {
            array.remove(index);
        } else if (change == values.size() + 1) {
            array.add(array.get(index).deepCopy());
        } else {
            array.addNull();
        }
    }
}
