package org.hybridlab.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Logs of earlier runs that cannot be deleted are no reason to refuse a run. */
class StepLogsTest {
    private static final String RUN = "20261127T080000.000Z-1";
    /** Two of them, one in the other, have a path that no program can use; not even root's. */
    private static final String LONG = String.join("/", IntStream.range(0, 12).mapToObj(one -> "d".repeat(250))
            .toList());

    @TempDir
    private Path dir;
    private RunFolder folder;
    private Path oldest;

    @BeforeEach
    void moreRunsThanAreKept() throws IOException {
        folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
        for (int day = 1; day <= 21; day++) {
            Files.createDirectories(folder.logs().resolve("202610%02dT080000.000Z-1".formatted(day)));
        }
        oldest = folder.logs().resolve("20261001T080000.000Z-1");
    }

    @AfterEach
    void shorten() throws IOException {
        if (Files.exists(oldest.resolve(LONG).resolve("d"))) {
            Files.move(oldest.resolve(LONG).resolve("d"), dir.resolve("d"));
        }
    }

    @Test
    void oldestRuns_areRemoved() throws IOException {
        write();

        assertThat(runs()).hasSize(20).contains(RUN);
        assertThat(oldest).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void runThatCannotBeRemoved_isLeft() throws IOException {
        Files.createDirectories(oldest.resolve(LONG));
        Files.createDirectories(dir.resolve("d").resolve(LONG));
        Files.move(dir.resolve("d"), oldest.resolve(LONG).resolve("d"));

        write();

        assertThat(runs()).hasSize(21).contains(RUN, oldest.getFileName().toString());
    }

    @Test
    void folderThatCannotBeMade_stopsNothing() throws IOException {
        folder = new RunFolder(dir.resolve("state"), Files.createFile(dir.resolve("file")).resolve("logs"));

        write();

        assertThat(Files.exists(folder.logs())).isFalse();
    }

    private void write() {
        try (StepLogs logs = StepLogs.of(folder, RUN, Clock.systemUTC())) {
            logs.line("step", "a line");
        }
    }

    private List<String> runs() throws IOException {
        try (Stream<Path> all = Files.list(folder.logs())) {
            return all.map(path -> path.getFileName().toString()).toList();
        }
    }
}
