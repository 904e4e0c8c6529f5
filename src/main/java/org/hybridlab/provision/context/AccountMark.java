package org.hybridlab.provision.context;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.AccountToken;

/**
 * What a machine notes of programs that log in with tokens of service accounts: a line with their settings' fingerprint
 * and with when the first of the tokens ends.
 *
 * @param ends empty if nobody knows it
 */
public record AccountMark(String fingerprint, Optional<Instant> ends) {
    public static AccountMark of(String fingerprint, Stream<AccountToken> tokens) {
        return new AccountMark(fingerprint, tokens.flatMap(token -> token.ends().stream())
                .min(Comparator.naturalOrder()));
    }

    /** Whether this text is a mark of these settings; of other settings nothing more is asked. */
    public static boolean isOf(String text, String fingerprint) {
        return text.split(" ", 2)[0].equals(fingerprint);
    }

    /** @return why there must be other tokens, if there must: the text says that less than 30 days are left */
    public static Optional<String> ending(String text, Instant now) {
        String[] words = text.strip().split(" ", 2);
        return Optional.of(words).filter(all -> all.length > 1).map(all -> Instant.parse(all[1]))
                .filter(end -> end.isBefore(now.plus(LabContext.RENEWED_BEFORE)))
                .map(end -> "a token %s on %s".formatted(end.isBefore(now) ? "ended" : "ends",
                        end.atZone(ZoneOffset.UTC).toLocalDate()));
    }

    /** The line, without its end. */
    public String text() {
        return fingerprint + ends.map(end -> " " + end).orElse("");
    }
}
