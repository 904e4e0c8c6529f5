package org.hybridlab.provision.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.AccountToken;
import org.junit.jupiter.api.Test;

class AccountMarkTest {
    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

    private static AccountToken token(String ends) {
        return new AccountToken("t", Optional.of(ends).filter(end -> !end.isEmpty()).map(Instant::parse));
    }

    private static String mark(String... ends) {
        return AccountMark.of("settings", Stream.of(ends).map(AccountMarkTest::token)).text();
    }

    @Test
    void mark_ofOtherSettings_isNotOfThese() {
        assertThat(AccountMark.isOf(mark("2027-01-10T00:00:00Z"), "settings")).isTrue();
        assertThat(AccountMark.isOf(mark("2027-01-10T00:00:00Z"), "setting")).isFalse();
        assertThat(AccountMark.isOf("", "settings")).isFalse();
    }

    @Test
    void token_thatLasts30Days_isKept() {
        assertThat(AccountMark.ending(mark("2026-12-31T00:00:01Z"), NOW)).isEmpty();
    }

    @Test
    void token_firstOfTwoEndsSooner_isRenewed() {
        assertThat(AccountMark.ending(mark("2027-11-01T00:00:00Z", "2026-12-30T00:00:00Z"), NOW))
                .contains("a token ends on 2026-12-30");
    }

    @Test
    void token_thatHasEnded_isRenewed() {
        assertThat(AccountMark.ending(mark("2026-11-01T00:00:00Z"), NOW)).contains("a token ended on 2026-11-01");
    }

    /** What is not known is no reason to stop a pod network. */
    @Test
    void token_ofUnknownEnd_isKept() {
        assertThat(mark("")).isEqualTo("settings");
        assertThat(AccountMark.ending(mark(""), NOW)).isEmpty();
    }
}
