package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;

/**
 * The HTTP proxy that the environment names ({@code https_proxy}, {@code no_proxy}), which Java itself ignores, and the
 * login for it.
 */
public final class HostProxy extends ProxySelector {
    /** Names with an underscore too, which Go and curl take and {@link URI} does not. */
    private static final Pattern ADDRESS = Pattern.compile("(?:\\w+://)?(?:(?<login>[^/?#]*)@)?"
            + "(?<host>\\[[0-9A-Fa-f:.%]+]|[^\\s:/?#@\\[\\]]+)(?::(?<port>\\d{1,5}))?(?:[/?#].*)?");
    private static final List<String> SCHEMES = List.of("http", "https");
    private static final int LAST_PORT = 65_535;

    private final Map<String, String> environment;
    private final Map<String, Address> addresses = new HashMap<>();

    /** @throws LabException {@code environment-wrong} (exit 2) */
    HostProxy(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        SCHEMES.forEach(scheme -> variable(scheme + "_proxy").ifPresent(text ->
                addresses.put(scheme, address(scheme + "_proxy", text))));
    }

    /** @param login user and password as they were written; empty if there is none */
    private record Address(InetSocketAddress socket, String login) {
        boolean is(String host, int port) {
            return !login.isEmpty() && socket.getHostString().equalsIgnoreCase(host) && socket.getPort() == port;
        }

        PasswordAuthentication password() {
            String[] parts = login.split(":", 2);
            return new PasswordAuthentication(decoded(parts[0]),
                    parts.length < 2 ? new char[0] : decoded(parts[1]).toCharArray());
        }

        /** A plus stands for itself in such a place, and a percent sign may too. */
        private static String decoded(String text) {
            try {
                return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return text;
            }
        }
    }

    /**
     * Lets Java log in at a proxy for {@code https}, which it does not by itself (Basic is among the disabled schemes
     * of tunnels). Before the first client is made, which reads it once.
     */
    public static void allowLogins() {
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes",
                System.getProperty("jdk.http.auth.tunneling.disabledSchemes", ""));
    }

    /** Tells the proxy, and nobody else, the login for it. */
    Authenticator logins() {
        return new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return getRequestorType() != RequestorType.PROXY ? null : addresses.values().stream()
                        .filter(one -> one.is(getRequestingHost(), getRequestingPort())).findFirst()
                        .map(Address::password).orElse(null);
            }
        };
    }

    @Override
    public List<Proxy> select(URI uri) {
        String host = uri.getHost() != null ? uri.getHost() : Optional.ofNullable(uri.getAuthority()).orElse("")
                .replaceFirst(":\\d*$", "");
        Address address = addresses.get(uri.getScheme());
        return List.of(address == null || isExcepted(host) ? Proxy.NO_PROXY
                : new Proxy(Proxy.Type.HTTP, address.socket()));
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

    /** The message keeps the value, which may have a password, to itself. */
    private static Address address(String variable, String text) {
        Matcher matcher = ADDRESS.matcher(text.strip());
        int port = matcher.matches() && matcher.group("port") != null ? Integer.parseInt(matcher.group("port")) : 80;
        if (!matcher.matches() || port > LAST_PORT) {
            throw LabException.invalid("environment-wrong", "%s does not name a proxy.".formatted(variable),
                    "Write it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with %40 for each @ in the "
                            + "password.");
        }
        return new Address(InetSocketAddress.createUnresolved(matcher.group("host"), port),
                Optional.ofNullable(matcher.group("login")).orElse(""));
    }
}
