package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Access;
import org.hybridlab.provider.api.DiskChange.Kind;
import org.junit.jupiter.api.Test;

class SavedPathsTest {
    @Test
    void addedFiles_areSavedOnce_withoutTheBox() {
        SavedPaths saved = SavedPaths.of(changes("A /var/lib/etcd", "A /var/lib/etcd/member",
                "A /etc/kubernetes", "A /srv/data", "A /srv/data/file", "C /usr/bin/tool", "D /usr/share/doc"));

        assertThat(saved.paths()).containsExactlyInAnyOrder("/etc", "/var/lib/kubelet", "/var/lib/etcd", "/srv/data",
                "/usr/bin/tool");
        assertThat(saved.deleted()).containsExactly("/usr/share/doc");
    }

    @Test
    void imagesContainersAndLogsStayWhereTheyAre() {
        assertThat(SavedPaths.of(changes("A /var/lib/containerd/x", "A /var/log/pods", "A /run/x",
                "A /var/lib/cni", "A /opt/containerd/bin")).paths()).isEqualTo(SavedPaths.WHOLE);
    }

    @Test
    void folder_partlyLeftOut_isSavedWithoutIt() {
        assertThat(SavedPaths.of(changes("A /opt", "A /opt/containerd", "A /opt/containerd/lib", "A /opt/mine",
                "A /opt/mine/file")).paths()).contains("/opt/mine").doesNotContain("/opt");
    }

    @Test
    void whatCameSinceGoes() {
        SavedPaths saved = SavedPaths.of(changes("A /srv/data"));

        assertThat(saved.strangers(changes("A /srv/data", "A /srv/data/more", "A /srv/new", "A /srv/new/file",
                "A /etc/new", "A /var/log/new"))).containsExactly("/srv/new");
    }

    @Test
    void boxFiles_changedSince_comeFromTheBox() {
        SavedPaths saved = SavedPaths.of(changes("C /usr/bin/mine", "D /usr/share/doc"));

        assertThat(saved.originals(changes("C /usr/bin/mine", "C /usr/bin/ip",
                "D /usr/bin/kubelet", "D /usr/share/doc", "C /etc/passwd"))).containsExactlyInAnyOrder("/usr/bin/ip",
                "/usr/bin/kubelet");
    }

    /** Only its folder can be told to docker. */
    @Test
    void hiddenFile_isSavedWithItsFolder() {
        List<DiskChange> changes = new ArrayList<>(changes("A /root/mine", "A /srv/data"));
        changes.add(DiskChange.hidden("/root", "/root/a\\nb"));

        assertThat(SavedPaths.of(changes).paths()).containsExactly("/etc", "/var/lib/kubelet", "/root", "/srv/data");
        assertThat(SavedPaths.outOfReach(changes)).isEmpty();
        assertThat(SavedPaths.of(changes("A /srv/data")).originals(changes)).containsExactly("/root");
    }

    @Test
    void hiddenFile_inLargeFolder_isTold() {
        for (String folder : List.of("/", "/var/lib", "/opt", "/usr/bin")) {
            assertThat(SavedPaths.outOfReach(List.of(DiskChange.hidden(folder, "/x\\ry")))).as(folder)
                    .contains("/x\\ry");
        }
        for (String folder : List.of("/var/log", "/etc/ssl", "/tmp", "/home")) {
            assertThat(SavedPaths.outOfReach(List.of(DiskChange.hidden(folder, "/x\\ry")))).as(folder).isEmpty();
        }
    }

    @Test
    void folderOfOtherAccess_isNoPath() {
        List<DiskChange> changes = List.of(DiskChange.access("/usr", new Access("700", "0:0"),
                new Access("755", "0:0")));

        assertThat(SavedPaths.of(changes)).isEqualTo(SavedPaths.of(List.of()));
        assertThat(SavedPaths.of(List.of()).originals(changes)).isEmpty();
    }

    @Test
    void bytes_areOfArchives_withoutLeftOut() {
        assertThat(SavedPaths.bytes(List.of(new DiskChange(Kind.ADDED, "/srv"), new DiskChange(Kind.ADDED, "/srv/a", 1),
                new DiskChange(Kind.CHANGED, "/usr/bin/b", 1024), new DiskChange(Kind.ADDED, "/var/log/c", 9000),
                new DiskChange(Kind.DELETED, "/usr/d")))).isEqualTo(512 + 1024 + 1536);
    }

    @Test
    void bytes_ofOriginals_areTheBoxs() {
        SavedPaths saved = SavedPaths.of(changes("C /usr/bin/mine"));

        assertThat(saved.originalBytes(List.of(new DiskChange(Kind.CHANGED, "/usr/bin/mine", 9).ofBox(1),
                new DiskChange(Kind.CHANGED, "/usr/bin/ip", 9000).ofBox(20), new DiskChange(Kind.ADDED, "/srv/a", 9000),
                new DiskChange(Kind.DELETED, "/usr/doc"), new DiskChange(Kind.DELETED, "/usr/doc/a").ofBox(300),
                new DiskChange(Kind.CHANGED, "/var/log/c", 9).ofBox(4000)))).isEqualTo(320);
    }

    @Test
    void pathsThatAreGone_countAsDeleted() {
        SavedPaths left = SavedPaths.of(changes("A /srv/data", "C /usr/bin/mine", "D /usr/bin/ip"))
                .without(List.of("/usr/bin/mine"));

        assertThat(left.paths()).containsExactly("/etc", "/var/lib/kubelet", "/srv/data");
        assertThat(left.deleted()).containsExactly("/usr/bin/ip", "/usr/bin/mine");
    }

    /** As after an upgrade of its system: each was compared with each other. */
    @Test
    void thousandsOfFiles_takeNoTime() {
        List<DiskChange> changes = IntStream.range(0, 50_000).mapToObj(i -> new DiskChange(Kind.CHANGED,
                "/usr/share/doc/package-%d/copyright".formatted(i))).toList();

        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThat(SavedPaths.of(List.of()).originals(changes))
                .hasSize(50_000));
    }

    private static List<DiskChange> changes(String... lines) {
        return Stream.of(lines).map(line -> new DiskChange(switch (line.charAt(0)) {
            case 'A' -> Kind.ADDED;
            case 'C' -> Kind.CHANGED;
            default -> Kind.DELETED;
        }, line.substring(2))).toList();
    }
}
