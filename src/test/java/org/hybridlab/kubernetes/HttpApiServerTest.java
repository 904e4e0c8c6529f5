package org.hybridlab.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;

import org.hybridlab.failure.LabException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a small HTTPS server that, as an API server, lets nobody in without a client certificate. */
class HttpApiServerTest {
    @TempDir
    private static Path folder;
    private static final List<String> REQUESTS = new CopyOnWriteArrayList<>();
    private static HttpsServer server;
    private static ThrowAwayIdentity identity;

    @BeforeAll
    static void start() throws Exception {
        identity = ThrowAwayIdentity.in(folder);
        server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setHttpsConfigurator(new NeedsClientCertificate(identity.serverContext()));
        server.createContext("/api/v1/nodes", exchange -> answer(exchange, 200, "{\"items\":[]}"));
        server.createContext("/api/v1/namespaces/none", exchange -> answer(exchange, 404, "{\"message\":\"gone\"}"));
        server.createContext("/api/v1/forbidden",
                exchange -> answer(exchange, 403, "{\"message\":\"user cannot list secrets\"}"));
        server.createContext("/readyz", exchange -> answer(exchange, 500, "[-]etcd failed"));
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
    }

    @Test
    void showsTheClientCertificateOfTheKubeconfig() throws Exception {
        assertThat(api("127.0.0.1").get("/api/v1/nodes").path("items").isArray()).isTrue();
    }

    @Test
    void doesNotTalkToAServerWhoseCertificateIsForAnotherAddress() throws Exception {
        LabException failure = catchThrowableOfType(LabException.class, () -> api("localhost").get("/api/v1/nodes"));
        assertThat(failure.id()).isEqualTo("api-unreachable");
        assertThat(failure.why().orElseThrow()).contains("localhost");
    }

    @Test
    void takesAnAbsentObjectForEmptyNotForAFailure() throws Exception {
        assertThat(api("127.0.0.1").find("/api/v1/namespaces/none")).isEmpty();
        api("127.0.0.1").delete("/api/v1/namespaces/none");
    }

    @Test
    void repeatsTheServersOwnWordsWhenItRefuses() throws Exception {
        LabException failure = catchThrowableOfType(LabException.class,
                () -> api("127.0.0.1").find("/api/v1/forbidden"));
        assertThat(failure.id()).isEqualTo("api-refused");
        assertThat(failure.what()).contains("get /api/v1/forbidden (403)");
        assertThat(failure.why()).contains("user cannot list secrets");
    }

    @Test
    void appliesOnTheServersSideAndTakesFieldsOver() throws Exception {
        REQUESTS.clear();
        api("127.0.0.1").apply("/api/v1/nodes", "kind: Node\n");
        assertThat(REQUESTS).containsExactly(
                "PATCH /api/v1/nodes?fieldManager=hybridlab&force=true application/apply-patch+yaml kind: Node\n");
    }

    @Test
    void isNotReadyAsLongAsReadyzSaysSoOrNobodyAnswers() throws Exception {
        assertThat(api("127.0.0.1").isReady()).isFalse();
        Path nobody = Files.writeString(folder.resolve("nobody.conf"), identity.kubeconfig("https://127.0.0.1:1"));
        assertThat(new HttpApiServer(KubeConfig.read(nobody)).isReady()).isFalse();
    }

    @Test
    void namesAKubeconfigThatCannotBeUsed() throws Exception {
        Path file = Files.writeString(folder.resolve("broken.conf"), "clusters: []\n");
        LabException failure = catchThrowableOfType(LabException.class, () -> KubeConfig.read(file));
        assertThat(failure.id()).isEqualTo("kubeconfig-unreadable");
        assertThat(failure.what()).contains(file.toString());
    }

    private static HttpApiServer api(String host) throws Exception {
        Path file = Files.writeString(folder.resolve(host + ".conf"),
                identity.kubeconfig("https://" + host + ":" + server.getAddress().getPort()));
        return new HttpApiServer(KubeConfig.read(file));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        REQUESTS.add(String.join(" ", exchange.getRequestMethod(), exchange.getRequestURI().toString(),
                exchange.getRequestHeaders().getFirst("Content-Type"),
                new String(exchange.getRequestBody().readAllBytes())));
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes());
        exchange.close();
    }

    private static final class NeedsClientCertificate extends HttpsConfigurator {
        NeedsClientCertificate(SSLContext context) {
            super(context);
        }

        @Override
        public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setNeedClientAuth(true);
            parameters.setSSLParameters(ssl);
        }
    }
}
