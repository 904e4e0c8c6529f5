package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The HTTP proxy that the environment names ({@code https_proxy}, {@code no_proxy}), which Java itself ignores. */
final class HostProxy extends ProxySelector {
    private final Map<String, String> environment;

    HostProxy(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public List<Proxy> select(URI uri) {
        if (isExcepted(uri.getHost())) {
            return List.of(Proxy.NO_PROXY);
        }
        return List.of(variable(uri.getScheme() + "_proxy").map(HostProxy::proxy).orElse(Proxy.NO_PROXY));
    }

    /** The client reports a refused connection by itself. */
    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    }

    private boolean isExcepted(String host) {
        return Arrays.stream(variable("no_proxy").orElse("").split(",")).map(String::strip)
                .map(name -> name.startsWith(".") ? name.substring(1) : name).filter(name -> !name.isEmpty())
                .anyMatch(name -> name.equals("*") || host.equals(name) || host.endsWith("." + name));
    }

    private Optional<String> variable(String name) {
        return Stream.of(name, name.toUpperCase(Locale.ROOT)).map(environment::get)
                .filter(value -> value != null && !value.isBlank()).findFirst();
    }

    private static Proxy proxy(String text) {
        URI uri = URI.create(text.contains("://") ? text : "http://" + text);
        int port = uri.getPort() < 0 ? 80 : uri.getPort();
        return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(uri.getHost(), port));
    }
}
