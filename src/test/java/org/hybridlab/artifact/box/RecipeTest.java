package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.config.model.Arch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecipeTest {
    @TempDir
    private Path home;

    private static final String MANIFEST = """
            # why
            toolchain: {version: go1, sums: {linux-amd64: "h1:a", darwin-arm64: "h1:b"}}
            releases:
              - {kubernetes: 1.36.3, etcd: 3, hcsshim: 1, kwok: 5}
            groups:
              linux: [etcd]
              windows: [hcsshim, etcd]
              simulation: [kwok]
            components:
              etcd:
                cost: {seconds: 60}
                files:
                  linux: [etcd, etcdctl]
                  windows: [ctr.exe]
              hcsshim:
                files: {windows: [shim]}
            images:
              etcd: {entrypoint: [/etcd]}
            """;

    @BeforeEach
    void installation() throws IOException {
        write("data/bundle/manifest.yaml", MANIFEST);
        write("data/bundle/sha256sums", "sums");
        write("templates/box/tree.sh.ftl", "script");
        write("templates/box/packages-vm.txt", "# a kernel\nlinux-image-cloud-{arch}\n\nzstd # for its initrd\n");
    }

    @Test
    void recipeKey_changes_withTheBoxOnly() throws IOException {
        String key = key();
        write("labs/first/lab.yaml", "not in any box");
        write("data/bundle/sha256sums", "sums\n00 containerd/2.3.7-windows-amd64/containerd.exe\n"
                + "00 kwok/1-linux-amd64/kwok\n00 etcd/3-linux-arm64/etcd");
        assertThat(new Recipe(home).ending(Arch.ARM64)).isNotEqualTo("arm64" + key.substring(5));
        assertThat(key()).isEqualTo(key).matches("amd64-[0-9a-f]{12}");

        for (String name : new String[] {"templates/box/tree.sh.ftl", "templates/box/new"}) {
            write(name, "changed");
            assertThat(key()).as(name).isNotEqualTo(key);
            key = key();
        }
        write("data/bundle/sha256sums", "sums\n00 etcd/3-linux-amd64/etcd");
        assertThat(key()).isNotEqualTo(key);
    }

    /** A new Windows program, simulator or metrics server makes nobody wait for a box that would be the same. */
    @ParameterizedTest
    @ValueSource(strings = {"hcsshim: 1 ==> hcsshim: 2", "windows: [hcsshim, etcd] ==> windows: [etcd]",
        "windows: [ctr.exe] ==> windows: [ctr.exe, containerd.exe]", "seconds: 60 ==> seconds: 61",
        "files: {windows: [shim]} ==> files: {windows: [shim, other]}", "kwok: 5 ==> kwok: 6",
        "h1:b ==> h1:c", "# why ==> # because"})
    void recipeKey_forOtherMachinesOnly_isUnchanged(String change) throws IOException {
        assertThat(keyAfter(change)).isEqualTo(key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd: 3 ==> etcd: 4", "linux: [etcd] ==> linux: [etcd, hcsshim]",
        "linux: [etcd, etcdctl] ==> linux: [etcd]", "entrypoint: [/etcd] ==> entrypoint: [/bin/etcd]",
        "version: go1 ==> version: go2", "kubernetes: 1.36.3 ==> kubernetes: 1.36.4", "images: ==> pictures:"})
    void theKeyChangesWithWhateverLinuxMachinesGet(String change) throws IOException {
        assertThat(keyAfter(change)).isNotEqualTo(key());
    }

    private String keyAfter(String change) throws IOException {
        String[] words = change.split(" ==> ");
        assertThat(MANIFEST).contains(words[0]);
        String before = key();
        write("data/bundle/manifest.yaml", MANIFEST.replace(words[0], words[1]));
        String after = key();
        write("data/bundle/manifest.yaml", MANIFEST);
        assertThat(key()).isEqualTo(before);
        return after;
    }

    @Test
    void aDockerMachineWritesTheLabsKeyOnce() throws IOException {
        assertThat(Path.of("templates/box/machine/usr/local/lib/hybridlab/container-init")).content()
                .containsOnlyOnce("\"$HYBRIDLAB_AUTHORIZED_KEY\" > /home/vagrant/.ssh/authorized_keys");
    }

    @Test
    void packageListsMayHoldCommentsAndTheArchitecture() {
        assertThat(new Recipe(home).packages(Arch.ARM64, "vm")).containsExactly("linux-image-cloud-arm64", "zstd");
    }

    private String key() {
        return new Recipe(home).ending(Arch.AMD64);
    }

    private void write(String name, String text) throws IOException {
        writeFile(home.resolve(name), text);
    }
}
