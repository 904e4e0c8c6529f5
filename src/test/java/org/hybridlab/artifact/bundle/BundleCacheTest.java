package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Arch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleCacheTest {
    @TempDir
    private Path root;
    private BundleCache cache;
    private BundlePart tool;

    @BeforeEach
    void emptyCache() {
        cache = new BundleCache(root, new PinnedSums(Map.of("tool/2.60-linux-amd64/tool", Sha256.of("right"))),
                new PinnedSums(Map.of("tool/2.60-linux-amd64/tool", Sha256.of("published"))));
        tool = Manifests.at("http://x").parts(Manifests.VERSION, Group.SIMULATION, Arch.AMD64).get(0);
    }

    @Test
    void part_beforeAcceptance_isNotThere() throws IOException {
        Path stage = staged("right");
        assertThat(cache.look(tool)).isEmpty();
        assertThat(cache.folder(tool)).doesNotExist();

        cache.accept(tool, stage, "modules go1.26.8", cache.built());

        assertThat(cache.look(tool).orElseThrow().source()).isEqualTo("modules go1.26.8");
        assertThat(cache.folder(tool).resolve("tool")).hasContent("right");
        assertThat(stage).doesNotExist();
    }

    @Test
    void build_ofAnotherProject_isRefused() throws IOException {
        Path stage = staged("wrong");

        LabException refused = failure(() -> cache.accept(tool, stage, "modules go1.26.8", cache.built()));
        assertThat(refused.id()).isEqualTo("bundle-wrong-checksum");
        assertThat(refused.what()).contains("tool of tool 2.60 for linux-amd64");
        assertThat(cache.folder(tool)).doesNotExist();
    }

    @Test
    void foreignCacheFile_withoutKnownSum_isRefused() throws IOException {
        cache.accept(tool, staged("published"), "official", cache.all());
        assertThat(cache.folder(tool).resolve("tool")).hasContent("published");
        Path stage = staged("wrong");

        LabException refused = failure(() -> cache.accept(tool, stage, "official", cache.all()));
        assertThat(refused.id()).isEqualTo("bundle-wrong-checksum");
        assertThat(refused.why().orElseThrow()).contains(Sha256.of("right") + " or "
                + Sha256.of("published"));
        assertThat(cache.folder(tool).resolve("tool")).hasContent("published");
    }

    @Test
    void file_changedOrGone_makesThePartMissing() throws IOException {
        cache.accept(tool, staged("right"), "official", List.of());
        Files.writeString(cache.folder(tool).resolve("tool"), "longer than before");
        assertThat(cache.look(tool)).isEmpty();

        Files.delete(cache.folder(tool).resolve("tool"));
        assertThat(cache.look(tool)).isEmpty();
    }

    @Test
    void changedFile_ofSameSize_isFound() throws IOException {
        cache.accept(tool, staged("right"), "official", List.of());
        Files.writeString(cache.folder(tool).resolve("tool"), "wrong");

        PartRecord record = cache.look(tool).orElseThrow();
        assertThat(cache.damaged(tool, record)).isEqualTo(List.of("tool"));
    }

    @Test
    void part_fetchedAgain_replacesTheOldOne() throws IOException {
        cache.accept(tool, staged("first"), "official", List.of());
        cache.accept(tool, staged("other"), "official", List.of());

        assertThat(cache.folder(tool).resolve("tool")).hasContent("other");
        try (Stream<Path> left = Files.list(root.resolve("tool"))) {
            assertThat(left).containsExactly(cache.folder(tool));
        }
    }

    private Path staged(String content) throws IOException {
        Path stage = cache.stage(tool);
        Files.writeString(stage.resolve("tool"), content);
        Files.writeString(stage.resolve("toolctl"), content);
        return stage;
    }
}
