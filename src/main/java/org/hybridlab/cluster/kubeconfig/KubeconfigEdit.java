package org.hybridlab.cluster.kubeconfig;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;

/**
 * Changes the entries of one name in a kubeconfig. Keeps other text byte for byte. Lists in another form than kubectl's
 * make it write the whole file.
 */
final class KubeconfigEdit {
    private static final String CURRENT = "current-context";

    private final String text;

    /** @param text of a kubeconfig; may be empty */
    KubeconfigEdit(String text) {
        this.text = text;
    }

    /**
     * @param entries the new entry of each list; empty removes the name
     * @param current the new current context; empty keeps it
     * @throws YAMLException if the text is no YAML
     * @throws ClassCastException if it is no kubeconfig
     */
    String with(String name, Map<String, Optional<Map<String, Object>>> entries, Optional<String> current) {
        Map<String, Object> wanted = changed(name, entries, current);
        try {
            String spliced = text;
            for (Map.Entry<String, Optional<Map<String, Object>>> list : entries.entrySet()) {
                spliced = new Lines(spliced).with(list.getKey(), name, list.getValue().map(List::of)
                        .map(KubeconfigEdit::dump));
            }
            if (current.isPresent()) {
                spliced = new Lines(spliced).withCurrent(current.get());
            }
            if (filled(load(spliced), entries).equals(wanted)) {
                return spliced;
            }
        } catch (YAMLException | ClassCastException | IndexOutOfBoundsException e) {
            // Not in kubectl's form.
        }
        return dump(wanted);
    }

    private Map<String, Object> changed(String name, Map<String, Optional<Map<String, Object>>> entries,
                                        Optional<String> current) {
        Map<String, Object> config = filled(load(text), entries);
        entries.forEach((list, entry) -> {
            List<Object> items = new ArrayList<>((List<?>) config.get(list));
            items.removeIf(item -> name.equals(((Map<?, ?>) item).get("name")));
            entry.ifPresent(items::add);
            config.put(list, items);
        });
        current.ifPresent(context -> config.put(CURRENT, context));
        return config;
    }

    static Map<String, Object> load(String text) {
        Object content = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNullElse(content, Map.of("apiVersion", "v1", "kind", "Config")))
                .forEach((key, value) -> copy.put(String.valueOf(key), value));
        return copy;
    }

    private static Map<String, Object> filled(Map<String, Object> config, Map<String, ?> lists) {
        lists.keySet().forEach(list -> {
            if (config.get(list) == null) {
                config.put(list, List.of());
            }
        });
        return config;
    }

    static String dump(Object content) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        // Certificates stay on one line, as kubectl writes them.
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        return new Yaml(new SafeConstructor(new LoaderOptions()), new OneLineTexts(options), options).dump(content);
    }

    /** Quotes what some readers misread: kubectl takes 1e3 for a number, and y for true. */
    private static final class OneLineTexts extends Representer {
        OneLineTexts(DumperOptions options) {
            super(options);
            representers.put(String.class, text -> representScalar(Tag.STR, (String) text,
                    ((String) text).matches("[A-Za-z/][ -~]+") ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED));
        }
    }

    private static final class Lines {
        private final List<String> lines;
        private final MappingNode root;

        Lines(String text) {
            String whole = text.isBlank() ? "apiVersion: v1\nkind: Config\n" : text.endsWith("\n") ? text : text + "\n";
            lines = new ArrayList<>(List.of(whole.split("(?<=\n)")));
            root = (MappingNode) new Yaml(new LoaderOptions()).compose(new StringReader(whole));
        }

        String with(String list, String name, Optional<String> entry) {
            Node value = value(list);
            if (value instanceof SequenceNode items && !items.getValue().isEmpty()) {
                inBlock(items, name, entry);
            } else if (value == null) {
                entry.ifPresent(yaml -> lines.add(list + ":\n" + yaml));
            } else if (entry.isPresent()) {
                replace(value, "");
                lines.add(value.getStartMark().getLine() + 1, entry.get());
            }
            return String.join("", lines);
        }

        String withCurrent(String context) {
            Node value = value(CURRENT);
            if (value == null) {
                lines.add(CURRENT + ": " + dump(context));
            } else {
                replace(value, dump(context).stripTrailing());
            }
            return String.join("", lines);
        }

        /** From last to first, so that earlier positions stay valid. */
        private void inBlock(SequenceNode items, String name, Optional<String> entry) {
            String indent = " ".repeat(items.getStartMark().getColumn());
            int end = contentEnd(items.getEndMark().getLine(), items.getEndMark().getColumn());
            entry.ifPresent(yaml -> lines.add(end, yaml.indent(indent.length())));
            int next = end;
            boolean left = entry.isPresent();
            for (int i = items.getValue().size() - 1; i >= 0; i--) {
                Node item = items.getValue().get(i);
                int begin = item.getStartMark().getLine();
                boolean ours = ((MappingNode) item).getValue().stream().anyMatch(pair -> "name".equals(text(
                        pair.getKeyNode())) && name.equals(text(pair.getValueNode())));
                if (ours) {
                    lines.subList(begin, contentEnd(next, 0)).clear();
                }
                left |= !ours;
                next = begin;
            }
            if (!left) {
                lines.add(next, indent + "[]\n");
            }
        }

        /** The line after the last content before a place. Comments there belong to what follows. */
        private int contentEnd(int line, int column) {
            int end = column > 0 ? line + 1 : line;
            while (end > 0 && lines.get(end - 1).strip().matches("(#.*)?")) {
                end--;
            }
            return end;
        }

        private void replace(Node value, String with) {
            int line = value.getStartMark().getLine();
            String before = lines.get(line);
            String head = before.substring(0, value.getStartMark().getColumn());
            String tail = before.substring(value.getEndMark().getColumn());
            lines.set(line, (head.endsWith(":") && !with.isEmpty() ? head + " " : head) + with + tail);
        }

        private Node value(String key) {
            return root.getValue().stream().filter(pair -> key.equals(text(pair.getKeyNode())))
                    .map(NodeTuple::getValueNode).findFirst().orElse(null);
        }

        private static String text(Node node) {
            return node instanceof ScalarNode scalar ? scalar.getValue() : "";
        }
    }
}
