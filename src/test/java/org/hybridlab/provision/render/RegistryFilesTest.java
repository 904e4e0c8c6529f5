package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Registry;
import org.hybridlab.fake.Checkout;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryFilesTest {
    private static final String BASIC = "Basic bWU6c2VjcmV0"; // me:secret

    @TempDir
    private Path folder;
    private Lab lab;

    @Test
    void mirrors_ofLabFile_keepOrder() {
        RegistryFiles files = files(Map.of(),
                "{host: docker.io, mirrors: ['http://a.example:5000', 'https://b.example/c']}");

        assertThat(files.readable()).containsExactly(Map.entry("docker.io", """
                # hybridlab: how containerd gets images whose names begin with docker.io; read at each pull.
                server = "https://registry-1.docker.io"
                [host."http://a.example:5000"]
                  capabilities = ["pull", "resolve"]
                [host."https://b.example/c"]
                  capabilities = ["pull", "resolve"]
                """));
    }

    @Test
    void registryWithPort_hasAFolderWindowsTakes() {
        assertThat(files(Map.of(), "{host: '10.9.0.1:5000', plainHttp: true}").readable().get("10.9.0.1_5000_"))
                .contains("server = \"http://10.9.0.1:5000\"\n");
    }

    @Test
    void login_isForMachines_notTheWorkspace() {
        RegistryFiles files = files(Map.of("PASSWORD", "secret"),
                "{host: private.example, login: {username: me, passwordEnv: PASSWORD}}");

        assertThat(files.inMachine(only())).contains("[header]\n  Authorization = \"" + BASIC + "\"\n");
        assertThat(files.readable().get("private.example")).doesNotContain("Authorization")
                .contains("# The login is in the machines only.");
        assertThat(files.secrets()).containsExactly("secret", BASIC.substring(6));
    }

    @Test
    void passwordFile_isSoughtInHomeAndLab() throws IOException {
        Files.writeString(folder.resolve("password"), "secret\nof mine\n");
        for (String path : List.of("~/password", "password")) {
            RegistryFiles files = files(Map.of("HOME", folder.toString()),
                    "{host: private.example, login: {username: me, passwordFile: %s}}".formatted(path));

            assertThat(files.inMachine(only())).as(path).contains(BASIC);
        }
    }

    @Test
    void missingPassword_isSaidBeforeAnything() {
        RegistryFiles files = files(Map.of(), "{host: private.example, login: {username: me, passwordEnv: PASSWORD}}");

        LabException e = failure(files::needPasswords);
        assertThat(e.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
        assertThat(e.what()).isEqualTo(
                "The password for private.example is not in the environment variable PASSWORD.");
        assertThat(files.secrets()).isEmpty();
    }

    private RegistryFiles files(Map<String, String> environment, String registry) {
        lab = WindowsLabs.lab("name: registries\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
                + "memory: 3GiB}]\nregistries: [%s]\n".formatted(registry), folder);
        return new RegistryFiles(lab, Checkout.TEMPLATES,
                new RegistryPasswords(folder, environment));
    }

    private Registry only() {
        return lab.registries().get(0);
    }
}
