package org.hybridlab.artifact.box;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

/**
 * This host's Debian or Ubuntu package sources. Boxes use the same release and mirror. Sources of other publishers are
 * dropped, as long as each suite keeps one.
 *
 * @param codename for example {@code bookworm}
 * @param ubuntu whether packages are Ubuntu's
 * @param lines in the one-line format of sources.list
 */
record AptSources(String codename, boolean ubuntu, List<String> lines) {
    private static final Pattern UBUNTU = Pattern.compile("(?m)^ID(_LIKE)?=.*\\bubuntu\\b");
    private static final Pattern ONE_LINE = Pattern.compile("^deb\\s+(\\[[^]]*]\\s+)?(\\S+)\\s+(\\S+)\\s+(.+)$");
    private static final Pattern OPTION = Pattern.compile("(?i)\\b(signed-by|trusted)=([^\\s\\]]+)");
    private static final Pattern PPA = Pattern.compile("https?://(private-)?ppa\\.launchpad(content)?\\.net/.*");

    AptSources {
        lines = List.copyOf(lines);
    }

    /**
     * @param root {@code /}, or a folder in tests
     * @throws LabException {@code box-host-unfit} if this is not Debian or Ubuntu
     */
    static AptSources ofHost(Path root) {
        String osRelease = read(root.resolve("etc/os-release"));
        Release release = Release.of(osRelease);
        List<Source> read = new ArrayList<>(oneLine(read(root.resolve("etc/apt/sources.list")), release));
        for (Path file : list(root.resolve("etc/apt/sources.list.d"))) {
            read.addAll(file.toString().endsWith(".sources") ? stanzas(read(file), release)
                    : file.toString().endsWith(".list") ? oneLine(read(file), release) : List.of());
        }
        List<Source> found = merged(read).filter(one -> one.has("main")).toList();
        List<String> distinct = found.stream().filter(one -> one.isLikeliestOf(found)).map(Source::line).distinct()
                .toList();
        if (release.codename().isEmpty() || distinct.isEmpty()) {
            throw LabException.hostNotReady("box-host-unfit",
                    "Linux machines are made from Debian packages, and this host has no package sources of Debian or "
                            + "Ubuntu"
                            + (found.isEmpty() ? "." : ", only those of others: "
                            + String.join(", ", found.stream().map(Source::place).distinct().toList()) + "."),
                    "Run hybridlab on a Debian or Ubuntu host. That may be a virtual machine, or WSL on Windows.");
        }
        return new AptSources(release.codename(), UBUNTU.matcher(osRelease).find(), distinct);
    }

    /** Packages of this distribution: {@code ubuntu: NAME} is for Ubuntu only. */
    List<String> ownPackages(List<String> listed) {
        String own = ubuntu ? "ubuntu: " : "debian: ";
        return listed.stream().filter(one -> !one.contains(": ") || one.startsWith(own))
                .map(one -> one.replace(own, "")).toList();
    }

    List<String> hosts(String scheme) {
        Pattern host = Pattern.compile("^deb %s://(?:[^/@]*@)?([^/:\\s]+).*".formatted(scheme));
        return lines.stream().map(host::matcher).filter(Matcher::matches).map(found -> found.group(1)).distinct()
                .toList();
    }

    /** Ubuntu 22.04 and older have a line per component. */
    private static Stream<Source> merged(List<Source> sources) {
        Map<String, Source> merged = new LinkedHashMap<>();
        sources.forEach(one -> merged.merge(one.uri().replaceFirst("/+$", "") + " " + one.suite(), one, Source::and));
        return merged.values().stream();
    }

    private static List<Source> oneLine(String text, Release release) {
        List<Source> sources = new ArrayList<>();
        text.lines().map(String::strip).forEach(line -> {
            Matcher matcher = ONE_LINE.matcher(line);
            if (matcher.matches() && release.has(matcher.group(3))) {
                sources.add(new Source(matcher.group(2), matcher.group(3), matcher.group(4),
                        release.maker(matcher.group(2), options(matcher.group(1))),
                        release.isArchive(matcher.group(2))));
            }
        });
        return sources;
    }

    private static List<Source> stanzas(String text, Release release) {
        List<Source> sources = new ArrayList<>();
        for (String stanza : text.split("\n\\s*\n")) {
            Map<String, String> fields = fields(stanza);
            if (!words(fields, "types").contains("deb") || fields.getOrDefault("enabled", "yes").equals("no")) {
                continue;
            }
            String components = fields.getOrDefault("components", "");
            for (String uri : words(fields, "uris")) {
                words(fields, "suites").stream().filter(release::has).forEach(suite -> sources.add(
                        new Source(uri, suite, components, release.maker(uri, fields),
                                release.isArchive(uri))));
            }
        }
        return sources;
    }

