package org.hybridlab.provision.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.check.Checks;
import org.hybridlab.check.core.Check;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.image.LabImages;
import org.hybridlab.provision.render.ClassicRenderingTest;
import org.hybridlab.provision.up.BringUpLimits;
import org.hybridlab.provision.up.LegacyMode;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code up} does with a legacy mode: nothing, or the book's steps in the book's order. */
class ClassicPlannerTest {
    @TempDir
    private Path folder;
    private LabContext labContext;
    private Plan plan;

    @BeforeEach
    void plan() {
        labContext = WindowsLabs.created(ClassicRenderingTest.LAB, ProviderName.VIRTUALBOX, folder);
        plan = UpPlanner.plan(labContext);
    }

    @Test
    void itIsRefusedWithTheReasonUnlessForced() {
        assertThatThrownBy(() -> LegacyMode.check(labContext.lab(), false))
                .isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.id()).isEqualTo("legacy-mode");
            assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(e.what()).contains("ch18-classic of chapter-18", "1.18.5");
            assertThat(e.why().orElseThrow()).contains("ended in 2021", "apt.kubernetes.io", "Nobody ran it here");
            assertThat(e.advice()).contains("flannel-vxlan", "hybridlab render chapter-18", "--force");
        });
        assertThatCode(() -> LegacyMode.check(labContext.lab(), true)).doesNotThrowAnyException();
        assertThatCode(() -> BringUpLimits.check(labContext.lab(), List.of())).doesNotThrowAnyException();
        assertThat(LegacyMode.notice(labContext.lab()).orElseThrow()).contains("because you gave --force",
                "Nobody ran it here");
    }

    @Test
    void labsOfTodayAreNoLegacyModes() {
        Lab today = WindowsLabs.created(Path.of("labs/kiamol-ch18/lab.yaml"), ProviderName.VIRTUALBOX, folder).lab();

        assertThatCode(() -> LegacyMode.check(today, false)).doesNotThrowAnyException();
        assertThat(LegacyMode.notice(today)).isEmpty();
    }

    @Test
    void gapsInBooksScripts_areNamedAtOnce() throws IOException {
        Lab lab = lab("""
                provider: libvirt
                kubernetes: 1.18.5
                machines: [{name: control, role: control-plane, count: 3}, {name: node, kubernetes: 1.18.3}]
                network: {mode: ch18-classic}
                metrics: true
                registries: [{host: registry.example}]
                """);

        assertThatThrownBy(() -> BringUpLimits.check(lab, List.of())).isInstanceOfSatisfying(LabException.class, e ->
                assertThat(e.why().orElseThrow().lines()).hasSize(5)
                        .anyMatch(line -> line.contains("one control plane"))
                        .anyMatch(line -> line.contains("VirtualBox, Hyper-V and Parallels"))
                        .anyMatch(line -> line.contains("metrics server"))
                        .anyMatch(line -> line.contains("settings of containerd"))
                        .anyMatch(line -> line.contains("all machines")));
    }

    @Test
    void linuxMachines_getDockerAndKubernetes_beforeJoining() {
        assertThat(needs("machine-equipped/kiamol-node")).isEqualTo(Set.of("machine-prepared/kiamol-node"));
        assertThat(needs("control-plane-initialised/kiamol-control"))
                .isEqualTo(Set.of("machine-equipped/kiamol-control"));
        assertThat(needs("pod-network-applied")).isEqualTo(Set.of("control-plane-initialised/kiamol-control"));
        assertThat(needs("node-joined/kiamol-node")).isEqualTo(Set.of("machine-equipped/kiamol-node",
                "control-plane-initialised/kiamol-control"));
        assertThat(needs("node-ready/kiamol-node")).isEqualTo(Set.of("node-joined/kiamol-node", "pod-network-applied"));
    }

    @Test
    void aWindowsMachineReadsLikeTheBook() {
        assertThat(needs("features-installed/kiamol-node-win")).isEqualTo(Set.of("machine-prepared/kiamol-node-win"));
        assertThat(needs("machine-rebooted/kiamol-node-win")).isEqualTo(Set.of("features-installed/kiamol-node-win"));
        assertThat(needs("windows-pods-applied")).isEqualTo(Set.of("pod-network-applied"));
        assertThat(needs("kubelet-installed/kiamol-node-win")).isEqualTo(Set.of("machine-rebooted/kiamol-node-win",
                "windows-pods-applied"));
        assertThat(needs("node-joined/kiamol-node-win")).isEqualTo(Set.of("kubelet-installed/kiamol-node-win",
                "control-plane-initialised/kiamol-control"));
        assertThat(needs("node-ready/kiamol-node-win")).contains("node-joined/kiamol-node-win");
    }

    /** Its files come as the book had them come: nothing of this host's bundle is in it, and no containerd. */
    @Test
    void nothingOfTodayIsInIt() {
        assertThat(plan.steps()).extracting(Step::id).noneMatch(id -> id.matches(
                "(node-payload-ready|images-.*|containerd-.*|programs-sent.*|windows-bundle-ready|addons-applied|"
                        + "windows-accounts-applied|overlay-in-place.*|hns-.*|kubelet-in-place.*)"));
        assertThat(LabImages.of(labContext).all()).isEmpty();
        assertThat(labContext.bundles().kubectl()).isEmpty();
        assertThat(Checks.of(labContext.lab())).extracting(Check::id).containsExactly("nodes", "system-pods");
    }

    @Test
    void apps_waitForNodesAndInitAddons() throws IOException {
        Files.writeString(folder.resolve("web.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  nodeSelector: {kubernetes.io/os: linux}
                  containers: [{name: web, image: registry.example/web:1}]
                """);
        String text = Files.readString(ClassicRenderingTest.LAB) + "apps: [{name: web, manifests: [web.yaml]}]\n";
        Plan withApp = UpPlanner.plan(WindowsLabs.created(Files.writeString(folder.resolve("lab.yaml"), text),
                ProviderName.VIRTUALBOX, folder));

        assertThat(withApp.step("app-ready/web").needs()).isEqualTo(Set.of("app-applied/web",
                "control-plane-initialised/kiamol-control", "control-plane-untainted", "node-ready/kiamol-control",
                "node-ready/kiamol-node", "node-ready/kiamol-node-win"));
    }

    @Test
    void classicJoin_keepsItsTokenInMemory() {
        assertThat(labContext.gathered().kubeadmJoin(labContext.lab().machines().get(1), "discovery.yaml",
                "abcdef.0123")).contains("kubeadm.k8s.io/v1beta2", "\"abcdef.0123\"", "dockershim");
    }

    private Set<String> needs(String id) {
        return plan.step(id).needs();
    }

    private Lab lab(String text) throws IOException {
        return WindowsLabs.lab("name: limits\n" + text, Files.createDirectories(folder.resolve("other")));
    }
}
