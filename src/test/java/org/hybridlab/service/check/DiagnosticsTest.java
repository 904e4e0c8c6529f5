package org.hybridlab.service.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiagnosticsTest {
    private static final String OWN = """
            name: lab
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            """;
    private static final String GUEST = """
            name: guests
            kubernetes: 1.36
            cluster: {kubeconfig: admin.conf}
            network: {machines: 192.168.60.0/24}
            machines: [{name: guest, address: 192.168.60.100}]
            """;

    @TempDir
    private Path folder;

    /** Its flannel may be of another number, or use routes. */
    @Test
    void podInterface_ofForeignCluster_isUnknown() throws IOException {
        assertThat(Diagnostics.podInterface(lab(OWN).lab())).contains("flannel.4096");
        assertThat(Diagnostics.podInterface(lab(GUEST).lab())).isEmpty();
    }

    private LabContext lab(String text) throws IOException {
        return new PlannedLabs(folder).of(text);
    }
}
