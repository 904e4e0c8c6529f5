package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class CheckTableTest {
    @Test
    void table_ofChecks_showsEvidenceOfFailures() {
        assertThat(CheckTable.lines(Reports.checks(), Colors.NONE)).containsExactly(
                "passed      nodes        All 2 nodes are Ready.",
                "FAILED      dns          </li><script>alert('x')</script> & \"quoted\" ]]>  [31m",
                "            first line",
                "not judged  app/numbers  Cannot hold.",
                "            first line",
                "            </li><script>alert('x')</script> & \"quoted\" ]]>  [31m",
                "1 passed, 1 failed, 1 could not be judged (2.5 s).");
    }

    @Test
    void table_withLongName_pushesOneRowOnly() {
        assertThat(CheckTable.lines(Reports.wordy(), Colors.NONE)).containsExactly(
                "FAILED      lab/a-whole-sentence-of-the-author  No.",
                "passed      dns  Yes.",
                "1 passed, 1 failed, 0 could not be judged (1.0 s).");
    }

    @Test
    void checkTable_coloursResultWordOnly() {
        List<String> lines = CheckTable.lines(Reports.checks(), new Colors(true));

        assertThat(lines.get(0)).isEqualTo("\u001b[32mpassed    \u001b[0m  nodes        All 2 nodes are Ready.");
        assertThat(lines.get(1)).startsWith("\u001b[1;31mFAILED    \u001b[0m  dns ");
        assertThat(lines.get(3)).startsWith("\u001b[33mnot judged\u001b[0m  app/numbers  Cannot hold.");
    }
}
