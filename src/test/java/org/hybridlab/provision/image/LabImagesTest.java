package org.hybridlab.provision.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.hybridlab.artifact.image.WantedImage;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.WindowsMachine;
import org.hybridlab.provision.windows.ImagesFetched;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.provision.windows.WindowsPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabImagesTest {
    private static final String LAB = """
            name: hybrid
            kubernetes: 1.36
            untaint: true
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: old, os: windows, build: 2019, memory: 4GiB}
              - {name: new, os: windows, build: 2025, memory: 4GiB}
              - {name: newer, os: windows, build: 2025, memory: 4GiB}
            apps:
              - {name: app, manifests: [app.yaml]}
            """;
    private static final String PODS = """
            apiVersion: v1
            kind: Pod
            metadata: {name: everywhere}
            spec:
              nodeSelector: {kubernetes.io/os: windows}
              tolerations: [{key: os, value: windows, effect: NoSchedule}]
              initContainers: [{name: first, image: registry.example/first:1}]
              containers: [{name: main, image: registry.example/main:1}]
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: chosen}
            spec:
              selector: {matchLabels: {app: chosen}}
              template:
                metadata: {labels: {app: chosen}}
                spec:
                  os: {name: windows}
                  tolerations: [{key: os, value: windows, effect: NoSchedule}]
                  nodeSelector: {kubernetes.io/os: windows, node.kubernetes.io/windows-build: 10.0.26100}
                  containers: [{name: main, image: 'registry.example/chosen:ltsc2025'}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: fixed}
            spec:
              nodeSelector: {kubernetes.io/os: windows}
              tolerations: [{key: os, value: windows, effect: NoSchedule}]
              containers: [{name: main, image: 'registry.example/fixed@sha256:%s'}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: linux}
            spec:
              nodeSelector: {kubernetes.io/os: linux}
              containers: [{name: main, image: registry.example/linux:1}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: anywhere}
            spec:
              containers: [{name: main, image: registry.example/anywhere:1}]
            """.formatted("0".repeat(64));

    @TempDir
    private Path folder;

    @BeforeEach
    void manifests() throws IOException {
        Files.writeString(folder.resolve("app.yaml"), PODS);
    }

    @Test
    void images_ofMachine_fitItsPodsAndBuild() {
        LabContext labContext = labContext(LAB);
        LabImages images = LabImages.of(labContext);

        assertThat(titles(images.of(machine(labContext, "old"))))
                .containsExactly("registry.k8s.io/pause:3.10.2 (17763)", "registry.example/first:1 (17763)",
                        "registry.example/main:1 (17763)");
        assertThat(titles(images.of(machine(labContext, "new"))))
                .containsExactly("registry.k8s.io/pause:3.10.2 (26100)", "registry.example/chosen:ltsc2025 (26100)",
                        "registry.example/first:1 (26100)", "registry.example/main:1 (26100)");
        assertThat(images.all()).hasSize(7).containsAll(images.of(machine(labContext, "newer")));
    }

    @Test
    void daemonSets_needHostProcessImage() {
        LabContext labContext = labContext(LAB.replace("build: 2019", "build: 2022")
                + "network: {windowsAgents: daemonset}\n");

        assertThat(titles(LabImages.of(labContext).of(machine(labContext, "new"))))
                .contains(WindowsMachine.HOST_PROCESS + " (26100)");
    }

    @Test
    void whatABoxBringsComesFromNoRegistry() {
        LabImages images = LabImages.of(labContext(LAB));

        assertThat(titles(images.ofRegistries(Set.of("registry.example/linux:1")))).hasSize(8)
                .containsAll(titles(images.all())).contains("registry.example/anywhere:1 (linux)")
                .doesNotContain("registry.example/linux:1 (linux)");
        assertThat(titles(images.ofRegistries(Set.of("registry.example/main:1"))))
                .contains("registry.example/linux:1 (linux)", "registry.example/main:1 (17763)");
        assertThat(titles(LabImages.of(labContext(LAB.replace("memory: 3000MiB", "memory: 3000MiB, box: me/linux")))
                .ofRegistries(Set.of("registry.example/linux:1")))).contains("registry.example/linux:1 (linux)");
    }

    @Test
    void simulatedMachinesNeedNone() throws IOException {
        Path file = Files.writeString(folder.resolve("lab.yaml"), LAB);

        assertThat(LabImages.of(WindowsLabs.simulating(file, ProviderName.DOCKER, folder)).all()).isEmpty();
    }

    /** Nothing of the registries' answers is known before; a change of the lab's images runs the step again. */
    @Test
    void anotherImageMakesTheStepsRunAgain() throws IOException {
        Step before = WindowsPlanner.of(labContext(LAB)).stream().filter(step -> step.id().equals("images-fetched"))
                .findFirst()
                .orElseThrow();
        Files.writeString(folder.resolve("app.yaml"), PODS.replace("main:1", "main:2"));

        assertThat(WindowsPlanner.of(labContext(LAB))).filteredOn(step -> step.id().equals("images-fetched"))
                .extracting(Step::fingerprint).doesNotContain(before.fingerprint());
    }

    @Test
    void unfetchableImages_areLeftToMachines_andSaid() throws IOException {
        Files.writeString(folder.resolve("lab.yaml"), LAB + "provider: virtualbox\n");
        LabContext labContext = WindowsLabs.labContext(WindowsLabs.lab(LAB + "provider: virtualbox\n", folder), folder,
                FakePrograms.failing("no such host"));
        QuietContext context = new QuietContext();

        new ImagesFetched(labContext, LabImages.of(labContext)).run(context);

        assertThat(context.lines()).anyMatch(line -> line.startsWith("this host has no client of registries: "))
                .contains("registry.k8s.io/pause:3.10.2 (17763) is not fetched here; each machine pulls it by itself");
    }

    private LabContext labContext(String text) {
        return unchecked(() ->
                WindowsLabs.created(Files.writeString(folder.resolve("lab.yaml"), text), ProviderName.VIRTUALBOX,
                folder));
    }

    private static Machine machine(LabContext labContext, String name) {
        return labContext.lab().machine(name).orElseThrow();
    }

    private static List<String> titles(List<WantedImage> images) {
        return images.stream().map(WantedImage::title).toList();
    }
}
