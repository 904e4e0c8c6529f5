package org.hybridlab.provision.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import org.hybridlab.cluster.api.ThrowAwayIdentity;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabContextFactoryTest {
    @TempDir
    private Path folder;

    /** Its API server may be outside of the machines' network. */
    @Test
    void joinedApiServer_isReachedWithoutProxy() throws Exception {
        String text = """
                name: guests
                kubernetes: 1.36
                cluster: {kubeconfig: theirs.yaml}
                machines: [{name: linux}, {name: win, os: windows}]
                proxy: {httpProxy: "http://proxy.example:3128"}
                """;
        LabContext without = context(text);
        ThrowAwayIdentity identity = ThrowAwayIdentity.in(folder);
        Files.writeString(folder.resolve("theirs.yaml"), identity.kubeconfig("https://api.example:6443"));
        LabContext named = context(text);
        without.workspace().create();
        without.workspace().write("kubeconfig", identity.kubeconfig("https://known.example:6443"));
        LabContext known = context(text);

        for (Function<LabContext, String> script : List.<Function<LabContext, String>>of(
                one -> one.files().prepare().get("linux"),
                one -> one.files().windows().files().get("win").toString())) {
            assertThat(script.apply(without)).contains("proxy.example").doesNotContain("api.example");
            assertThat(script.apply(named)).containsPattern(",'?.{0,9}api.example").doesNotContain("known.example");
            assertThat(script.apply(known)).contains("known.example").doesNotContain("api.example");
        }
        assertThat(known.lab().outside().noProxy()).isEmpty();
    }

    private LabContext context(String text) throws IOException {
        return new PlannedLabs(folder).on(ProviderName.LIBVIRT, text);
    }

    /** A connection to a machine that is off waits for seconds. */
    @Test
    void cluster_ofHaltedMachines_isNotConnectedTo() throws Exception {
        LabContext labContext = WindowsLabs.onDocker("""
                name: duo
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: node}]
                """, folder, FakePrograms.printing(command ->
                        command.words().contains("ps") ? "control exited 4f0c\nnode exited 77aa\n" : ""));
        labContext.workspace().create();
        labContext.workspace().write("kubeconfig", ThrowAwayIdentity.in(folder)
                .kubeconfig("https://127.0.0.1:1"));

        LabException failure = failure(() -> labContext.cluster().nodes());

        assertThat(failure.id()).isEqualTo("api-unreachable");
        assertThat(failure.why()).contains("control is exited");
    }
}
