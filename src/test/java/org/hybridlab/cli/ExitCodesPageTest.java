package org.hybridlab.cli;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.config.file.GeneratedFile;
import org.junit.jupiter.api.Test;

class ExitCodesPageTest {
    @Test
    void exitCodesPage_isWhatTheCodesSay() throws IOException {
        GeneratedFile.assertUpToDate(Path.of("docs/reference/exit-codes.md"), ExitCodesPage.text());
    }
}
