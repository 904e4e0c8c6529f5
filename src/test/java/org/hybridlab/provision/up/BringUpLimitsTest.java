package org.hybridlab.provision.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BringUpLimitsTest {
    private static final List<Release> RELEASES =
            List.of(new Release(new KubernetesVersion(1, 36, 3), Map.of("containerd", "2.3.7")));

    @TempDir
    private Path folder;

    @Test
    void linuxLabs_ofEachEtcdKind_areAllowed() throws IOException {
        Lab lab = read("""
                containerd: 2.3.7
                machines: [{name: control, role: control-plane}, {name: node, count: 3}]
                """);
        Lab three = read("machines: [{name: control, role: control-plane, count: 3}]");
        Lab stored = read("machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}]");

        assertThatCode(() -> BringUpLimits.check(lab, RELEASES)).doesNotThrowAnyException();
        assertThatCode(() -> BringUpLimits.check(three, RELEASES)).doesNotThrowAnyException();
        assertThatCode(() -> BringUpLimits.check(stored, RELEASES)).doesNotThrowAnyException();
    }

    @Test
    void everythingBeyondThemIsNamedAtOnce() throws IOException {
        Lab lab = read("""
                containerd: 2.2.0
                machines:
                  - {name: control, role: control-plane, count: 3}
                  - {name: old, kubernetes: 1.35}
                """);

        assertThatThrownBy(() -> BringUpLimits.check(lab, RELEASES)).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(e.why().orElseThrow().lines()).hasSize(2).anyMatch(line -> line.startsWith("old "))
                    .contains("containerd 2.2.0 is not in the bundle, which has 2.3.7");
        });
    }

    @Test
    void linuxMachine_mayHaveABundledKubernetes() throws IOException {
        Lab older = read("machines: [{name: control, role: control-plane}, {name: old, kubernetes: 1.35.4}]");
        Lab windows = read("machines: [{name: control, role: control-plane}, "
                + "{name: win, os: windows, kubernetes: 1.35.4}]");
        Release branch = new Release(new KubernetesVersion(1, 35, 4), Map.of());

        assertThatCode(() -> BringUpLimits.check(older, List.of(RELEASES.get(0), branch))).doesNotThrowAnyException();
        assertThatThrownBy(() -> BringUpLimits.check(older, RELEASES)).isInstanceOfSatisfying(LabException.class,
                e -> assertThat(e.why().orElseThrow())
                        .isEqualTo("old has Kubernetes 1.35.4, which is not in the bundle"));
        assertThatThrownBy(() -> BringUpLimits.check(windows, List.of(RELEASES.get(0), branch)))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.why().orElseThrow())
                        .isEqualTo("win has a Kubernetes of its own, and Windows machines get the lab's"));
    }

    @Test
    void windowsWorkersAreWithinThem() throws IOException {
        Lab lab = read("machines: [{name: control, role: control-plane}, {name: win, os: windows, count: 3}, "
                + "{name: without-ssh, computerName: OTHER, os: windows, shell: winrm}]");

        assertThatCode(() -> BringUpLimits.check(lab, RELEASES)).doesNotThrowAnyException();
    }

    @Test
    void knownButUnbuiltReleases_areNamed() throws IOException {
        Lab lab = read("""
                machines: [{name: node}, {name: win, os: windows}]
                cluster: {kubeconfig: admin.conf}
                provider: libvirt
                """);

        assertThatThrownBy(() -> BringUpLimits.check(lab, RELEASES)).isInstanceOfSatisfying(LabException.class, e ->
                assertThat(e.why().orElseThrow().lines()).singleElement().asString()
                        .startsWith("machines of libvirt"));
    }

    private Lab read(String text) throws IOException {
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), "name: limits\n" + text),
                Cidr.parse("192.168.57.0/24")).orThrow();
    }
}
