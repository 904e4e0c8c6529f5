package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Processes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** An index as Vagrant 2.3.4 writes it, with the real flock. */
class MachineIndexTest {
    private static final String OURS = entry("/lab/.vagrant", "control");
    private static final String FOREIGN = entry("/other/.vagrant", "control");

    @TempDir
    private Path home;
    private Path index;
    private final Processes processes = new LocalProcesses();

    @BeforeEach
    void aFolder() throws IOException {
        index = Files.createDirectories(home.resolve("data/machine-index")).resolve("index");
    }

    @Test
    void machines_ofFolder_go_othersStay() throws IOException {
        write(1, "\"a1\":" + OURS + ",\"b2\":" + FOREIGN + ",\"c3\":" + OURS);

        assertThat(forgets()).isTrue();

        assertThat(JsonMapper.shared().readTree(Files.readString(index))).isEqualTo(JsonMapper.shared().readTree(
                "{\"version\":1,\"machines\":{\"b2\":" + FOREIGN + "}}"));
        assertThat(index.getParent()).isDirectoryNotContaining("glob:**.hybridlab*");
    }

    @Test
    void index_withoutTheMachines_isNotWritten() throws IOException {
        assertThat(forgets()).as("no index").isTrue();
        write(1, "\"b2\":" + FOREIGN);
        String before = Files.readString(index);

        assertThat(forgets()).isTrue();

        assertThat(Files.readString(index)).isEqualTo(before);
    }

    @Test
    void unknownForm_isLeftToVagrant() throws IOException {
        for (String content : new String[] {"{\"version\":2,\"machines\":{\"a1\":" + OURS + "}}", "[]", "{", ""}) {
            Files.writeString(index, content);

            assertThat(forgets()).as(content).isFalse();
            assertThat(Files.readString(index)).isEqualTo(content);
        }
    }

    @Test
    void machine_inUse_isLeftToVagrant() throws IOException {
        write(1, "\"a1\":" + OURS);
        Files.createFile(index.resolveSibling("a1.lock"));

        assertThat(forgets()).isFalse();

        assertThat(Files.readString(index)).contains("a1");
    }

    /** What somebody writes between our look and our lock is not lost. */
    @Test
    void change_inBetween_isKept() throws IOException {
        write(1, "\"a1\":" + OURS);
        boolean[] first = {true};
        Processes slow = (command, lines, cancellation) -> {
            if (first[0]) {
                first[0] = false;
                write(1, "\"a1\":" + OURS + ",\"b2\":" + FOREIGN);
            }
            return processes.run(command, lines, cancellation);
        };

        assertThat(new MachineIndex(slow, home).forget(Path.of("/lab/.vagrant"), new Cancellation())).isTrue();

        assertThat(Files.readString(index)).contains("b2").doesNotContain("a1");
    }

    @Test
    void index_thatVagrantHolds_isWaitedFor() throws IOException {
        write(1, "\"a1\":" + OURS);
        Thread vagrant = new Thread(() -> processes.run(Command.of("flock", index + ".lock", "sleep", "1")
                .timeout(Duration.ofSeconds(10)), line -> { }, new Cancellation()));
        vagrant.start();

        assertThat(forgets()).isTrue();

        assertThat(Files.readString(index)).doesNotContain("a1");
    }

    private boolean forgets() {
        return new MachineIndex(processes, home).forget(Path.of("/lab/.vagrant"), new Cancellation());
    }

    private void write(int version, String machines) {
        try {
            Files.writeString(index, "{\"version\":" + version + ",\"machines\":{" + machines + "}}");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String entry(String notes, String name) {
        return "{\"local_data_path\":\"%s\",\"name\":\"%s\",\"provider\":\"docker\",\"state\":\"running\","
                .formatted(notes, name) + "\"vagrantfile_name\":null,\"updated_at\":null,\"extra_data\":{}}";
    }
}
