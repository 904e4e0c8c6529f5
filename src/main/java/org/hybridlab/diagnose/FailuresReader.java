package org.hybridlab.diagnose;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

import org.hybridlab.config.catalog.DataNode;
import org.hybridlab.config.model.Os;

/** Reads one file of {@code data/diagnose/failures}. Strict, because an error there would hide a cause. */
final class FailuresReader {
    private static final Pattern ID = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)+");
    private static final Set<String> FILE = Set.of("title", "failures");
    private static final Set<String> ENTRY = Set.of("id", "finding", "os", "signs", "cause", "cure", "run", "windows",
            "safe", "source", "explains", "general");
    private static final Set<String> SIGN = Set.of("in", "text", "regex", "unless");

    private static final Pattern SAFE = Pattern.compile("hybridlab (up|resume|uncordon|kubectl|exec) "
            + "(?!.*\\b(delete|destroy|rm|reset|drain|replace|evict)\\b)[^|;&<>`$]*");

    private FailuresReader() {
    }

    static KnownFailures.Area area(DataNode root) {
        Map<String, DataNode> file = root.entries(FILE);
        String title = root.need(file, "title").text();
        String page = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-") + ".md";
        return new KnownFailures.Area(title, page, root.need(file, "failures").items().stream()
                .map(node -> failure(node, page)).toList());
    }

    private static KnownFailure failure(DataNode node, String page) {
        Map<String, DataNode> entry = node.entries(ENTRY);
        DataNode id = node.need(entry, "id");
        if (!ID.matcher(id.text()).matches()) {
            throw id.wrong("'%s' is no id; it is lower case words with dashes".formatted(id.text()));
        }
        List<Sign> signs = node.need(entry, "signs").items().stream().map(FailuresReader::sign).toList();
        if (signs.isEmpty()) {
            throw node.wrong(id.text() + " has no signs");
        }
        return new KnownFailure(id.text(), page, node.need(entry, "finding").text(),
                Optional.ofNullable(entry.get("os")).map(FailuresReader::os), signs,
                node.need(entry, "cause").text(), node.need(entry, "cure").text(),
                Optional.ofNullable(entry.get("run")).map(list -> run(list, signs)).orElse(List.of()),
                Optional.ofNullable(entry.get("windows")).map(list -> run(list, signs)).orElse(List.of()),
                node.need(entry, "source").text(),
                Optional.ofNullable(entry.get("explains")).map(FailuresReader::texts).orElse(Set.of()),
                Optional.ofNullable(entry.get("general")).map(DataNode::flag).orElse(false),
                Optional.ofNullable(entry.get("safe")).map(flag -> safe(flag, entry)).orElse(false));
    }

    private static List<String> run(DataNode list, List<Sign> signs) {
        list.items().forEach(command -> CureCommands.placeholders(command.text()).stream()
                .filter(word -> !CureCommands.NAMES.contains(word))
                .filter(word -> signs.stream().noneMatch(sign -> sign.words().contains(word))).findFirst()
                .ifPresent(word -> {
                    throw command.wrong("{%s} is neither lab, machine nor a group of a sign".formatted(word));
                }));
        return list.items().stream().map(DataNode::text).toList();
    }

    /** hybridlab runs only its own commands, and shows each first. */
    private static boolean safe(DataNode flag, Map<String, DataNode> entry) {
        if (!flag.flag()) {
            return false;
        }
        if (entry.get("run") == null) {
            throw flag.wrong("nothing to run is safe");
        }
        entry.get("run").items().stream().filter(command -> !SAFE.matcher(command.text()).matches()).findFirst()
                .ifPresent(command -> {
                    throw command.wrong("is no command of hybridlab's, or one that loses something");
                });
        return true;
    }

    private static Os os(DataNode node) {
        try {
            return Os.of(node.text());
        } catch (IllegalArgumentException e) {
            throw node.wrong("is neither linux nor windows");
        }
    }

    private static Set<String> texts(DataNode list) {
        return list.items().stream().map(DataNode::text).collect(Collectors.toSet());
    }

    private static Sign sign(DataNode node) {
        Map<String, DataNode> entry = node.entries(SIGN);
        Set<EvidenceKind> kinds = EnumSet.noneOf(EvidenceKind.class);
        node.need(entry, "in").items().forEach(item -> kinds.add(kind(item)));
        if (kinds.isEmpty() || entry.containsKey("text") == entry.containsKey("regex")) {
            throw node.wrong("a sign has a place to look (in) and either a text or a regex");
        }
        return new Sign(kinds, entry.containsKey("text")
                ? Pattern.compile(entry.get("text").text(), Pattern.LITERAL) : regex(entry.get("regex")),
                Optional.ofNullable(entry.get("unless")).map(FailuresReader::regex));
    }

    private static EvidenceKind kind(DataNode item) {
        try {
            return EvidenceKind.of(item.text());
        } catch (IllegalArgumentException e) {
            throw item.wrong(e.getMessage());
        }
    }

    private static Pattern regex(DataNode node) {
        try {
            return Pattern.compile(node.text());
        } catch (PatternSyntaxException e) {
            throw node.wrong("is no regular expression: " + e.getDescription());
        }
    }
}
