package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.host.LoadedImages.LoadedImage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedImagesTest {
    private static final Set<String> NODES = Set.of("control", "node1", "node2");

    @TempDir
    private Path home;
    private UserFolders folders;
    private LoadedImages images;

    @BeforeEach
    void aRecord() {
        folders = UserFolders.of(Map.of(), home);
        images = new LoadedImages(folders, home.resolve("labs/duo/.hybridlab"));
    }

    private static LoadedImage image(String name, String digest, String... machines) {
        return new LoadedImage(name, digest, "amd64", "", 1, Set.of(machines));
    }

    @Test
    void imageForAll_isForLaterMachinesOfItsArchitecture() {
        images.add(image("app:1", "sha256:1"), NODES);

        assertThat(images.all().get(0).isFor("later", "amd64")).isTrue();
        assertThat(images.all().get(0).isFor("later", "arm64")).isFalse();
    }

    @Test
    void otherImageOfTheName_staysOnMachinesThatDidNotGetTheNewOne() {
        images.add(image("app:1", "sha256:1"), NODES);
        images.add(image("app:1", "sha256:2", "node1"), NODES);

        assertThat(images.all()).containsExactlyInAnyOrder(image("app:1", "sha256:1", "control", "node2"),
                image("app:1", "sha256:2", "node1"));
        images.add(image("app:1", "sha256:3", "control", "node2"), NODES);
        assertThat(images.all()).containsExactlyInAnyOrder(image("app:1", "sha256:2", "node1"),
                image("app:1", "sha256:3", "control", "node2"));
        images.add(image("app:1", "sha256:3"), NODES);
        assertThat(images.all()).containsExactly(image("app:1", "sha256:3"));
        images.add(image("app:1", "sha256:3", "node1"), NODES);
        assertThat(images.all()).containsExactly(image("app:1", "sha256:3"));
    }

    @Test
    void sameImage_onMoreMachines_isOneImage() {
        images.add(image("app:1", "sha256:1", "node1"), NODES);
        images.add(image("app:1", "sha256:1", "node2"), NODES);
        images.add(image("db:1", "sha256:9"), NODES);

        assertThat(images.all()).containsExactly(image("app:1", "sha256:1", "node1", "node2"),
                image("db:1", "sha256:9"));
        assertThat(LoadedImages.digests(folders)).containsExactlyInAnyOrder("sha256:1", "sha256:9");
        images.remove(Set.of("app:1", "db:1"));
        assertThat(images.all()).isEmpty();
    }

    @Test
    void record_followsAMovedFolder() {
        images.add(image("app:1", "sha256:1"), NODES);
        Path now = home.resolve("elsewhere/.hybridlab");

        images.moveTo(now);

        assertThat(images.all()).isEmpty();
        assertThat(new LoadedImages(folders, now).all()).containsExactly(image("app:1", "sha256:1"));
    }

    /** Unknown is not absent: nobody may write over it, or take its images for unused. */
    @Test
    void damagedRecord_isUnknown() throws IOException {
        images.add(image("app:1", "sha256:1"), NODES);
        try (Stream<Path> files = Files.list(folders.state().resolve("images"))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".json")).toList()) {
                Files.writeString(file, "{\"workspace\": \"/x\", \"ima");
            }
        }

        assertThat(failure(images::all).id()).isEqualTo("state-unreadable");
        assertThat(failure(() -> LoadedImages.digests(folders)).id()).isEqualTo("state-unreadable");
        assertThat(failure(() -> images.add(image("db:1", "sha256:2"), NODES)).id()).isEqualTo("state-unreadable");
    }
}
