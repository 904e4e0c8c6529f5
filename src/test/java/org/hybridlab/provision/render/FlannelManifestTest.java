package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which API server flannel asks, and how long it trusts a silent connection to it. */
class FlannelManifestTest {
    @ParameterizedTest
    @CsvSource({"first-cluster, 192.168.56.11", "ha-control-plane, 192.168.56.10"})
    void flannel_asksTheAddressThatOutlivesControlPlanes(String name, String address) {
        assertThat(manifest(name)).containsPattern("- name: KUBERNETES_SERVICE_HOST\\s+value: \"?" + address + "\"?\n");
    }

    /** The client's own times, 30 s and 15 s, are longer than the loss of a control plane and its return. */
    @ParameterizedTest
    @CsvSource({"HTTP2_READ_IDLE_TIMEOUT_SECONDS, 10", "HTTP2_PING_TIMEOUT_SECONDS, 5"})
    void silentConnection_isLeftSoon(String variable, int seconds) {
        assertThat(manifest("ha-control-plane")).containsPattern(
                "- name: %s\\s+value: \"%d\"\n".formatted(variable, seconds));
    }

    private static String manifest(String name) {
        Lab lab = LabFile.read(Path.of("labs", name, "lab.yaml"), Cidr.parse("192.168.56.0/24")).orThrow();
        return Checkout.TEMPLATES.render("kubernetes/flannel.yaml.ftl",
                new TemplateFacts(false, Timeouts.NATIVE,
                        new TemplateFacts.Images("3.6.16-0", "v1.14.5", Map.of("flannel", "flannel")), List.of(),
                        List.of())
                        .with(Map.of("lab", lab, "controlPlane", lab.firstControlPlane())));
    }
}
