package org.hybridlab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.Test;

class FreeNetworkTest {
    private static final Optional<Cidr> ANYWHERE = Optional.empty();
    private static final Optional<Cidr> VIRTUALBOX = Optional.of(Cidr.parse("192.168.56.0/21"));

    @Test
    void theFirstOneThatOverlapsNothingIsTaken() {
        assertThat(find(ANYWHERE)).isEqualTo("192.168.56.0/24");
        assertThat(find(ANYWHERE, "192.168.56.128/25", "192.168.58.0/24")).isEqualTo("192.168.57.0/24");
    }

    /** VirtualBox allows no others without a setting of the host. */
    @Test
    void usualNetworks_allTaken_giveOtherProvidersAnother() {
        assertThat(find(ANYWHERE, "192.168.0.0/16", "10.56.0.0/24")).isEqualTo("10.56.1.0/24");
        assertThat(find(ANYWHERE, "192.168.0.0/16", "10.0.0.0/8")).isEqualTo("172.16.0.0/24");
        assertThat(find(ANYWHERE, "192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/13")).isEqualTo("172.24.0.0/24");
        assertThatThrownBy(() -> find(ANYWHERE, "192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12"))
                .hasMessageContaining("in use on this host");
        assertThatThrownBy(() -> find(VIRTUALBOX, "192.168.0.0/16")).hasMessageContaining("in use on this host");
    }

    private static String find(Optional<Cidr> allowed, String... taken) {
        return FreeNetwork.find(List.of(taken).stream().map(Cidr::parse).toList(), allowed).toString();
    }
}
