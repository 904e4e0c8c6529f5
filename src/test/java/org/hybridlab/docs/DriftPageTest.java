package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;

class DriftPageTest {
    @Test
    void driftPage_isWhatTheRealTestDoes() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/reference/drift.md"), DriftPage.text());
    }

    @Test
    void driftPage_saysWhatIsRestoredOrReported() {
        assertThat(Drift.all()).hasSizeGreaterThanOrEqualTo(20).allSatisfy(drift -> {
            assertThat(drift.undo().isEmpty()).isEqualTo(drift.outcome() == Drift.Outcome.HEALED);
            assertThat(drift.says().isEmpty()).isEqualTo(drift.outcome() != Drift.Outcome.REPORTED);
        });
    }
}
