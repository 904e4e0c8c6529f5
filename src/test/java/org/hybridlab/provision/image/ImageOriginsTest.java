package org.hybridlab.provision.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.artifact.image.ImageName;
import org.hybridlab.artifact.image.Origin;
import org.hybridlab.config.model.Lab;
import org.hybridlab.fake.Checkout;
import org.hybridlab.provision.image.LabImages.ImageOrigins;
import org.hybridlab.provision.render.RegistryFiles;
import org.hybridlab.provision.render.RegistryPasswords;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host asks where containerd on the lab's machines does. */
class ImageOriginsTest {
    private static final ImageName PAUSE = ImageName.of("registry.k8s.io/pause:3.10.2").orElseThrow();

    @TempDir
    private Path folder;

    @Test
    void unnamedRegistry_isAsked_byItsName() {
        assertThat(origins("").of(PAUSE)).containsExactly(new Origin("registry.k8s.io", false, false));
    }

    @Test
    void mirrors_comeFirst_inLabFileOrder() {
        assertThat(origins("registries: [{host: registry.k8s.io, mirrors: ['http://a.example:5000', "
                + "'https://b.example']}]")
                .of(PAUSE)).containsExactly(new Origin("a.example:5000", true, true),
                        new Origin("b.example", false, true), new Origin("registry.k8s.io", false, false));
    }

    @Test
    void mirrorForAll_isForUnnamedRegistries() {
        ImageOrigins origins = origins("""
                mirrors: {registry: 'http://mirror.example'}
                registries: [{host: 'own.example:5000', plainHttp: true}]
                """);

        assertThat(origins.of(PAUSE)).extracting(Origin::host).containsExactly("mirror.example", "registry.k8s.io");
        assertThat(origins.of(ImageName.of("own.example:5000/a:1").orElseThrow()))
                .containsExactly(new Origin("own.example:5000", true, false));
    }

    @Test
    void mirror_withAPath_isLeftToMachines() {
        assertThat(origins("registries: [{host: registry.k8s.io, mirrors: ['https://b.example/c']}]").of(PAUSE))
                .isEmpty();
        assertThat(origins("registries: [{host: registry.k8s.io, mirrors: ['https://b.example/']}]").of(PAUSE))
                .hasSize(2);
    }

    @Test
    void login_isForItsRegistry_notMirrors() {
        ImageOrigins origins =
                origins("registries: [{host: own.example, login: {username: me, passwordEnv: PASSWORD}}]");

        assertThat(origins.login(new Origin("own.example", false, false))).contains("bWU6c2VjcmV0");
        assertThat(origins.login(new Origin("own.example", false, true))).isEmpty();
        assertThat(origins.login(new Origin("other.example", false, false))).isEmpty();
    }

    /** crane would try plain HTTP at such addresses too. */
    @Test
    void login_toPrivateAddress_isLeftToMachines() {
        String login = "login: {username: me, passwordEnv: PASSWORD}";
        ImageName app = ImageName.of("10.9.0.1:5000/a:1").orElseThrow();

        assertThat(origins("registries: [{host: '10.9.0.1:5000', %s}]".formatted(login)).of(app)).isEmpty();
        assertThat(origins("registries: [{host: '10.9.0.1:5000', plainHttp: true, %s}]".formatted(login)).of(app))
                .hasSize(1);
        assertThat(origins("registries: [{host: own.example, %s}]".formatted(login))
                .of(ImageName.of("own.example/a:1").orElseThrow())).hasSize(1);
    }

    private ImageOrigins origins(String more) {
        Lab lab = WindowsLabs.lab("""
                name: hybrid
                kubernetes: 1.36
                provider: virtualbox
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                """ + more, folder);
        return new ImageOrigins(lab, new RegistryFiles(lab, Checkout.templates(folder),
                new RegistryPasswords(folder, Map.of("PASSWORD", "secret"))));
    }
}
