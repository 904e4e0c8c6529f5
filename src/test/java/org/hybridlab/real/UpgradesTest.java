package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.common.process.LocalProcesses;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Labs on docker that follow Kubernetes from branch to branch, as far as there are bundles. */
@Tag("long")
@Tag("docker")
class UpgradesTest {
    @AutoClose
    private static final RealLab LAB = RealLab.copyOf("first-cluster", "upgraded");
    @AutoClose
    private static final RealLab APART = RealLab.copyOf("first-cluster", "upgraded-etcd");
    private static final List<Release> RELEASES = Bundles.of(Path.of("").toAbsolutePath(), Path.of("target/none"),
            Map.of(), new LocalProcesses()).releases().stream().sorted(Comparator.comparing(Release::kubernetes))
            .toList();

    /** Each {@code up} ends with all checks passed. */
    @Test
    void lab_goesFromOldestToNewest() throws IOException {
        for (Release release : RELEASES) {
            upIs(LAB, release, "control");
        }
    }

    @Test
    void machineForEtcd_getsEtcdOfNewest() throws IOException {
        Path file = APART.folder().resolve("lab.yaml");
        Files.writeString(file, Files.readString(file).replace("  - {name: node}\n",
                "  - {name: node}\n  - {name: store, role: etcd, memory: 1GiB}\n"));
        for (Release release : RELEASES.subList(RELEASES.size() - 2, RELEASES.size())) {
            upIs(APART, release, "store");
        }
    }

    private static void upIs(RealLab lab, Release release, String etcd) throws IOException {
        lab.kubernetes(release.kubernetes().branch());
        lab.must("up", "--provider", "docker");

        assertThat(lab.must("kubectl", "get", "nodes", "-o", "jsonpath={.items[*].status.nodeInfo.kubeletVersion}")
                .stdout().strip().split(" ")).hasSize(2).containsOnly(release.kubernetes().tag());
        assertThat(lab.must("kubectl", "version").stdout()).contains("Server Version: " + release.kubernetes().tag());
        assertThat(new RealEtcd(lab).version(etcd)).isEqualTo(release.versions().get("etcd"));
    }
}
