package org.hybridlab.provision.addon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.cluster.api.AwaitedObject;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.cluster.api.Rollout;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code data/addons/} and {@code data/bundle/manifest.yaml} say of each addon fits together. */
class InstalledAddonsTest {
    private static final String LAB = """
            name: two
            machines: [{name: control, role: control-plane}, {name: node}]
            """;

    @TempDir
    private Path folder;

    static List<Addon> addons() {
        return Addons.installed();
    }

    @ParameterizedTest
    @MethodSource("addons")
    void readyObjects_areThoseOfItsManifests(Addon addon) {
        List<String> made = Manifest.parse(rendered(addon)).stream().flatMap(InstalledAddonsTest::awaited).toList();

        assertThat(addon.ready()).isNotEmpty().containsExactlyInAnyOrderElementsOf(made);
        assertThat(addon.ready().stream().map(AwaitedObject::of)).isNotEmpty();
    }

    private static Stream<String> awaited(Manifest object) {
        return Rollout.KINDS.contains(object.kind()) ? Stream.of(object.namespace() + "/" + object.reference())
                : object.kind().equals("APIService") ? Stream.of(object.reference()) : Stream.of();
    }

    @ParameterizedTest
    @MethodSource("addons")
    void programs_areOfItsGroup_inEveryBundle(Addon addon) {
        Bundles bundles = Bundles.of(Path.of("").toAbsolutePath(), folder, Map.of(), new LocalProcesses());
        for (Release release : addon.programs().isEmpty() ? List.<Release>of() : bundles.releases()) {
            assertThat(bundles.state(release.kubernetes(), Group.of(addon), Arch.AMD64)).as(release.toString())
                    .flatExtracting(part -> part.files()).containsAll(addon.programs().keySet());
        }
    }

    /** Who writes a lab must not decide what runs in the system's namespaces. */
    @Test
    void fileOfALab_changesNoAddon() throws IOException {
        Addon metrics = Addons.installed().stream().filter(addon -> addon.name().equals("metrics")).findFirst()
                .orElseThrow();
        String installed = rendered(metrics);
        for (String name : List.of("data/addons/metrics/", "addons/metrics/", "templates/addons/metrics/",
                "templates/kubernetes/", "templates/", "")) {
            Files.createDirectories(folder.resolve(name));
            Files.writeString(folder.resolve(name + "metrics-server.yaml.ftl"), "of the lab");
        }
        Files.writeString(folder.resolve("data/addons/metrics/addon.yaml"), "of the lab");

        assertThat(rendered(metrics)).isEqualTo(installed).contains("/usr/local/bin/metrics-server");
    }

    private String rendered(Addon addon) {
        Lab lab = WindowsLabs.lab(LAB + addon.name() + ": true\n", folder);
        LabContext labContext = WindowsLabs.labContext(lab, folder, new LocalProcesses());
        return labContext.files().addons().get(addon.name());
    }
}
