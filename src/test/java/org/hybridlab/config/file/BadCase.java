package org.hybridlab.config.file;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.config.rules.core.HostView;

/**
 * A lab file or manifest that breaks one rule: a section of a file of {@code badlabs} or {@code badmanifests}, below a
 * line {@code ### name}. Its first lines say which rule it breaks at which place, and the one token that makes it good.
 * {@code # like: RULE/NAME: OLD ==> NEW} stands for the text of a section above, with another token.
 *
 * @param text a character for each byte, because some are not UTF-8; {@code \x1b} in a section is the byte
 */
record BadCase(String name, String text, String ruleId, String place, String token, String replacement) {
    /** The manifests that bad labs and their twins name. */
    static final Path APPS = Path.of("src/test/resources/badlabs/apps");

    private static final String LIKE = "# like: ";
    private static final Pattern BYTE = Pattern.compile("\\\\x([0-9a-f]{2})");

    static List<BadCase> labs() {
        return all(APPS.getParent());
    }

    static List<BadCase> manifests() {
        return all(Path.of("src/test/resources/badmanifests"));
    }

    private static List<BadCase> all(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().flatMap(file -> in(file).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<BadCase> in(Path file) {
        Map<String, String> bodies = new HashMap<>();
        return Arrays.stream(text(file).split("(?m)^### ")).skip(1).map(section -> of(section, bodies)).toList();
    }

    /** @param bodies of the sections above, by rule and name */
    private static BadCase of(String section, Map<String, String> bodies) {
        int end = section.indexOf('\n') + 1;
        int body = end + head(section.substring(end)).mapToInt(line -> line.length() + 1).sum();
        String head = section.substring(end, body);
        String[] expected = header(head, "# bad: ").findFirst().orElseThrow().split(" ");
        String[] twin = header(head, "# twin: ").findFirst().orElseThrow().split(" ==> ", -1);
        String name = expected[0] + "/" + section.substring(0, end - 1);
        String text = header(head, LIKE).findFirst().map(like -> like(name, like.split(": ", 2), bodies))
                .orElse(section.substring(body));
        bodies.put(name, text);
        return new BadCase(name, head.replaceFirst(LIKE + ".*\n", "") + bytes(text), expected[0], expected[1],
                bytes(twin[0]), bytes(twin[1]));
    }

    private static String like(String name, String[] other, Map<String, String> bodies) {
        String[] change = other[1].split(" ==> ");
        return once(name, bodies.get(other[0]), 0, change[0], change[1]);
    }

    /** @param start where the token may be */
    private static String once(String name, String text, int start, String token, String replacement) {
        int at = text.indexOf(token, start);
        if (at < 0 || text.indexOf(token, at + 1) >= 0) {
            throw new IllegalArgumentException(name + " must have '" + token + "' once");
        }
        return text.substring(0, at) + replacement + text.substring(at + token.length());
    }

    private static Stream<String> head(String text) {
        return text.lines().takeWhile(line -> line.matches("# (bad|twin|host|lab|like): .*"));
    }

    private static Stream<String> header(String text, String start) {
        return head(text).filter(line -> line.startsWith(start)).map(line -> line.substring(start.length()));
    }

    private static String bytes(String text) {
        return BYTE.matcher(text)
                .replaceAll(code -> Matcher.quoteReplacement("" + (char) Integer.parseInt(code.group(1), 16)));
    }

    byte[] content() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The content with the one token replaced; the header stays as it is. */
    byte[] twin() {
        int body = head(text).mapToInt(line -> line.length() + 1).sum();
        return once(name, text, body, token, replacement).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** What the lab of a bad manifest says besides. */
    String labLines() {
        return header(text, "# lab: ").map(line -> line + "\n").collect(Collectors.joining());
    }

    HostView host() {
        return header(text, "# host: ").findFirst().map(BadCase::host).orElse(HostView.unknown());
    }

    private static HostView host(String fact) {
        String value = fact.substring(fact.indexOf('=') + 1);
        return new HostView(
                fact.startsWith("memory=") ? OptionalInt.of(Integer.parseInt(value)) : OptionalInt.empty(),
                fact.startsWith("cores=") ? OptionalInt.of(Integer.parseInt(value)) : OptionalInt.empty(),
                fact.startsWith("arch=") ? Optional.of(Arch.of(value)) : Optional.empty(),
                fact.startsWith("network=") ? List.of(Cidr.parse(value)) : List.of(),
                fact.startsWith("nameserver=") ? List.of(Ipv4.parse(value)) : List.of(),
                fact.startsWith("box=") ? Optional.of(List.of(box(value))) : Optional.empty(), Set.of(), false,
                fact.startsWith("bundles=") ? Optional.of(new Bundled(Stream.of(value.split(" "))
                        .map(KubernetesVersion::parse).toList(), Set.of(), Set.of())) : Optional.empty());
    }

    /** Name, provider, and the build in it if it was packaged: {@code hybridlab/x libvirt 20348}. */
    private static LocalBox box(String value) {
        String[] words = value.split(" ");
        return new LocalBox(words[0], ProviderName.of(words[1]),
                words.length > 2 ? OptionalInt.of(Integer.parseInt(words[2])) : OptionalInt.empty());
    }

    private static String text(Path file) {
        return unchecked(() -> Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    @Override
    public String toString() {
        return name;
    }
}
