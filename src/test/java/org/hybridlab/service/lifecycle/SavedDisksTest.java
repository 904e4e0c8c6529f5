package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a snapshot has of machines' disks, and what a reset to it does with their box's files. */
class SavedDisksTest {
    @TempDir
    private Path folder;
    private TrioOnDocker trio;

    @BeforeEach
    void aWorkspace() {
        trio = new TrioOnDocker(folder);
    }

    /** Each by itself would take a container of its own. */
    @Test
    void originals_comeFromTheBoxTogether() {
        trio.docker.box.put("/usr/bin/ip", "the box's");
        trio.save("first");
        trio.docker.machines.get("node1").files.put("/usr/bin/ip", "spoiled");
        trio.docker.machines.get("node1").files.put("/usr/bin/kubelet", "spoiled");
        trio.docker.revive();

        assertThat(trio.reset("first").green()).isTrue();

        assertThat(trio.docker.ran).filteredOn(one -> one.contains(" --entrypoint=tar ")).singleElement().asString()
                .as("docker's log would have each file").contains(" --log-driver=none ")
                .endsWith(" -- usr/bin/ip usr/bin/kubelet");
        assertThat(trio.docker.machines.get("node1").files).containsEntry("/usr/bin/ip", "the box's")
                .containsEntry("/usr/bin/kubelet", "the box's");
    }

    /** As after an upgrade of all packages. */
    @Test
    void machineWithManyOriginals_isMadeAgain() {
        IntStream.range(0, 101).forEach(i -> trio.docker.box.put("/usr/bin/tool" + i, "the box's"));
        trio.save("first");
        trio.docker.box.keySet().forEach(path -> trio.docker.machines.get("node1").files.put(path, "spoiled"));
        trio.docker.revive();

        trio.reset("first");

        assertThat(trio.docker.ran).noneMatch(one -> one.contains(" --entrypoint=tar "))
                .anyMatch(one -> one.startsWith("docker rm") && one.endsWith("node1"));
    }

    /** It is a copy of gigabytes, where the box itself is there at once. */
    @Test
    void machineWithLargeOriginals_isMadeAgain() {
        trio.docker.box.put("/usr/lib/large", "the box's");
        trio.docker.box.put("/usr/lib/other", "the box's");
        trio.docker.sizes.put("/usr/lib/large", 600L << 20);
        trio.save("first");
        trio.docker.machines.get("node1").files.put("/usr/lib/other", "spoiled");
        trio.docker.revive();
        trio.reset("first");
        assertThat(trio.docker.ran).noneMatch(one -> one.startsWith("docker rm"));

        trio.docker.machines.get("node1").files.put("/usr/lib/large", "spoiled");
        trio.docker.revive();
        trio.reset("first");
        assertThat(trio.docker.ran).noneMatch(one -> one.contains(" --entrypoint=tar "))
                .anyMatch(one -> one.startsWith("docker rm") && one.endsWith("node1"));
    }

    /** A machine that is made again never has them. */
    @Test
    void images_thatTheBoxLacks_areNotDemanded() {
        trio.docker.boxImages.add("9 blobs/of-the-box");
        trio.docker.machines.values().forEach(one -> one.images.addAll(List.of("9 blobs/of-the-box",
                "7 blobs/pulled")));
        trio.save("first");
        trio.docker.machines.get("node1").images.remove("7 blobs/pulled");
        trio.docker.revive();

        assertThat(trio.reset("first").green()).isTrue();
        assertThat(trio.docker.ran).noneMatch(one -> one.startsWith("docker rm"));

        trio.docker.machines.get("node1").images.remove("9 blobs/of-the-box");
        trio.docker.revive();
        trio.reset("first");
        assertThat(trio.docker.ran).anyMatch(one -> one.startsWith("docker rm"));
    }

