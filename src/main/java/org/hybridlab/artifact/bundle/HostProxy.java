package org.hybridlab.artifact.bundle;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.http.NoAnswer;

/** The environment's HTTP proxy ({@code https_proxy}, {@code no_proxy}) with its login. Java itself ignores it. */
public final class HostProxy extends ProxySelector {
    /** Allows underscores in names, as Go and curl do, but {@link URI} does not. */
    private static final Pattern ADDRESS = Pattern.compile("(?:\\w+://)?(?:(?<login>[^/?#]*)@)?"
            + "(?<host>\\[[0-9A-Fa-f:.%]+]|[^\\s:/?#@\\[\\]]+)(?::(?<port>\\d{1,5}))?(?:[/?#].*)?");
    private static final List<String> SCHEMES = List.of("http", "https");
    private static final int LAST_PORT = 65_535;

    private final Map<String, String> environment;
    private final Map<String, Address> addresses = new HashMap<>();

    /** @throws LabException {@code environment-wrong} (exit 2) */
    public HostProxy(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        SCHEMES.forEach(scheme -> variable(scheme + "_proxy", environment).ifPresent(text ->
                addresses.put(scheme, address(scheme + "_proxy", text))));
    }

    /** @param login user and password as written; may be empty */
    private record Address(String variable, InetSocketAddress named, String login) {
        /** The JDK makes a {@link URI} of the name. If that fails, the IP address is used. */
        InetSocketAddress socket() {
            if (!named.getHostString().contains("_")) {
                return named;
            }
            try {
                byte[] ip = InetAddress.getByName(named.getHostString()).getAddress();
                return new InetSocketAddress(InetAddress.getByAddress(ip), named.getPort());
            } catch (UnknownHostException e) {
                throw LabException.hostNotReady("bundle-not-downloaded", "The proxy %s in %s has no address: %s"
                        .formatted(named.getHostString(), variable, NoAnswer.why(e)),
                        "Look at the name in %s, and at your DNS.".formatted(variable)).causedBy(e);
            }
        }

        String basic() {
            String[] parts = login.split(":", 2);
            String text = decoded(parts[0]) + ":" + (parts.length < 2 ? "" : decoded(parts[1]));
            return "Basic " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        LabException refused() {
            return login.isEmpty() ? LabException.hostNotReady("bundle-not-downloaded",
                    "The proxy in %s wants a login (HTTP 407).".formatted(variable),
                    "Write it there: http://USER:PASSWORD@HOST:PORT, with %40 for each @ in the password.")
                    : LabException.hostNotReady("bundle-not-downloaded",
                            "The proxy refuses the login in %s (HTTP 407).".formatted(variable),
                            "Correct the user and password there. hybridlab can only give them as HTTP Basic.");
        }

        /** A plus is literal here, and so may be a percent sign. */
        private static String decoded(String text) {
            try {
                return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException e) {
                return text;
            }
        }
    }

    /** Lets Java log in to a proxy for {@code https}. Must run before the first client is created. */
    public static void allowLogins() {
        System.setProperty("jdk.http.auth.tunneling.disabledSchemes",
                System.getProperty("jdk.http.auth.tunneling.disabledSchemes", ""));
    }

    /**
     * A request with the header {@code Proxy-Authorization}, which Java sends to proxies only. Set per request: an
     * authenticator repeats a wrong login, and hides other answers.
     */
    public HttpRequest.Builder request(URI uri) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        address(uri).filter(address -> !address.login().isEmpty()).map(Address::basic)
                .ifPresent(login -> request.header("Proxy-Authorization", login));
        return request;
    }

    /** The error for a 407 of the proxy; empty without a proxy. */
    Optional<LabException> loginRefused(URI uri) {
        return address(uri).map(Address::refused);
    }

    /** @throws LabException {@code bundle-not-downloaded} (exit 3) if the proxy's name has no address */
    @Override
    public List<Proxy> select(URI uri) {
        return List.of(address(uri).map(address -> new Proxy(Proxy.Type.HTTP, address.socket()))
                .orElse(Proxy.NO_PROXY));
    }

    private Optional<Address> address(URI uri) {
        String host = uri.getHost() != null ? uri.getHost() : Optional.ofNullable(uri.getAuthority()).orElse("")
                .replaceFirst(":\\d*$", "");
        return Optional.ofNullable(addresses.get(uri.getScheme())).filter(any -> !isExcepted(host, environment));
    }

    /** The client itself reports a refused connection. */
    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
    }

    public static boolean isExcepted(String host, Map<String, String> environment) {
        return Arrays.stream(variable("no_proxy", environment).orElse("").split(",")).map(String::strip)
                .map(name -> name.startsWith(".") ? name.substring(1) : name).filter(name -> !name.isEmpty())
                .anyMatch(name -> name.equals("*") || host.equals(name) || host.endsWith("." + name));
    }

    public static Optional<String> variable(String name, Map<String, String> environment) {
        return Stream.of(name, name.toUpperCase(Locale.ROOT)).map(environment::get)
                .filter(value -> value != null && !value.isBlank()).findFirst();
    }

    /** The message hides the value, which may have a password. */
    private static Address address(String variable, String text) {
        Matcher matcher = ADDRESS.matcher(text.strip());
        int port = matcher.matches() && matcher.group("port") != null ? Integer.parseInt(matcher.group("port")) : 80;
        if (!matcher.matches() || port > LAST_PORT) {
            throw LabException.invalid("environment-wrong", "%s does not name a proxy.".formatted(variable),
                    "Write it as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, with %40 for each @ in the "
                            + "password.");
        }
        return new Address(variable, InetSocketAddress.createUnresolved(matcher.group("host"), port),
                Optional.ofNullable(matcher.group("login")).orElse(""));
    }
}
