package org.hybridlab.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellQuotingTest {
    @Test
    void split_ofQuotedWords_givesThemBack() {
        List<String> words = List.of("hybridlab", "", "my labs/it's", "'", "a\\b", "a=b", "[{\"op\": \"$x\"}]", "a\nb");

        assertThat(ShellQuoting.split(words.stream().map(ShellQuoting::quote).collect(Collectors.joining("  "))))
                .isEqualTo(words);
    }

    @Test
    void split_joinsPartsOfOneWord() {
        assertThat(ShellQuoting.split(" a'b c'd\\ e  f ")).containsExactly("ab cd e", "f");
        assertThat(ShellQuoting.split("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a 'b", "a; b", "a | b", "a $b", "a `b`", "a > b", "a \"b\"", "a & b", "a\\", "a (b)"})
    void split_ofShellSyntax_isRefused(String line) {
        assertThatThrownBy(() -> ShellQuoting.split(line)).isInstanceOf(IllegalArgumentException.class);
    }
}
