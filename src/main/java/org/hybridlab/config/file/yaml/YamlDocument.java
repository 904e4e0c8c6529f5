package org.hybridlab.config.file.yaml;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.openapi.SchemaWalk;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** The YAML document of a lab file, as nodes with places. */
public final class YamlDocument {
    private static final int DEEPEST = 20;

    private final Source source;
    private final Problems problems;

    public YamlDocument(Source source, Problems problems) {
        this.source = source;
        this.problems = problems;
    }

    /** Empty, with a problem, if the file is no mapping. */
    public Optional<MappingNode> root() {
        try {
            scan();
            if (!problems.isEmpty()) {
                return Optional.empty();
            }
            Node node = new Composer(parser(), new Resolver(), new LoaderOptions()).getSingleNode();
            keys(node);
            return mapping(node);
        } catch (MarkedYAMLException e) {
            syntax(e);
        } catch (ReaderException e) {
            control(e);
        }
        return Optional.empty();
    }

    /** Finds what compose() hides: anchors, explicit tags, further documents. */
    private void scan() {
        int documents = 0;
        int depth = 0;
        boolean content = false;
        Parser events = parser();
        while (!events.checkEvent(Event.ID.StreamEnd)) {
            Event event = events.getEvent();
            if (event instanceof DocumentStartEvent && ++documents == 2) {
                problems.report(FileRules.DOCUMENTS, event.getStartMark(), "a second YAML document begins here",
                        "Write one lab per file, without `---` between parts.");
                return;
            }
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                problems.report(FileRules.TOO_DEEP, event.getStartMark(), "this is nested more than %d times"
                        .formatted(DEEPEST), "No lab needs that: is a bracket missing?");
                return;
            }
            if (event instanceof NodeEvent node) {
                content = true;
                scan(node);
            }
        }
        if (!content) {
            problems.report(FileRules.EMPTY, start(), "the file is empty", "Write a lab with `hybridlab init`.");
        }
    }

    private void scan(NodeEvent event) {
        if (event.getAnchor() != null) {
            String sign = event instanceof AliasEvent ? "*" : "&";
            problems.report(FileRules.ANCHOR, event.getStartMark(),
                    "%s%s: lab files use no anchors and aliases".formatted(sign, event.getAnchor()),
                    "Write the value itself; `defaults` and `count` save repeating it.");
        }
        String tag = event instanceof ScalarEvent scalar ? scalar.getTag()
                : event instanceof CollectionStartEvent collection ? collection.getTag() : null;
        if (tag != null) {
            problems.report(FileRules.TAG, event.getStartMark(), "lab files use no YAML tags",
                    "Leave the tag out; write text in quotes.");
        }
    }

    private void keys(Node node) {
        if (node instanceof SequenceNode list) {
            list.getValue().forEach(this::keys);
        } else if (node instanceof MappingNode mapping) {
            Set<String> seen = new HashSet<>();
            mapping.getValue().forEach(pair -> {
                Optional<String> key = Scalar.of(pair.getKeyNode()).map(Scalar::text);
                if (key.isEmpty()) {
                    problems.report(FileRules.KEY_FORM, pair.getKeyNode(), "a key is a plain word",
                            "Is a quote or a bracket misplaced?");
                } else if (!seen.add(key.get())) {
                    problems.report(FileRules.DUPLICATE_KEY, pair.getKeyNode(),
                            "the key '%s' stands here a second time".formatted(key.get()), "Keep one of the two.");
                }
                keys(pair.getValueNode());
            });
        }
    }

    private Optional<MappingNode> mapping(Node node) {
        if (node instanceof MappingNode mapping) {
            return Optional.of(mapping);
        }
        problems.report(SchemaWalk.MAPPING, node, "a lab file consists of keys with values, such as `machines:`",
                "Write a lab with `hybridlab init`.");
        return Optional.empty();
    }

    private void syntax(MarkedYAMLException e) {
        Mark mark = e.getProblemMark() == null ? start() : e.getProblemMark();
        if (e.getMessage().contains("\\t(TAB)")) {
            problems.report(FileRules.TAB, mark, "a tab where YAML wants spaces", "Indent with spaces.");
            return;
        }
        String context = e.getContext() == null ? "" : e.getContext() + ": ";
        problems.report(FileRules.SYNTAX, mark, "this is not YAML: " + context + e.getProblem(),
                "Look at the indentation, brackets and quotes here and on the line before.");
    }

    /** The exception's position counts code points from the start. */
    private void control(ReaderException e) {
        int[] before = source.text().codePoints().limit(e.getPosition()).toArray();
        Mark mark = new Position(before).mark();
        problems.report(FileRules.CONTROL_CHARACTER, mark,
                "character U+%04X is not allowed in YAML".formatted(e.getCodePoint()), "Remove it.");
    }

    private static Mark start() {
        return new Position(new int[0]).mark();
    }

    /** Only SnakeYAML's parser. A whole {@code Yaml} also loads constructors and representers. */
    private Parser parser() {
        return new ParserImpl(new StreamReader(source.text()), new LoaderOptions());
    }

    /** A place after some text, for problems without a place in YAML. */
    private record Position(int line, int column) {
        Position(int[] before) {
            this(lines(before), columns(before));
        }

        Mark mark() {
            return new Mark("lab", 0, line, column, new int[0], 0);
        }

        private static int lines(int[] before) {
            int lines = 0;
            for (int character : before) {
                lines += character == '\n' ? 1 : 0;
            }
            return lines;
        }

        private static int columns(int[] before) {
            int columns = 0;
            for (int i = before.length - 1; i >= 0 && before[i] != '\n'; i--) {
                columns++;
            }
            return columns;
        }
    }
}
