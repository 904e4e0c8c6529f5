package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.RenderedManifests;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.change.Refusals;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lab that comes with hybridlab can be planned and rendered, and has a page that says what it is. */
class ShippedLabPlansTest {
    @TempDir
    private Path folder;

    static List<LabLocation> labs() {
        return LabLocation.all(List.of(Path.of("labs")));
    }

    @ParameterizedTest
    @MethodSource("labs")
    void shippedLab_withSimulatedWindows_comesUp(LabLocation location) {
        LabContext labContext = WindowsLabs.simulating(location.file(), ProviderName.DOCKER, folder);
        Lab lab = labContext.lab();

        assertThat(UpPlanner.plan(labContext).steps()).extracting(Step::id)
                .containsAll(lab.nodes().stream().map(node -> "node-ready/" + node.name()).toList())
                .containsAll(lab.apps().stream().map(app -> "app-ready/" + app.name()).toList());
        assertThat(Refusals.limits(lab, releases())).isEmpty();
        assertThat(RenderedManifests.judge(lab, labContext.files().manifests())).noneMatch(Problem::isError);
    }

    @ParameterizedTest
    @MethodSource("labs")
    void isRenderedIntoAWorkspaceForVirtualBox(LabLocation location) {
        LabContext labContext = WindowsLabs.created(location.file(), ProviderName.VIRTUALBOX, folder);
        Workspace workspace = Workspace.in(folder.resolve("workspace")).create();

        labContext.files().writeTo(workspace);

        assertThat(RenderedManifests.judge(labContext.lab(), labContext.files().manifests())).isEmpty();
        assertThat(workspace.folder().resolve("Vagrantfile")).exists();
        labContext.lab().machines().forEach(machine -> assertThat(workspace.folder().resolve("scripts/%s/prepare.%s"
                .formatted(machine.name(), machine.isWindows() ? "ps1" : "sh"))).exists());
    }

    @ParameterizedTest
    @MethodSource("labs")
    void shippedLab_hasPage_withPictureAndProof(LabLocation location) throws IOException {
        String name = location.folder().getFileName().toString();
        String page = Files.readString(location.folder().resolve("README.md"));

        assertThat(page).startsWith("# " + name + "\n").contains("hybridlab up " + name);
        if (WindowsLabs.created(location.file(), ProviderName.VIRTUALBOX, folder).lab().hasWindows()) {
            assertThat(page).contains("```mermaid", "--simulate-windows", "how far it is proven",
                    "docs/explanation/windows-proof.md");
        }
    }

    private List<Release> releases() {
        return Bundles.of(Path.of("").toAbsolutePath(), folder, Map.of(), new LocalProcesses()).releases();
    }
}
