package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.DataNode;
import org.hybridlab.config.model.Os;
import org.hybridlab.diagnose.LogSource.Form;

/** Log sources by operating system, from {@code data/diagnose/logs.yaml}. */
public record LogSources(Map<Os, List<LogSource>> sources) {
    private static final Map<Os, Set<Form>> FORMS = Map.of(
            Os.LINUX, Set.of(Form.UNIT, Form.PODS, Form.COMMAND, Form.SCRIPT),
            Os.WINDOWS, Set.of(Form.FILES, Form.EVENTS, Form.COMMAND));

    /** @throws org.hybridlab.common.error.LabException {@code known-failures-unreadable} */
    public static LogSources read(Path home) {
        Path folder = home.resolve("data/diagnose");
        LogSources read = DataFile.read(folder.resolve("logs.yaml"), LogSources::of);
        Map<Os, List<LogSource>> sources = new EnumMap<>(Os.class);
        read.sources().forEach((os, all) -> sources.put(os, all.stream().map(source -> withText(source, folder))
                .toList()));
        return new LogSources(sources);
    }

    private static LogSource withText(LogSource source, Path folder) {
        if (source.form() != Form.SCRIPT) {
            return source;
        }
        Path file = folder.resolve(source.what());
        try {
            return new LogSource(source.name(), source.kind(), source.form(), Files.readString(file));
        } catch (IOException e) {
            throw DataFile.unreadable(file + " cannot be read.", e);
        }
    }

    static LogSources of(DataNode root) {
        Set<String> systems = Stream.of(Os.values()).map(Os::id).collect(Collectors.toSet());
        Map<String, DataNode> file = root.entries(systems);
        Map<Os, List<LogSource>> sources = new EnumMap<>(Os.class);
        for (Os os : Os.values()) {
            DataNode list = root.need(file, os.id());
            sources.put(os, list.items().stream().map(node -> source(node, os)).toList());
            Set<String> names = new HashSet<>();
            sources.get(os).stream().filter(source -> !names.add(source.name())).findFirst().ifPresent(twice -> {
                throw list.wrong("'%s' is there twice".formatted(twice.name()));
            });
        }
        return new LogSources(sources);
    }

    private static LogSource source(DataNode node, Os os) {
        Set<String> keys = new HashSet<>(Form.ids());
        keys.addAll(Set.of("name", "kind"));
        Map<String, DataNode> entry = node.entries(keys);
        List<Form> forms = FORMS.get(os).stream().filter(form -> entry.containsKey(form.id())).toList();
        if (forms.size() != 1 || entry.size() != 3) {
            throw node.wrong("a source has a name, a kind, and one of " + FORMS.get(os).stream().map(Form::id)
                    .sorted().collect(Collectors.joining(", ")));
        }
        DataNode kind = node.need(entry, "kind");
        try {
            return new LogSource(node.need(entry, "name").text(), EvidenceKind.of(kind.text()), forms.get(0),
                    entry.get(forms.get(0).id()).text());
        } catch (IllegalArgumentException e) {
            throw e.getMessage().startsWith(node.file()) ? e : kind.wrong(e.getMessage());
        }
    }

    public List<LogSource> of(Os os) {
        return sources.get(os);
    }

    /** Without looks at the present state. */
    public List<LogSource> logs(Os os) {
        return of(os).stream().filter(LogSource::isLog).toList();
    }

    public Optional<LogSource> find(Os os, String name) {
        return logs(os).stream().filter(source -> source.name().equals(name)).findFirst();
    }
}
