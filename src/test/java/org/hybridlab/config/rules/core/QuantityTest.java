package org.hybridlab.config.rules.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({"100m,0.1", "1Mi,1048576", "2Gi,2147483648", "1k,1000", "1E,1000000000000000000", "1e3,1000", ".5,0.5",
        "5.,5", "-1,-1", "0,0"})
    void text_isAnAmount(String text, BigDecimal amount) {
        assertThat(Quantity.parse(text)).hasValueSatisfying(seen -> assertThat(seen).isEqualByComparingTo(amount));
    }

    /** The last exponent does not fit into 64 bits. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Mi", "1MB", "1mi", "1.2.3", "one", "1e99999999999999999999"})
    void otherText_isNone(String text) {
        assertThat(Quantity.parse(text)).isEmpty();
    }
}
