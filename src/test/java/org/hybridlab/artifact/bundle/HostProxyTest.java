package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.Map;

import org.junit.jupiter.api.Test;

class HostProxyTest {
    private final HostProxy proxy = new HostProxy(Map.of("https_proxy", "http://proxy.example.org:3128",
            "HTTP_PROXY", "proxy.example.org:8080", "no_proxy", "localhost, .intern.example.org"));

    @Test
    void theVariableOfTheSchemeDecides() {
        assertThat(chosen("https://dl.k8s.io/x")).isEqualTo("proxy.example.org:3128");
        assertThat(chosen("http://dl.k8s.io/x")).isEqualTo("proxy.example.org:8080");
    }

    @Test
    void exceptedHostsAreReachedDirectly() {
        assertThat(chosen("https://localhost/x")).isEqualTo("direct");
        assertThat(chosen("https://mirror.intern.example.org/x")).isEqualTo("direct");
        assertThat(chosen("https://notintern.example.org/x")).isNotEqualTo("direct");
    }

    @Test
    void withoutVariablesThereIsNoProxy() {
        assertThat(new HostProxy(Map.of()).select(URI.create("https://dl.k8s.io/x"))).containsExactly(Proxy.NO_PROXY);
    }

    private String chosen(String uri) {
        Proxy chosen = proxy.select(URI.create(uri)).get(0);
        return chosen.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort() : "direct";
    }
}
