package org.hybridlab.provision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.provider.api.DiskChange;
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

    private static List<DiskChange> changes(String... lines) {
        return Stream.of(lines).map(line -> new DiskChange(switch (line.charAt(0)) {
            case 'A' -> Kind.ADDED;
            case 'C' -> Kind.CHANGED;
            default -> Kind.DELETED;
        }, line.substring(2))).toList();
    }
}
