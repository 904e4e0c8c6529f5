package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.JavaProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostProxyTest {
    @TempDir
    private Path folder;
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

    /** Which Go, curl and Docker take, and java.net.URI does not. */
    @ParameterizedTest
    @CsvSource({"http://proxy, proxy:80",
        "'http://lea:a b@proxy:3128', proxy:3128", "http://lea:p@ss@proxy:3128/, proxy:3128",
        "lea:secret@proxy:3128, proxy:3128", "https://[::1]:3128, [::1]:3128"})
    void oddAddresses_areTaken(String value, String chosen) {
        assertThat(chosen(new HostProxy(Map.of("https_proxy", value)), "https://dl.k8s.io/x")).isEqualTo(chosen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://lea:secret@proxy:x", "http://", "http://lea:secret@proxy:70000", "a proxy"})
    void whatNamesNoProxyIsRefused(String value) {
        LabException refused = failure(() -> new HostProxy(Map.of("HTTP_PROXY", value)));
        assertThat(refused.id()).isEqualTo("environment-wrong");
        assertThat(refused.what()).contains("http_proxy").doesNotContain("secret");
    }

    @Test
    void addressWithoutHostNeedsNoProxy() {
        assertThat(chosen("https://my_mirror/x")).isEqualTo("proxy.example.org:3128");
    }

    /** A name with an underscore is one that the JDK alone does not take. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "my_proxy"})
    void download_throughProxyWithLogin_givesIt(String host) throws Exception {
        try (LoginProxy server = new LoginProxy()) {
            JavaProcess java = through("http://lea:a%20b@" + host + ":" + server.port());
            assertThat(java.line()).isEqualTo("through");
            assertThat(java.line()).startsWith("bundle-not-downloaded").contains("502");
            assertThat(java.line()).startsWith("bundle-not-downloaded").contains("502");
            assertThat(server.seen()).startsWith("GET http://nowhere.example.org/x true",
                    "CONNECT nowhere.example.org:443 true").doesNotContain("GET http://nowhere.example.org/x false",
                    "CONNECT nowhere.example.org:443 false");
        }
    }

    /** Many proxies lock the account of who gives a wrong one several times. */
    @ParameterizedTest
    @CsvSource({"lea:wrong@, refuses the login in", "'', wants a login"})
    void refusedLogin_isGivenOnce(String login, String said) throws Exception {
        try (LoginProxy server = new LoginProxy()) {
            JavaProcess java = through("http://" + login + "127.0.0.1:" + server.port());
            assertThat(java.line()).startsWith("bundle-not-downloaded").contains(said, "http_proxy", "407")
                    .doesNotContain("wrong");
            assertThat(java.line()).startsWith("bundle-not-downloaded").contains(said, "https_proxy");
            assertThat(java.line()).startsWith("bundle-not-downloaded").contains(said, "https_proxy");
            assertThat(server.seen()).containsExactly("GET http://nowhere.example.org/x false",
                    "CONNECT nowhere.example.org:443 false", "CONNECT nowhere.example.org:443 false");
        }
    }

    @Test
    void proxyWithoutAddress_isNamed() throws Exception {
        assertThat(through("http://no_proxy_here:3128").line()).startsWith("bundle-not-downloaded")
                .contains("no_proxy_here", "http_proxy", "unknown host");
    }

    private JavaProcess through(String address) throws IOException {
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 my_proxy\n");
        return JavaProcess.start(ProxiedDownload.class, folder.toString(), address, hosts.toString(),
                "http://nowhere.example.org/x", "https://nowhere.example.org/x", "https://nowhere.example.org/file");
    }

    private String chosen(String uri) {
        return chosen(proxy, uri);
    }

    private static String chosen(HostProxy proxy, String uri) {
        Proxy chosen = proxy.select(URI.create(uri)).get(0);
        return chosen.address() instanceof InetSocketAddress address
                ? address.getHostString() + ":" + address.getPort() : "direct";
    }

    /** Asks for a login as squid does: 407, and the connection ends. It leads nowhere. */
    private static final class LoginProxy implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private final String login = "Basic "
                + Base64.getEncoder().encodeToString("lea:a b".getBytes(StandardCharsets.UTF_8));

        LoginProxy() throws IOException {
            Thread thread = new Thread(this::serve);
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return socket.getLocalPort();
        }

        /** Each request, and whether its login was right. */
        List<String> seen() {
            return seen;
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket one = socket.accept(); BufferedReader in = new BufferedReader(
                        new InputStreamReader(one.getInputStream(), StandardCharsets.UTF_8))) {
                    String request = in.readLine();
                    boolean right = false;
                    for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                        right |= line.equalsIgnoreCase("Proxy-Authorization: " + login);
                    }
                    seen.add(request.replace(" HTTP/1.1", " ") + right);
                    one.getOutputStream().write((!right ? "HTTP/1.1 407 Proxy Authentication Required\r\n"
                            + "Proxy-Authenticate: Basic realm=\"proxy\"\r\nContent-Length: 0\r\n"
                            + "Connection: close\r\n\r\n" : request.startsWith("CONNECT") ? "HTTP/1.1 502 No\r\n"
                            + "Content-Length: 0\r\n\r\n" : "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nthrough")
                            .getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    // The client or the test has ended.
                }
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
