package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Folders of hybridlab's own that a killed destroy left. */
class OrphanFoldersTest extends RecordedLab {
    @Test
    void folder_ofKilledDestroy_isShownAndRemoved() throws IOException {
        Path left = folder("0123456789-destroy");
        Path other = folder("0123456789-others");

        assertThat(shown()).containsExactly("folder " + left);
        Call removal = call("destroy", "--orphans", "--yes");

        assertThat(removal.exitCode()).as(removal.err()).isZero();
        assertThat(left).doesNotExist();
        assertThat(other).exists();
        assertThat(shown()).isEmpty();
    }

    @Test
    void folder_ofDestroyThatGoesOn_stays() throws IOException {
        Path left = folder("0123456789-destroy");
        RunFolder run = new RunFolder(left, left.resolve("logs"), left.resolveSibling("0123456789"));

        try (LabLock ignored = LabLock.acquire(run, Clock.systemUTC())) {
            assertThat(shown()).isEmpty();
            assertThat(call("destroy", "--orphans", "--yes").exitCode()).isZero();
        }
        assertThat(left).exists();
    }

    @Test
    void folder_ofUnreadableOwner_isNotJudged() throws IOException {
        Path left = folder("0123456789-destroy");
        Files.writeString(left.resolveSibling("0123456789-owner.json"), "{half");

        assertThat(shown()).isEmpty();
        assertThat(left).exists();
    }

    private Path folder(String name) throws IOException {
        Path folder = Files.createDirectories(home.resolve(".local/state/hybridlab/locks").resolve(name));
        Files.writeString(folder.resolve("journal.jsonl"), "");
        return folder;
    }

    private List<String> shown() {
        JsonNode orphans = OutputSchemas.document(call("list", "--orphans", "--output", "json").out())
                .at("/data/orphans");
        return orphans.valueStream().map(one -> one.get("kind").asString() + " " + one.get("name").asString()).toList();
    }
}
