package org.hybridlab.artifact.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    @CsvSource({"http://my_proxy:3128, my_proxy:3128", "http://my_proxy, my_proxy:80",
        "'http://lea:a b@proxy:3128', proxy:3128", "http://lea:p@ss@proxy:3128/, proxy:3128",
        "lea:secret@my_proxy:3128, my_proxy:3128", "https://[::1]:3128, [::1]:3128"})
    void oddAddresses_areTaken(String value, String chosen) {
        assertThat(chosen(new HostProxy(Map.of("https_proxy", value)), "https://dl.k8s.io/x")).isEqualTo(chosen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://lea:secret@proxy:x", "http://", "http://lea:secret@proxy:70000", "a proxy"})
    void whatNamesNoProxyIsRefused(String value) {
        assertThatThrownBy(() -> new HostProxy(Map.of("HTTP_PROXY", value))).isInstanceOfSatisfying(LabException.class,
                refused -> {
                    assertThat(refused.id()).isEqualTo("environment-wrong");
                    assertThat(refused.what()).contains("http_proxy").doesNotContain("secret");
                });
    }

    @Test
    void addressWithoutHostNeedsNoProxy() {
        assertThat(chosen("https://my_mirror/x")).isEqualTo("proxy.example.org:3128");
    }

    @Test
    void download_throughProxyWithLogin_givesIt() throws Exception {
        String login = Base64.getEncoder().encodeToString("lea:a b".getBytes(StandardCharsets.UTF_8));
        try (LoginProxy server = new LoginProxy("Basic " + login)) {
            String with = "http://lea:a%20b@127.0.0.1:" + server.port();
            JavaProcess java = JavaProcess.start(ProxiedDownload.class, folder.toString(), with);
            assertThat(java.line()).isEqualTo("through");
            assertThat(java.line()).isEqualTo("bundle-not-downloaded");
            assertThat(server.seen()).containsSubsequence("GET http://nowhere.example.org/x true",
                    "CONNECT nowhere.example.org:443 true");
        }
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
        private final String login;

        LoginProxy(String login) throws IOException {
            this.login = login;
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