    private static Map<String, String> options(String bracketed) {
        Map<String, String> options = new LinkedHashMap<>();
        OPTION.matcher(bracketed == null ? "" : bracketed).results()
                .forEach(found -> options.put(found.group(1).toLowerCase(Locale.ROOT), found.group(2)));
        return options;
    }

    private static Map<String, String> fields(String stanza) {
        Map<String, String> fields = new LinkedHashMap<>();
        String[] last = {""};
        stanza.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            if (line.startsWith(" ")) {
                fields.merge(last[0], line.strip(), (first, second) -> first + " " + second);
            } else if (line.contains(":")) {
                last[0] = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
                fields.put(last[0], line.substring(line.indexOf(':') + 1).strip());
            }
        });
        return fields;
    }

    private static List<String> words(Map<String, String> fields, String name) {
        return Arrays.stream(fields.getOrDefault(name, "").split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }

    private static String read(Path file) {
        try {
            return Files.isReadable(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Who publishes a source, the likeliest first. */
    private enum Maker {
        /** Signed with keys of apt or the distribution. */
        DISTRIBUTION,
        /** Often an organisation's mirror: a key with such a name, or none. */
        MIRROR,
        OTHER,
        PPA
    }

    /** @param archive whether its address looks like a distribution's or a mirror's */
    private record Source(String uri, String suite, String components, Maker maker, boolean archive) {
        /** By address first, since apt may have keys of others. The lowest is the likeliest. */
        private static final Comparator<Source> LIKELIEST = Comparator.comparing((Source one) -> !one.archive)
                .thenComparing(Source::maker);

        /** Others use the release's names too, but sign with keys that a box build does not know. */
        boolean isLikeliestOf(List<Source> all) {
            return maker != Maker.PPA && all.stream().filter(other -> other.suite.equals(suite)
                    && other.maker != Maker.PPA).allMatch(other -> LIKELIEST.compare(this, other) <= 0);
        }

        Source and(Source other) {
            return new Source(uri, suite, components + " " + other.components, maker, archive);
        }

        boolean has(String component) {
            return Arrays.asList(components.split("\\s+")).contains(component);
        }

        /** On Ubuntu, conntrack and ipset are in universe. */
        String line() {
            return "deb %s %s main%s".formatted(uri, suite, has("universe") ? " universe" : "");
        }

        /** For people, without a login. */
        String place() {
            return uri.replaceFirst("//[^/@]*@", "//") + " " + suite;
        }
    }

    /**
     * The host's release.
     *
     * @param id for example {@code ubuntu}
     */
    private record Release(String id, String codename) {
        /** Linux Mint and its relatives use packages of Ubuntu or Debian, with another release name. */
        static Release of(String osRelease) {
            return new Release(value(osRelease, "ID").orElse(""), Stream.of("UBUNTU_CODENAME", "DEBIAN_CODENAME",
                    "VERSION_CODENAME").flatMap(key -> value(osRelease, key).stream()).findFirst().orElse(""));
        }

        private static Optional<String> value(String osRelease, String key) {
            return osRelease.lines().filter(line -> line.startsWith(key + "="))
                    .map(line -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
                    .filter(value -> !value.isBlank()).findFirst();
        }

        /** The release, its updates and security fixes. Backports would change the box. */
        boolean has(String suite) {
            return List.of(codename, codename + "-updates", codename + "-security").contains(suite);
        }

        Maker maker(String uri, Map<String, String> options) {
            String signer = options.getOrDefault("signed-by", "");
            if (PPA.matcher(uri).matches()) {
                return Maker.PPA;
            }
            if (signer.contains("-----BEGIN") || signer.contains("/") && !isNamed(signer, "")) {
                return Maker.OTHER;
            }
            return options.getOrDefault("trusted", "no").equals("yes")
                    || signer.contains("/") && !isNamed(signer, "-archive") ? Maker.MIRROR : Maker.DISTRIBUTION;
        }

        boolean isArchive(String uri) {
            return uri.matches("(?i).*/(debian|debian-security|ubuntu|ubuntu-ports|%s)/*".formatted(Pattern.quote(id)));
        }

        private boolean isNamed(String signer, String end) {
            return Stream.of("debian", "ubuntu", id).anyMatch(name -> signer.contains("/" + name + end));
        }
    }
}
