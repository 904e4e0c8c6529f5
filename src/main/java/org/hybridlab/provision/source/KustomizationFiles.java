package org.hybridlab.provision.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.reader.Kustomization;
import org.hybridlab.config.file.reader.ManifestReader;
import org.hybridlab.config.rules.core.AppFacts;
import org.hybridlab.config.rules.core.ManifestMark;
import org.hybridlab.config.rules.core.ManifestNode;

/**
 * The files that a kustomization uses, found without running anything. Refuses what runs a program or a plug-in, and
 * what is not in the lab's folder.
 */
public final class KustomizationFiles {
    private static final Set<String> WITHOUT_FILES = Set.of("apiversion", "kind", "metadata", "namespace", "nameprefix",
            "namesuffix", "labels", "commonlabels", "commonannotations", "images", "replicas", "vars",
            "generatoroptions", "sortoptions", "buildmetadata");
    private static final Set<String> WITH_FOLDERS = Set.of("resources", "bases", "components");
    private static final Set<String> WITH_FILES = Set.of("crds", "configurations", "patchesstrategicmerge", "patches",
            "patchesjson6902", "replacements", "openapi");
    private static final Set<String> GENERATORS = Set.of("configmapgenerator", "secretgenerator");
    private static final Map<String, String> REFUSED = Map.of("generators", "plug-ins", "transformers", "plug-ins",
            "validators", "plug-ins", "helmcharts", "Helm", "helmglobals", "Helm", "helmchartinflationgenerator",
            "Helm");
    private static final Set<String> KINDS = Set.of("", "Kustomization", "Component");
    /** With a colon, an @ or this host, kustomize takes it for an address. */
    private static final Pattern PATH = Pattern.compile("(?i)(?!/|github\\.com/)[^:@?\\\\\\p{Cntrl}]+");
    private static final Pattern INLINE = Pattern.compile("\n|^[{\\[]|^(?!(?i:http))\\w+: ");
    private static final int MOST_FILES = 1000;
    private static final long MOST_BYTES = 32 << 20;

    private final LabFolder folder;
    private final SortedMap<Path, byte[]> found = new TreeMap<>();
    private long bytes;

    private KustomizationFiles(LabFolder folder) {
        this.folder = folder;
    }

    /** What a kustomization may not do here, with its place. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient ManifestMark mark;

        Refused(ManifestMark mark, String reason) {
            super(reason);
            this.mark = mark;
        }

        ManifestMark mark() {
            return mark;
        }
    }

    /**
     * The contents of its files, by absolute path.
     *
     * @param name path of the kustomization file in the folder
     */
    static SortedMap<Path, byte[]> contents(LabFolder folder, String name) {
        KustomizationFiles files = new KustomizationFiles(folder);
        files.kustomization(folder.path().resolve(name), new ManifestMark(name, 1, 1));
        return files.found;
    }

    /** @throws LabException {@code manifest-unreadable} (exit 2) */
    public static List<Path> of(LabFolder folder, String name) {
        try {
            return List.copyOf(contents(folder, name).keySet());
        } catch (Refused e) {
            throw AppRenderer.unreadable(e.mark(), e.getMessage());
        }
    }

    private void kustomization(Path file, ManifestMark from) {
        if (!found.containsKey(file)) {
            add(file, from);
            String name = name(file);
            AppFacts facts = ManifestReader.rendered(name, new String(found.get(file), StandardCharsets.UTF_8));
            facts.broken().forEach(broken -> {
                throw new Refused(broken.mark().orElse(new ManifestMark(name, 1, 1)), broken.reason());
            });
            if (facts.objects().size() != 1 || !KINDS.contains(facts.objects().get(0).kind())) {
                throw new Refused(new ManifestMark(name, 1, 1), "it is not one object of the kind Kustomization");
            }
            facts.objects().get(0).repeated().forEach((key, node) -> {
                throw refused(node, file, "it has %s twice".formatted(key));
            });
            ManifestNode body = facts.objects().get(0).body();
            body.fields().forEach((key, value) -> field(key, body.key(key), value, file));
        }
    }

    /** Go takes keys in any case. */
    private void field(String key, ManifestNode at, ManifestNode value, Path file) {
        String field = key.toLowerCase(Locale.ROOT);
        if (WITH_FOLDERS.contains(field)) {
            value.items().forEach(item -> reference(item, item.text().orElse(""), file, true));
        } else if (WITH_FILES.contains(field)) {
            Stream.concat(Stream.of(value), value.items().stream()).forEach(item -> {
                item.text().filter(text -> !isInline(text)).ifPresent(text -> reference(item, text, file, false));
                named(item, "path").forEach(path -> reference(path, path.text().orElse(""), file, false));
            });
        } else if (GENERATORS.contains(field)) {
            value.items().stream().flatMap(generator -> Stream.of("files", "envs", "env").flatMap(name ->
                    named(generator, name))).flatMap(node -> Stream.concat(Stream.of(node), node.items().stream()))
                    .forEach(item -> item.text().ifPresent(text ->
                            reference(item, text.substring(text.indexOf('=') + 1), file, false)));
        } else if (!WITHOUT_FILES.contains(field)) {
            throw refused(at, file, REFUSED.containsKey(field)
                    ? "%s needs %s, which hybridlab does not run".formatted(key, REFUSED.get(field))
                    : "hybridlab does not know the field %s".formatted(key));
        }
    }

    private static Stream<ManifestNode> named(ManifestNode node, String field) {
        return node.fields().entrySet().stream().filter(one -> one.getKey().equalsIgnoreCase(field))
                .map(Map.Entry::getValue);
    }

    /** A patch in place of its file's path. */
    private static boolean isInline(String text) {
        return INLINE.matcher(text).find();
    }

    private void reference(ManifestNode at, String text, Path from, boolean mayBeFolder) {
        if (!PATH.matcher(text).matches() || !from.resolveSibling(text).normalize().startsWith(folder.path())) {
            throw refused(at, from, "%s is not in the lab's folder, and hybridlab fetches nothing for a kustomization"
                    .formatted(text));
        }
        Path path = from.resolveSibling(text).normalize();
        ManifestMark mark = new ManifestMark(name(from), at.line(), at.column());
        if (!Files.isDirectory(path)) {
            add(path, mark);
            return;
        }
        if (!mayBeFolder) {
            throw refused(at, from, "%s is a folder".formatted(text));
        }
        kustomization(path.resolve(Kustomization.in(path).orElseThrow(() -> refused(at, from,
                "the folder %s has no kustomization.yaml".formatted(text)))), mark);
    }

    private void add(Path file, ManifestMark from) {
        try {
            byte[] content = folder.read(file);
            bytes += content.length;
            found.put(file, content);
        } catch (IOException e) {
            throw new Refused(from, "%s cannot be read: %s".formatted(name(file), Files.exists(file) ? e.getMessage()
                    : "there is no such file"));
        } catch (LabException e) {
            if (!e.id().equals("path-outside-lab")) {
                throw e;
            }
            throw new Refused(from, e.what());
        }
        if (found.size() > MOST_FILES || bytes > MOST_BYTES) {
            throw new Refused(from, "a kustomization may use %d files of %d MiB in all".formatted(MOST_FILES,
                    MOST_BYTES >> 20));
        }
    }

    private Refused refused(ManifestNode at, Path file, String reason) {
        return new Refused(new ManifestMark(name(file), at.line(), at.column()), reason);
    }

    private String name(Path file) {
        return folder.path().relativize(file).toString().replace('\\', '/');
    }
}
