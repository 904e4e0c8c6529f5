package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Linux machines do with packets to addresses of services that nobody serves. */
class ServiceNetworkTest {
    @TempDir
    private Path folder;
    private PlannedLabs labs;

    @BeforeEach
    void labs() {
        labs = new PlannedLabs(folder);
    }

    @ParameterizedTest
    @EnumSource(ProviderName.class)
    void everyLinuxMachineRefusesThemOnEveryProvider(ProviderName provider) throws IOException {
        LabContext labContext = labs.on(provider, """
                name: refusing
                network: {services: 10.20.0.0/16}
                machines: [{name: control, role: control-plane}, {name: node}]
                """);

        assertThat(labContext.files().prepare().values()).hasSize(2).allSatisfy(script -> {
            assertThat(script.split("ip daddr 10\\.20\\.0\\.0/16 reject", -1)).as("forwarded, and its own").hasSize(3);
            assertThat(script).contains("multi-user.target.wants/");
        });
    }

    /** Its services may be elsewhere, and its machines are not the lab's to change. */
    @Test
    void aClusterOfOthersKeepsItsOwnWay() throws IOException {
        LabContext labContext = labs.of("""
                name: guests
                kubernetes: 1.36
                cluster: {kubeconfig: admin.conf}
                network: {machines: 192.168.60.0/24}
                machines: [{name: guest, address: 192.168.60.100}]
                """);

        assertThat(labContext.files().prepare().get("guest")).doesNotContain("service-network");
    }
}
