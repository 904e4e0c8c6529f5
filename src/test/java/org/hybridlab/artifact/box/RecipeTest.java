package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.config.model.Arch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeTest {
    @TempDir
    private Path home;

    @BeforeEach
    void installation() throws IOException {
        write("bundle/manifest.yaml", "releases");
        write("bundle/sha256sums", "sums");
        write("templates/box/tree.sh.ftl", "script");
        write("templates/box/packages-vm.txt", "# a kernel\nlinux-image-cloud-{arch}\n\nzstd # for its initrd\n");
    }

    @Test
    void theKeyIsTheSameUntilSomethingChangesThatIsInTheBox() throws IOException {
        String key = key();
        write("labs/first/lab.yaml", "not in any box");
        write("bundle/sha256sums", "sums\n00 containerd/2.3.7-windows-amd64/containerd.exe");
        assertThat(key()).isEqualTo(key).hasSize(12);

        for (String name : new String[] {"bundle/sha256sums", "templates/box/tree.sh.ftl", "templates/box/new"}) {
            write(name, "changed");
            assertThat(key()).as(name).isNotEqualTo(key);
            key = key();
        }
    }

    @Test
    void packageListsMayHoldCommentsAndTheArchitecture() {
        assertThat(new Recipe(home).packages(Arch.ARM64, "vm")).containsExactly("linux-image-cloud-arm64", "zstd");
    }

    private String key() {
        return new Recipe(home).key();
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(home.resolve(name).getParent());
        Files.writeString(home.resolve(name), text);
    }
}
