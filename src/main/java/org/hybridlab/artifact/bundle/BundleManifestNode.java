package org.hybridlab.artifact.bundle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node of the manifest. Its errors have its path. */
record BundleManifestNode(String path, Object value) {

    Optional<BundleManifestNode> find(String key) {
        return Optional.ofNullable(entries().get(key));
    }

    BundleManifestNode get(String key) {
        return find(key).orElseThrow(() -> wrong("lacks '" + key + "'"));
    }

    Map<String, BundleManifestNode> entries() {
        if (!(value instanceof Map<?, ?> map)) {
            throw wrong("is no mapping");
        }
        Map<String, BundleManifestNode> entries = new LinkedHashMap<>();
        map.forEach((key, each) -> entries.put(key.toString(), new BundleManifestNode(path + "." + key, each)));
        return entries;
    }

    List<BundleManifestNode> items() {
        if (!(value instanceof List<?> list)) {
            throw wrong("is no list");
        }
        List<BundleManifestNode> items = new ArrayList<>();
        list.forEach(each -> items.add(new BundleManifestNode(path + "[" + items.size() + "]", each)));
        return items;
    }

    /** Refuses numbers: {@code 2.60} would become 2.6. */
    String text() {
        if (!(value instanceof String text)) {
            throw wrong("is no text; put it between quotes");
        }
        return text;
    }

    int number() {
        if (!(value instanceof Integer number)) {
            throw wrong("is no number");
        }
        return number;
    }

    boolean flag() {
        return Boolean.TRUE.equals(value);
    }

    boolean isText() {
        return value instanceof String;
    }

    List<String> texts() {
        return items().stream().map(BundleManifestNode::text).toList();
    }

    Map<String, String> textsByKey() {
        Map<String, String> texts = new LinkedHashMap<>();
        entries().forEach((key, each) -> texts.put(key, each.text()));
        return texts;
    }

    /** Empty if the key is missing. */
    List<String> textsOf(String key) {
        return find(key).map(BundleManifestNode::texts).orElse(List.of());
    }

    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("%s %s".formatted(path, what));
    }
}
