package org.hybridlab.provision.context;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.AccountToken;

/**
 * A machine's note of programs with service account tokens: fingerprint of their settings, and end of the first token.
 * @param ends empty if unknown
 */
public record AccountMark(String fingerprint, Optional<Instant> ends) {
    public static AccountMark of(String fingerprint, Stream<AccountToken> tokens) {
        return new AccountMark(fingerprint, tokens.flatMap(token -> token.ends().stream())
                .min(Comparator.naturalOrder()));
    }

    public static boolean isOf(String text, String fingerprint) {
        return text.split(" ", 2)[0].equals(fingerprint);
    }

    /** @return why tokens must be renewed: less than 30 days are left, by the text; else empty */
    public static Optional<String> ending(String text, Instant now) {
        String[] words = text.strip().split(" ", 2);
        return Optional.of(words).filter(all -> all.length > 1).map(all -> Instant.parse(all[1]))
                .filter(end -> end.isBefore(now.plus(LabContext.RENEWED_BEFORE)))
                .map(end -> "a token %s on %s".formatted(end.isBefore(now) ? "ended" : "ends",
                        end.atZone(ZoneOffset.UTC).toLocalDate()));
    }

    /** Without line end. */
    public String text() {
        return fingerprint + ends.map(end -> " " + end).orElse("");
    }
}
