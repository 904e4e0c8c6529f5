package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckTableTest {
    @Test
    void hasALinePerCheckAndShowsWhatWasSeenWhereItDidNotPass() {
        assertThat(CheckTable.lines(Reports.checks())).containsExactly(
                "passed      nodes        All 2 nodes are Ready.",
                "FAILED      dns          </li><script>alert('x')</script> & \"quoted\" ]]>  [31m",
                "            first line",
                "            </li><script>alert('x')</script> & \"quoted\" ]]>  [31m",
                "not judged  app/numbers  Cannot hold.",
                "            first line",
                "            </li><script>alert('x')</script> & \"quoted\" ]]>  [31m",
                "1 passed, 1 failed, 1 could not be judged (2.5 s).");
    }
}
