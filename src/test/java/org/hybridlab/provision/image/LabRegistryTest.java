package org.hybridlab.provision.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes and ports of this host are real, and docker-registry is not. */
class LabRegistryTest {
    @TempDir
    private Path folder;
    private LabRegistry registry;

    @BeforeEach
    void workspace() throws IOException {
        Files.writeString(folder.resolve("lab.yaml"), "");
        registry = new LabRegistry(new FakePrograms(command -> command.words().get(0).equals("ss") ? Answer.printing(
                "LISTEN 0 50 127.0.0.1:1 0.0.0.0:* users:((\"java\",pid=%d,fd=5))\n".formatted(ProcessHandle.current()
                        .pid())) : Answer.DONE), Workspace.of(folder.resolve("lab.yaml")).create());
    }

    @Test
    void portOfAnother_isRefused_withItsHolder() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            LabException e = failure(() -> registry.start("127.0.0.1:" + other.getLocalPort(), new Cancellation()));

            assertThat(e.id()).isEqualTo("registry-port-taken");
            assertThat(e.what()).contains("127.0.0.1:" + other.getLocalPort(), "process " + ProcessHandle.current()
                    .pid(), "java");
        }
    }

    /** All hosts in the lab's network can reach the second registry. */
    @Test
    void onlyTheLoopbackAddress_takesPushes() {
        assertThat(registry.configuration("127.0.0.1:5001")).contains("\"readonly\": {\"enabled\": false}",
                "\"addr\": \"127.0.0.1:5001\"");
        assertThat(registry.configuration("192.168.56.1:5001")).contains("\"readonly\": {\"enabled\": true}");
    }

    @Test
    void end_stopsItsOwnProcessesAlone() throws IOException {
        Process own = process(folder.resolve(".hybridlab/registry/127.0.0.1-5001.json"));
        Process other = process(folder.resolve("other/.hybridlab/registry/127.0.0.1-5001.json"));
        try {
            assertThat(registry.isRunning()).isTrue();

            registry.end(new Cancellation());

            assertThat(registry.isRunning()).isFalse();
            assertThat(own.toHandle().isAlive()).isFalse();
            assertThat(other.isAlive()).isTrue();
        } finally {
            own.destroy();
            other.destroy();
        }
    }

    private static Process process(Path configuration) throws IOException {
        return new ProcessBuilder("sh", "-c", "while :; do sleep 0.1; done", "docker-registry", "serve",
                configuration.toString()).start();
    }
}