    /** As after `replace` in a lab that was upgraded since. */
    @Test
    void machine_ofNewerBox_isMadeAgain() {
        trio.docker.boxImages.add("9 blobs/of-the-box");
        trio.docker.machines.values().forEach(one -> one.images.add("9 blobs/of-the-box"));
        trio.save("first");
        trio.docker.otherBoxImages = Optional.of(Set.of("8 blobs/of-the-newer-box"));
        trio.docker.machines.get("node1").images.remove("9 blobs/of-the-box");
        trio.docker.revive();

        trio.reset("first");

        assertThat(trio.docker.ran).anyMatch(one -> one.startsWith("docker rm") && one.endsWith("node1"));
    }

    /** What came from a registry can come from there again. */
    @Test
    void images_ofStockBox_areNotDemanded() {
        trio.docker.boxHasContainerd = false;
        trio.docker.machines.values().forEach(one -> one.images.add("7 blobs/pulled"));
        trio.save("first");
        trio.docker.machines.get("node1").images.clear();
        trio.docker.revive();

        assertThat(trio.reset("first").green()).isTrue();

        assertThat(trio.docker.ran).noneMatch(one -> one.startsWith("docker rm"));
    }

    @Test
    void snapshotThatIsTooLarge_freezesNothing() {
        trio.docker.machines.get("node1").files.put("/srv/disk", "large");
        trio.docker.sizes.put("/srv/disk", SnapshotStore.LIMIT_BYTES);

        assertThat(trio.save("first").failures()).singleElement().satisfies(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> assertThat(failure.id()).isEqualTo("snapshot-limit")));

        assertThat(trio.docker.ran).noneMatch(one -> one.startsWith("docker pause") || one.startsWith("docker cp"));
    }

    /** Between the list of the disk and the moment of the snapshot. */
    @Test
    void fileThatVanishes_isLeftOut() {
        trio.docker.machines.get("node1").files.put("/srv/short-lived", "");
        trio.docker.met = line -> {
            if (line.startsWith("docker pause")) {
                trio.docker.machines.get("node1").files.remove("/srv/short-lived");
            }
        };

        assertThat(trio.save("first").green()).isTrue();

        Snapshot.SavedMachine saved = trio.store.all().get(0).machines().get(1);
        assertThat(saved.paths()).extracting(Snapshot.SavedPath::path).doesNotContain("/srv/short-lived");
        assertThat(saved.deleted()).containsExactly("/srv/short-lived");
        assertThat(trio.reset("first").green()).isTrue();
    }

    @Test
    void fileThatCannotBeRead_failsTheSave() {
        trio.docker.refuses("cp id-node1:/etc -", 1);

        assertThat(trio.save("first").green()).isFalse();

        assertThat(trio.store.all()).isEmpty();
    }

    /** No program could be told of it. */
    @Test
    void fileOutOfReach_isNamed() {
        trio.docker.machines.get("node1").files.put("/usr/bin/a\\nb", "");

        assertThat(trio.save("first").failures()).singleElement().satisfies(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> {
                    assertThat(failure.id()).isEqualTo("snapshot-not-possible");
                    assertThat(failure.what()).isEqualTo("node1 cannot be saved: a file has the name "
                            + "/usr/bin/a\\nb.");
                }));
    }

    @Test
    void modesOfFolders_areSetBack() {
        trio.docker.machines.get("node1").access.put("/usr", "700 0:0");
        trio.save("first");
        trio.docker.machines.get("node1").access.put("/usr", "777 5:5");
        trio.docker.machines.get("node1").access.put("/var", "1777 0:0");

        assertThat(trio.reset("first").green()).isTrue();

        assertThat(trio.docker.machines.get("node1").access).isEqualTo(Map.of("/usr", "700 0:0", "/var", "755 0:0"));
    }

    /** Docker's own list has no modes: each could have been so. */
    @Test
    void modes_ofUnlistedDisk_areLeftAlone() {
        trio.docker.machines.get("node1").access.put("/usr", "700 0:0");
        trio.docker.lists = false;
        trio.save("first");
        trio.docker.lists = true;

        assertThat(trio.reset("first").green()).isTrue();

        assertThat(trio.docker.machines.get("node1").access).isEqualTo(Map.of("/usr", "700 0:0"));
        assertThat(trio.store.all().get(0).machines()).allMatch(machine -> machine.folders() == null);
    }
}
