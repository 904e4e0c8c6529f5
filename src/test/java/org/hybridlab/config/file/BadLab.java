package org.hybridlab.config.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.config.rules.core.HostView;

/**
 * A file of {@code badlabs}, in the folder of the rule that it breaks. Its first lines say which rule it breaks at
 * which place, the one token that makes a good lab of it, and what is known of the host. Read byte for byte, because
 * some are not text.
 */
record BadLab(Path file, String ruleId, String place, String token, String replacement, HostView host) {
    /** The manifests that bad labs and their twins name. */
    static final Path APPS = Path.of("src/test/resources/badlabs/apps");
    private static final Path FOLDER = Path.of("src/test/resources/badlabs");

    static List<BadLab> all() {
        try (Stream<Path> files = Files.walk(FOLDER, 2)) {
            return files.filter(file -> file.toString().endsWith(".yaml") && !file.startsWith(APPS)).sorted()
                    .map(BadLab::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BadLab of(Path file) {
        String[] lines = text(file).split("\n", 4);
        String[] expected = header(lines[0], "# bad: ").split(" ");
        String[] twin = header(lines[1], "# twin: ").split(" ==> ", -1);
        HostView host = lines[2].startsWith("# host: ") ? host(header(lines[2], "# host: ")) : HostView.unknown();
        return new BadLab(file, expected[0], expected[1], bytes(twin[0]), bytes(twin[1]), host);
    }

    private static String header(String line, String start) {
        if (!line.startsWith(start)) {
            throw new IllegalArgumentException(start + "is missing: " + line);
        }
        return line.substring(start.length());
    }

    /** What must not stand in the header itself, or the header would be what is wrong with the file. */
    private static String bytes(String token) {
        return Pattern.compile("\\\\x([0-9a-f]{2})").matcher(token)
                .replaceAll(code -> Matcher.quoteReplacement("" + (char) Integer.parseInt(code.group(1), 16)));
    }

    private static HostView host(String fact) {
        String value = fact.substring(fact.indexOf('=') + 1);
        return new HostView(
                fact.startsWith("memory=") ? OptionalInt.of(Integer.parseInt(value)) : OptionalInt.empty(),
                fact.startsWith("cores=") ? OptionalInt.of(Integer.parseInt(value)) : OptionalInt.empty(),
                fact.startsWith("arch=") ? Optional.of(Arch.of(value)) : Optional.empty(),
                fact.startsWith("network=") ? List.of(Cidr.parse(value)) : List.of(),
                fact.startsWith("box=") ? Optional.of(List.of(box(value))) : Optional.empty(), Set.of(), false,
                fact.startsWith("bundles=") ? Optional.of(new Bundled(Stream.of(value.split(" "))
                        .map(KubernetesVersion::parse).toList(), Set.of())) : Optional.empty());
    }

    /** Name, provider, and the build in it if it was packaged: {@code hybridlab/x libvirt 20348}. */
    private static LocalBox box(String value) {
        String[] words = value.split(" ");
        return new LocalBox(words[0], ProviderName.of(words[1]),
                words.length > 2 ? OptionalInt.of(Integer.parseInt(words[2])) : OptionalInt.empty());
    }

    /** The file's content with the one token replaced; the header stays as it is. */
    byte[] twin() {
        String text = text(file);
        String lastHeader = text.contains("\n# host: ") ? "\n# host: " : "\n# twin: ";
        int body = text.indexOf('\n', text.indexOf(lastHeader) + 1) + 1;
        int at = text.indexOf(token, body);
        if (at < 0 || text.indexOf(token, at + 1) >= 0) {
            throw new IllegalArgumentException(file + " must have '" + token + "' once");
        }
        return (text.substring(0, at) + replacement + text.substring(at + token.length()))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return FOLDER.relativize(file).toString();
    }
}
