package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.hybridlab.provision.snapshot.Snapshot;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a snapshot has of machines' disks, and what a reset to it does with their box's files. */
class SavedDisksTest extends SavedLab {
    private final FrozenContainers docker = new FrozenContainers("control", "node1", "node2");

    @BeforeEach
    void aWorkspace() {
        open(WindowsLabs.onDocker(TRIO, folder, docker));
    }

    /** Each by itself would take a container of its own. */
    @Test
    void originals_comeFromTheBoxTogether() {
        docker.box.put("/usr/bin/ip", "the box's");
        save("first");
        docker.machines.get("node1").files.put("/usr/bin/ip", "spoiled");
        docker.machines.get("node1").files.put("/usr/bin/kubelet", "spoiled");
        docker.revive();

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.ran()).filteredOn(one -> one.contains(" --entrypoint=tar ")).singleElement().asString()
                .as("docker's log would have each file").contains(" --log-driver=none ")
                .endsWith(" -- usr/bin/ip usr/bin/kubelet");
        assertThat(docker.machines.get("node1").files).containsEntry("/usr/bin/ip", "the box's")
                .containsEntry("/usr/bin/kubelet", "the box's");
    }

    /** As after an upgrade of all packages. */
    @Test
    void machineWithManyOriginals_isMadeAgain() {
        IntStream.range(0, 101).forEach(i -> docker.box.put("/usr/bin/tool" + i, "the box's"));
        save("first");
        docker.box.keySet().forEach(path -> docker.machines.get("node1").files.put(path, "spoiled"));
        docker.revive();

        reset("first");

        assertThat(docker.ran()).noneMatch(one -> one.contains(" --entrypoint=tar "))
                .anyMatch(one -> one.startsWith("docker rm") && one.endsWith("node1"));
    }

    /** It is a copy of gigabytes, where the box itself is there at once. */
    @Test
    void machineWithLargeOriginals_isMadeAgain() {
        docker.box.put("/usr/lib/large", "the box's");
        docker.box.put("/usr/lib/other", "the box's");
        docker.sizes.put("/usr/lib/large", 600L << 20);
        save("first");
        docker.machines.get("node1").files.put("/usr/lib/other", "spoiled");
        docker.revive();
        reset("first");
        assertThat(docker.ran()).noneMatch(one -> one.startsWith("docker rm"));

        docker.machines.get("node1").files.put("/usr/lib/large", "spoiled");
        docker.revive();
        reset("first");
        assertThat(docker.ran()).noneMatch(one -> one.contains(" --entrypoint=tar "))
                .anyMatch(one -> one.startsWith("docker rm") && one.endsWith("node1"));
    }

    /** A machine that is made again never has them. */
    @Test
    void images_thatTheBoxLacks_areNotDemanded() {
        docker.boxImages.add("9 blobs/of-the-box");
        docker.machines.values().forEach(one -> one.images.addAll(List.of("9 blobs/of-the-box",
                "7 blobs/pulled")));
        save("first");
        docker.machines.get("node1").images.remove("7 blobs/pulled");
        docker.revive();

        assertThat(reset("first").green()).isTrue();
        assertThat(docker.ran()).noneMatch(one -> one.startsWith("docker rm"));

        docker.machines.get("node1").images.remove("9 blobs/of-the-box");
        docker.revive();
        reset("first");
        assertThat(docker.ran()).anyMatch(one -> one.startsWith("docker rm"));
    }

    /** As after `replace` in a lab that was upgraded since. */
    @Test
    void machine_ofNewerBox_isMadeAgain() {
        docker.boxImages.add("9 blobs/of-the-box");
        docker.machines.values().forEach(one -> one.images.add("9 blobs/of-the-box"));
        save("first");
        docker.otherBoxImages = Optional.of(Set.of("8 blobs/of-the-newer-box"));
        docker.machines.get("node1").images.remove("9 blobs/of-the-box");
        docker.revive();

        reset("first");

        assertThat(docker.ran()).anyMatch(one -> one.startsWith("docker rm") && one.endsWith("node1"));
    }

    /** What came from a registry can come from there again. */
    @Test
    void images_ofStockBox_areNotDemanded() {
        docker.boxHasContainerd = false;
        docker.machines.values().forEach(one -> one.images.add("7 blobs/pulled"));
        save("first");
        docker.machines.get("node1").images.clear();
        docker.revive();

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.ran()).noneMatch(one -> one.startsWith("docker rm"));
    }

    @Test
    void snapshotThatIsTooLarge_freezesNothing() {
        docker.machines.get("node1").files.put("/srv/disk", "large");
        docker.sizes.put("/srv/disk", SnapshotStore.LIMIT_BYTES);

        assertThat(save("first").failures()).singleElement().satisfies(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> assertThat(failure.id()).isEqualTo("snapshot-limit")));

        assertThat(docker.ran()).noneMatch(one -> one.startsWith("docker pause") || one.startsWith("docker cp"));
    }

    /** Between the list of the disk and the moment of the snapshot. */
    @Test
    void fileThatVanishes_isLeftOut() {
        docker.machines.get("node1").files.put("/srv/short-lived", "");
        docker.met = line -> {
            if (line.startsWith("docker pause")) {
                docker.machines.get("node1").files.remove("/srv/short-lived");
            }
        };

        assertThat(save("first").green()).isTrue();

        Snapshot.SavedMachine saved = store().all().get(0).machines().get(1);
        assertThat(saved.paths()).extracting(Snapshot.SavedPath::path).doesNotContain("/srv/short-lived");
        assertThat(saved.deleted()).containsExactly("/srv/short-lived");
        assertThat(reset("first").green()).isTrue();
    }

    @Test
    void fileThatCannotBeRead_failsTheSave() {
        docker.refuses("cp id-node1:/etc -", 1);

        assertThat(save("first").green()).isFalse();

        assertThat(store().all()).isEmpty();
    }

    /** No program could be told of it. */
    @Test
    void fileOutOfReach_isNamed() {
        docker.machines.get("node1").files.put("/usr/bin/a\\nb", "");

        assertThat(save("first").failures()).singleElement().satisfies(step -> assertThat(step.failure())
                .hasValueSatisfying(failure -> {
                    assertThat(failure.id()).isEqualTo("snapshot-not-possible");
                    assertThat(failure.what()).isEqualTo("node1 cannot be saved: a file has the name "
                            + "/usr/bin/a\\nb.");
                }));
    }

    @Test
    void modesOfFolders_areSetBack() {
        docker.machines.get("node1").access.put("/usr", "700 0:0");
        save("first");
        docker.machines.get("node1").access.put("/usr", "777 5:5");
        docker.machines.get("node1").access.put("/var", "1777 0:0");

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.machines.get("node1").access).isEqualTo(Map.of("/usr", "700 0:0", "/var", "755 0:0"));
    }

    /** Docker's own list has no modes: each could have been so. */
    @Test
    void modes_ofUnlistedDisk_areLeftAlone() {
        docker.machines.get("node1").access.put("/usr", "700 0:0");
        docker.lists = false;
        save("first");
        docker.lists = true;

        assertThat(reset("first").green()).isTrue();

        assertThat(docker.machines.get("node1").access).isEqualTo(Map.of("/usr", "700 0:0"));
        assertThat(store().all().get(0).machines()).allMatch(machine -> machine.folders() == null);
    }
}
