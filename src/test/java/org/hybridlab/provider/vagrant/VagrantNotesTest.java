package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VagrantNotesTest {
    @TempDir
    private Path data;

    @Test
    void machines_areThoseWithAnId() throws IOException {
        note("control", "docker", "abc\n");
        note("node", "virtualbox", "7c1b");
        Files.createDirectories(data.resolve("machines/begun/docker"));
        Files.createDirectories(data.resolve("machines/empty"));
        VagrantNotes notes = VagrantNotes.in(data);

        assertThat(notes.names()).containsExactlyInAnyOrder("control", "node");
        assertThat(notes.providers()).containsExactlyInAnyOrder("docker", "virtualbox");
        assertThat(notes.begun()).containsExactlyInAnyOrder("control", "node", "begun");
        assertThat(notes.has("docker", "abc")).isTrue();
        assertThat(notes.has("virtualbox", "abc")).as("of another provider").isFalse();
    }

    @Test
    void noFolder_hasNone() {
        assertThat(VagrantNotes.in(data).names()).isEmpty();
        assertThat(VagrantNotes.in(data).begun()).isEmpty();
    }

    /** As a machine goes that another step removes: the others are still there. */
    @Test
    void machineThatGoes_isLeftOutAlone() throws Exception {
        for (int i = 0; i < 40; i++) {
            note("stays" + i, "docker", "id");
        }
        Thread going = new Thread(() -> {
            for (int i = 0; i < 300; i++) {
                unchecked(() -> {
                    note("a-goes", "docker", "id");
                    Files.delete(data.resolve("machines/a-goes/docker/id"));
                    Files.delete(data.resolve("machines/a-goes/docker"));
                    Files.delete(data.resolve("machines/a-goes"));
                });
            }
        });
        going.start();
        while (going.isAlive()) {
            assertThat(VagrantNotes.in(data).names()).hasSizeGreaterThanOrEqualTo(40);
        }
        going.join();
    }

    @Test
    void unreadableId_isNotNone() throws IOException {
        Files.createDirectories(data.resolve("machines/node/docker/id"));

        assertThat(failure(() -> VagrantNotes.in(data).has("docker", "abc")).id())
                .isEqualTo("workspace-unreadable");
    }

    private void note(String machine, String provider, String id) throws IOException {
        Path folder = Files.createDirectories(data.resolve("machines").resolve(machine).resolve(provider));
        Files.writeString(folder.resolve("id"), id);
    }
}
