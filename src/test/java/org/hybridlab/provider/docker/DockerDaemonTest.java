package org.hybridlab.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provider.TestLabs;
import org.hybridlab.provider.api.LabId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fake: a host on which now this Docker answers and now that one, neither with a container. */
class DockerDaemonTest {
    private static final LabId ID = new LabId("first", "0a1b2c");
    @TempDir
    private Path folder;
    private String answering = "AAAA:BBBB";
    private final Cancellation cancellation = new Cancellation();
    private final FakePrograms docker = FakePrograms.printing(command ->
            command.words().contains("info") ? answering + "\n" : "");

    /** It says that it has no machine, and that is no word about the lab's. */
    @Test
    void noMachine_ofAnotherDaemon_isUnknown() throws Exception {
        DockerProvider provider = new DockerProvider(docker, folder);
        provider.prepare(ID, TestLabs.lab(TestLabs.linux().network().mode(), TestLabs.linux().outside()),
                cancellation);
        assertThat(provider.states(ID, cancellation)).isEmpty();

        answering = "CCCC:DDDD";
        LabException e = failure(() -> provider.states(ID, cancellation));
        assertThat(e.id()).isEqualTo("docker-differs");
        assertThat(e.advice()).contains(folder.resolve("docker-daemon").toString());
        provider.prepare(ID, TestLabs.lab(TestLabs.linux().network().mode(), TestLabs.linux().outside()),
                cancellation);
        assertThat(folder.resolve("docker-daemon")).hasContent("AAAA:BBBB");

        Files.delete(folder.resolve("docker-daemon"));
        assertThat(provider.states(ID, cancellation)).isEmpty();
    }
}
