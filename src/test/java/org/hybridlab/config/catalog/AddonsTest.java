package org.hybridlab.config.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Addon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddonsTest {
    private static final String GREETER = """
            title: greeter
            key: {title: Greeter, type: boolean, default: true, help: Whether a page greets.}
            manifests: [crds.yaml.ftl, greeter.yaml.ftl]
            ready: [default/deployment/greeter]
            """;

    @TempDir
    private Path folder;

    @Test
    void addon_isNamedByItsFolder() throws IOException {
        write("greeter", GREETER);
        write("another", GREETER);

        assertThat(Addons.in(folder)).extracting(Addon::name).containsExactly("another", "greeter");
        Addon greeter = Addons.in(folder).get(1);
        assertThat(greeter.manifests()).containsExactly("crds.yaml.ftl", "greeter.yaml.ftl");
        assertThat(greeter.key().byDefault()).contains(true);
        assertThat(greeter.isOnEachNode()).isFalse();
        assertThat(greeter.programs()).isEmpty();
        assertThat(greeter.check()).isEmpty();
        assertThat(greeter.need()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'manifests: [crds.yaml.ftl, greeter.yaml.ftl]', 'addon.yaml:1: lacks ''manifests'''",
        "'boolean', 'addon.yaml:2: is no type of keys; there is boolean'",
        "'title: greeter\n', 'addon.yaml:1: lacks ''title'''",
        "'default: true, ', 'addon.yaml:2: lacks ''default'''",
        "'[default/deployment/greeter]\n', 'addon.yaml:5: is no check of addons'",
        "'[default/deployment/greeter]', 'addon.yaml:4: is no list'"})
    void mistake_isNamed_withItsLine(String right, String message) throws IOException {
        write("greeter", GREETER.replace(right, right.endsWith("]\n") ? right + "check: greets\n"
                : right.equals("boolean") || right.startsWith("[") ? "x" : ""));

        LabException refused = failure(() -> Addons.in(folder));
        assertThat(refused.id()).isEqualTo("addons-unreadable");
        assertThat(refused.what()).contains(message);
    }

    @Test
    void missingFolder_isNoEmptyInstallation() {
        assertThat(failure(() -> Addons.in(folder.resolve("addons"))).id()).isEqualTo("addons-unreadable");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve(name)).resolve("addon.yaml"), text);
    }
}
