package org.hybridlab.common.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.hybridlab.common.template.PowerShellGrammar.Verdict;
import org.junit.jupiter.api.Test;

class PowerShellQuotingTest {
    private static final int STRINGS = 10_000;
    private static final int AT_ONCE = 250;

    @Test
    void noStringLeavesItsQuotes() {
        List<String> scripts = new ArrayList<>();
        List<String> strings = HostileStrings.some(STRINGS);
        for (int from = 0; from < STRINGS; from += AT_ONCE) {
            StringBuilder script = new StringBuilder();
            strings.subList(from, from + AT_ONCE)
                    .forEach(text -> script.append("$value = ").append(Quoting.powerShell(text)).append('\n'));
            scripts.add(script.toString());
        }
        Set<String> kinds = PowerShellGrammar.judge(List.of("$value = 'a'\n$value = ('a'+[char]0x2019+'b')\n"))
                .get(0).kinds();

        List<Verdict> verdicts = PowerShellGrammar.judge(scripts);

        assertThat(verdicts).allSatisfy(verdict -> {
            assertThat(verdict.error()).isEmpty();
            assertThat(kinds).containsAll(verdict.kinds());
        });
    }

    @Test
    void string_outOfItsQuotes_wouldBeSeen() {
        List<Verdict> verdicts = PowerShellGrammar.judge(List.of("$value = 'a'; touch PWNED\n", "$value = 'a\n"));

        assertThat(verdicts.get(0).kinds()).contains("command");
        assertThat(verdicts.get(1).error()).isPresent();
    }
}
