package org.hybridlab.service.orphan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.hybridlab.common.process.ThisHost;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.LabResource.Kind;
import org.hybridlab.provider.api.ResourceOrigin;
import org.hybridlab.service.orphan.ResourceJudgement.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a lab whose workspace and state folder are both not there. */
class ResourceJudgementTest {
    private static final ThisHost HOST = new ThisHost("0a1b", "here");

    @TempDir
    private Path home;

    @Test
    void foldersGone_onTheHost_leaveOrphans() throws IOException {
        Path workspace = Files.createDirectories(home.resolve("duo/.hybridlab"));
        Files.writeString(home.resolve("duo/lab.yaml"), "");
        assertThat(judged(Kind.CONTAINER, false).state()).isEqualTo(State.UNKNOWN);
        Files.delete(workspace);

        assertThat(judged(Kind.CONTAINER, false).state()).isEqualTo(State.ORPHAN);
    }

    /** Another container of the same image may have them, and use the same Docker. */
    @Test
    void foldersGone_inContainer_areNotJudged() throws IOException {
        Files.writeString(Files.createDirectories(home.resolve("duo")).resolve("lab.yaml"), "");
        for (Map.Entry<Kind, String> one : Map.of(Kind.CONTAINER, "docker rm -f c1", Kind.VOLUME,
                "docker volume rm c1", Kind.NETWORK, "docker network rm c1").entrySet()) {
            ResourceJudgement judgement = judged(one.getKey(), true);

            assertThat(judgement.state()).isEqualTo(State.UNKNOWN);
            assertThat(judgement.reason()).contains("another container", one.getValue());
        }
    }

    private ResourceJudgement judged(Kind kind, boolean contained) {
        ResourceOrigin origin = new ResourceOrigin(home.resolve("duo/.hybridlab"), home.resolve("gone/hybridlab"),
                "somebody", HOST.id(), "4f0c");
        return ResourceJudgement.of(new LabResource(kind, "id", "c1", new LabId("duo", "0a1b2c"), Optional.of(origin),
                Optional.empty(), OptionalLong.empty()), List.of(), UserFolders.of(Map.of(), home), "somebody", HOST,
                contained);
    }
}
