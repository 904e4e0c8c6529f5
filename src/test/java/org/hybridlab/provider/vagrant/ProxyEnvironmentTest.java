package org.hybridlab.provider.vagrant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Outside;
import org.hybridlab.provider.TestLabs;
import org.junit.jupiter.api.Test;

class ProxyEnvironmentTest {
    @Test
    void labProxies_spareItsOwnNetwork() {
        Outside outside = new Outside(Optional.of("http://proxy:3128"), Optional.empty(), List.of(".example"),
                Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(ProxyEnvironment.of(TestLabs.lab(NetworkMode.FLANNEL_VXLAN, outside)))
                .containsEntry("http_proxy", "http://proxy:3128").doesNotContainKey("https_proxy")
                .containsEntry("no_proxy", "localhost,127.0.0.1,192.168.56.0/24,.example");
    }

    @Test
    void withoutProxiesTheEnvironmentStaysAsItIs() {
        assertThat(ProxyEnvironment.of(TestLabs.linux())).isEmpty();
    }
}
