package org.hybridlab.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OurTerminalTest {
    @TempDir
    private Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void program_thatRunsAside_hasNoStandardOutput() throws IOException {
        Path seen = folder.resolve("seen");
        Command command = Command.of("sh", "-c", "out=$(readlink /proc/$$/fd/1); echo $out > " + seen
                + "; exit 3");

        assertThat(new OurTerminal().runAside(command)).isEqualTo(3);
        assertThat(seen).hasContent("/dev/null\n");
    }
}
