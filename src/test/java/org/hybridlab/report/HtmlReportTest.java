package org.hybridlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.hybridlab.config.model.KubernetesBranch;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private final String page = HtmlReport.of(Reports.report(), Reports.templates());

    @Test
    void saysHowItEndedAndOnWhat() {
        assertThat(page).contains("<header class=\"failed\">").contains("1 passed, 1 failed, 1 could not be judged")
                .contains("Kubernetes " + KubernetesBranch.newest().newestVersion()
                        + " on 2 machines, Docker. Judged at 2026-11-21 12:34:56 UTC in 2.5 s.");
    }

    @Test
    void report_opensFailures_andClosesTheRest() {
        assertThat(page.split("<details open>", -1)).hasSize(3);
        assertThat(page.split("<details>", -1)).hasSize(2);
    }

    @Test
    void showsHostileWordsAsText() {
        assertThat(page).doesNotContain("<script").contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
    }

    @Test
    void loadsNothing() {
        assertThat(page).doesNotContain("src=").doesNotContain("href=").doesNotContain("url(")
                .doesNotContain("@import").doesNotContain("<link");
    }

    @Test
    void steps_areDrawnWhereTheyRan() {
        assertThat(page).contains("How it came up: 20.0 s").contains("style=\"left:0.00%;width:25.00%\"")
                .contains("class=\"failed\" style=\"left:25.00%;width:75.00%\"");
    }

    /** "left:25,00%" is no length of CSS: all bars would lie at the left edge. */
    @Test
    void isTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(HtmlReport.of(Reports.report(), Reports.templates())).isEqualTo(page);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void hasNoTimelineIfNoRunIsKnown() {
        Report report = Reports.report();
        assertThat(HtmlReport.of(new Report(report.lab(), report.provider(), report.version(), report.at(),
                report.checks(), List.of(), List.of(), Optional.empty(), Optional.empty()), Reports.templates()))
                .doesNotContain("How it came up");
    }

    @Test
    void report_ofWindows_saysHowFarProven() {
        Report report = Reports.report();
        assertThat(HtmlReport.of(new Report(report.lab(), report.provider(), report.version(), report.at(),
                report.checks(), List.of(), List.of(), Optional.empty(), Optional.of("On rung a & no other.")),
                Reports.templates())).contains(" On rung a &amp; no other.</span>");
    }
}
