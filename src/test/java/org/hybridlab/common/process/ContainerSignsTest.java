package org.hybridlab.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerSignsTest {
    private static final String DISK = "25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
            + "90 25 0:50 / /var/lib/docker/overlay2/a/merged rw shared:2 - overlay overlay rw,lowerdir=/a\n";

    @TempDir
    private Path root;

    @Test
    void host_onItsDisk_isNoContainer() throws IOException {
        aHost();

        assertThat(isContainer()).isFalse();
    }

    @Test
    void eachSign_isEnough() throws IOException {
        for (Map.Entry<String, String> sign : Map.of(".dockerenv", "", "run/.containerenv", "",
                "run/systemd/container", "lxc", "proc/1/environ", "PATH=/bin\0container=podman\0",
                "proc/1/cgroup", "0::/kubepods/besteffort/pod1\n",
                "proc/self/mountinfo", "25 1 0:50 / / rw,relatime - overlay overlay rw,lowerdir=/a\n",
                "proc/sys/kernel/osrelease", "6.6.87.2-microsoft-standard-WSL2\n").entrySet()) {
            aHost();
            write(sign.getKey(), sign.getValue());
            assertThat(isContainer()).as(sign.getKey()).isTrue();
            Files.delete(root.resolve(sign.getKey()));
        }
        aHost();
        assertThat(ContainerSigns.look(root, Map.of("KUBERNETES_SERVICE_HOST", "10.96.0.1"))).isTrue();
    }

    @Test
    void whatCannotBeRead_provesNothing() throws IOException {
        for (String file : new String[] {"proc/self/mountinfo", "proc/1/cgroup"}) {
            aHost();
            Files.delete(root.resolve(file));
            assertThat(isContainer()).as(file).isTrue();
        }
    }

    @Test
    void systemWithoutProc_hasNoContainers() {
        assertThat(isContainer()).isFalse();
    }

    private boolean isContainer() {
        return ContainerSigns.look(root, Map.of());
    }

    private void aHost() throws IOException {
        write("proc/self/mountinfo", DISK);
        write("proc/1/cgroup", "0::/init.scope\n");
        write("proc/1/environ", "HOME=/\0init=/sbin/init\0");
        write("proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
    }

    private void write(String file, String text) throws IOException {
        Path place = root.resolve(file);
        writeFile(place, text);
    }
}
