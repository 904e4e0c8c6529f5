package org.hybridlab.diagnose;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds known secrets, plain, in base64 and in addresses, in one pass. */
final class SecretValues {
    /** Shorter ones would match ordinary words. */
    private static final int SHORTEST = 6;
    /** Number of bytes before a value, modulo three, that change its base64 form. */
    private static final int ALIGNMENTS = 3;

    /** By first characters, the longest first, so that no rest of a longer secret stays. */
    private final Map<String, List<String>> byBeginning = new HashMap<>();

    /** @param values those of several lines are searched line by line */
    SecretValues(Collection<String> values) {
        values.stream().flatMap(value -> Stream.concat(Stream.of(value), value.lines())).map(String::strip)
                .filter(value -> value.length() >= SHORTEST && !value.startsWith("-----")).distinct()
                .flatMap(SecretValues::forms).filter(form -> form.length() >= SHORTEST).distinct()
                .sorted(Comparator.comparing(String::length).reversed())
                .forEach(form -> byBeginning.computeIfAbsent(form.substring(0, SHORTEST), key -> new ArrayList<>())
                        .add(form));
    }

    String without(String line) {
        if (byBeginning.isEmpty()) {
            return line;
        }
        StringBuilder clean = new StringBuilder();
        int at = 0;
        while (at < line.length()) {
            int length = at + SHORTEST <= line.length() ? lengthAt(line, at) : 0;
            if (length > 0) {
                clean.append(Redactor.REMOVED);
                at += length;
            } else {
                clean.append(line.charAt(at++));
            }
        }
        return clean.toString();
    }

    private int lengthAt(String line, int at) {
        for (String form : byBeginning.getOrDefault(line.substring(at, at + SHORTEST), List.of())) {
            if (line.startsWith(form, at)) {
                return form.length();
            }
        }
        return 0;
    }

    private static Stream<String> forms(String value) {
        Stream<String> base64 = Stream.iterate(0, before -> before < ALIGNMENTS, before -> before + 1)
                .map(before -> encoded(value, before)).filter(form -> form.length() >= SHORTEST)
                .flatMap(form -> Stream.of(form, form.replace('+', '-').replace('/', '_')));
        String inUrl = URLEncoder.encode(value, StandardCharsets.UTF_8);
        return Stream.of(Stream.of(value, inUrl, inUrl.replace("+", "%20")), base64).flatMap(forms -> forms);
    }

    /** The part of the base64 form that is independent of neighbouring bytes. */
    private static String encoded(String value, int before) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] aligned = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, aligned, before, bytes.length);
        String text = Base64.getEncoder().withoutPadding().encodeToString(aligned);
        return text.substring(before == 0 ? 0 : before + 1, aligned.length * 8 / 6);
    }
}
