package org.hybridlab.config.file.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.config.rules.core.RuleEntry;
import org.hybridlab.config.rules.core.Severity;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** Collects the problems of one file, and its broken nodes, which are not read any further. */
public final class Problems {
    private static final int LONGEST = 300;

    private final Source source;
    private final List<Problem> list = new ArrayList<>();
    private final Map<Source, NavigableSet<Integer>> indexes = new IdentityHashMap<>();
    private final Map<Mark, Source> elsewhere = new IdentityHashMap<>();
    private final Set<Node> broken = Collections.newSetFromMap(new IdentityHashMap<>());

    public Problems(Source source) {
        this.source = source;
    }

    /** Places of this node and below it are in another source. */
    public void from(Source other, Node node) {
        elsewhere.put(node.getStartMark(), other);
        if (node instanceof CollectionNode<?> collection) {
            collection.getValue().forEach(inner -> {
                if (inner instanceof NodeTuple pair) {
                    from(other, pair.getKeyNode());
                    from(other, pair.getValueNode());
                } else {
                    from(other, (Node) inner);
                }
            });
        }
    }

    /** Marks the node as broken. */
    public void report(RuleEntry rule, Node node, String message, String advice) {
        broken.add(node);
        report(rule, node.getStartMark(), message, advice);
    }

    public void report(RuleEntry rule, Mark mark, String message, String advice) {
        add(rule.id(), Severity.ERROR, mark, message, advice);
    }

    public void add(String ruleId, Severity severity, Mark mark, String message, String advice) {
        Source where = source(mark);
        indexes.computeIfAbsent(where, one -> new TreeSet<>()).add(mark.getIndex());
        add(ruleId, severity, where, mark.getLine() + 1, mark.getColumn() + 1, message, advice);
    }

    /** For any text, such as a manifest. Lines and columns start at 1. */
    public void add(String ruleId, Severity severity, Source where, int line, int column, String message,
                    String advice) {
        list.add(new Problem(ruleId, severity, where.file(), line, column, shown(message), shown(advice),
                where.snippet(line, column)));
    }

    /** Of an earlier reading. */
    public void addAll(List<Problem> earlier) {
        list.addAll(earlier);
    }

    /** Shortened, without control characters: parts of it come from the file. */
    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().limit(LONGEST).forEach(character -> {
            int type = Character.getType(character);
            boolean harmless = type != Character.CONTROL && type != Character.FORMAT;
            shown.append(harmless ? Character.toString(character) : "\\u%04x".formatted(character));
        });
        return text.codePointCount(0, text.length()) > LONGEST ? shown + "..." : shown.toString();
    }

    public boolean isBroken(Node node) {
        return broken.contains(node);
    }

    public boolean isAnyIn(NodeTuple pair) {
        Mark from = pair.getKeyNode().getStartMark();
        return indexes.containsKey(source(from)) && !indexes.get(source(from)).subSet(from.getIndex(), true,
                pair.getValueNode().getEndMark().getIndex(), true).isEmpty();
    }

    private Source source(Mark mark) {
        return elsewhere.getOrDefault(mark, source);
    }

    boolean isEmpty() {
        return list.isEmpty();
    }

    /** Lab file first, then manifests. Machines of one count report a problem once. */
    public List<Problem> sorted() {
        Set<List<Object>> seen = new HashSet<>();
        return list.stream().filter(one -> seen.add(List.of(one.ruleId(), one.file(), one.line(), one.column())))
                .sorted(Comparator.comparing(Problem::file, Comparator.comparing(file -> !file.equals(source.file())))
                        .thenComparing(Problem::file).thenComparingInt(Problem::line)
                        .thenComparingInt(Problem::column))
                .toList();
    }
}
