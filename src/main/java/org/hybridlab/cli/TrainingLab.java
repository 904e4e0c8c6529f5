package org.hybridlab.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.hybridlab.cli.support.Session;
import org.hybridlab.cli.support.UserInput;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.OwnWorkspaces;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provider.api.LabId;

/**
 * A lab that looks up to {@code status}: this process is its API server. TLS and JSON are half of what {@code status}
 * and {@code up} load.
 */
final class TrainingLab implements AutoCloseable {
    private static final char[] PASSWORD = "training".toCharArray();
    private static final String LAB_FILE = """
            name: training
            provider: docker
            machines:
              - {name: control, role: control-plane}
              - {name: node}
            """;

    private final Path folder;
    private final HttpsServer server;
    private final AtomicInteger requests;

    private TrainingLab(Path folder, HttpsServer server, AtomicInteger requests) {
        this.folder = folder;
        this.server = server;
        this.requests = requests;
    }

    static TrainingLab open(Processes processes) throws IOException, GeneralSecurityException {
        Path folder = Files.createTempDirectory("hybridlab-training");
        Path labFile = Files.writeString(folder.resolve("lab.yaml"), LAB_FILE);
        KeyStore identity = identity(processes, folder.resolve("identity.p12"));
        AtomicInteger requests = new AtomicInteger();
        HttpsServer server = serve(identity, requests);
        Workspace workspace = Workspace.of(labFile);
        // status asks only labs that this user made on this host.
        new OwnWorkspaces(folders(folder)).bind(workspace.folder());
        new KnownLabs(folders(folder)).remember(new KnownLab("training", workspace.folder().toString(),
                ProviderName.of("docker"), "192.168.56.0/24", false, NetworkMode.DEFAULT, Map.of(),
                KnownLab.Origin.of(LabId.of("training", workspace.folder()).toString(), labFile, Optional.empty()),
                Optional.empty(), Map.of()));
        workspace.create();
        String certificate = pem("CERTIFICATE", identity.getCertificate("it").getEncoded());
        workspace.write("kubernetes/ca.crt", certificate);
        workspace.write(workspace.kubeconfig().getFileName().toString(), kubeconfig(server.getAddress().getPort(),
                base64(certificate), base64(pem("PRIVATE KEY", identity.getKey("it", PASSWORD).getEncoded()))),
                Workspace.Kind.SECRET);
        return new TrainingLab(folder, server, requests);
    }

    String word() {
        return folder.toString();
    }

    /**
     * Has its own cache and state. Finds no program: a running docker would report missing machines, and the API server
     * would not be asked.
     */
    Session session(Session usual) {
        return new Session(usual.options(), usual.out(), usual.err(), usual.environment(), usual.directory(),
                usual.userHome(), folders(folder), (command, lines, cancellation) -> {
                    throw LabException.hostNotReady("program-missing", "There are no programs here.", "");
                }, usual.foreground(), usual.cancellation(), UserInput.ofNobody(), false, false);
    }

    int requests() {
        return requests.get();
    }

    private static UserFolders folders(Path folder) {
        return new UserFolders(folder.resolve("cache"), folder.resolve("state"));
    }

    Workspace workspace() {
        return Workspace.of(folder.resolve("lab.yaml"));
    }

    private static KeyStore identity(Processes processes, Path file) throws IOException, GeneralSecurityException {
        processes.run(Command.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-alias", "it", "-keyalg", "RSA", "-keysize", "2048", "-dname", "CN=training", "-ext",
                "san=ip:127.0.0.1", "-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-keystore",
                file.toString()), new Cancellation());
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private static HttpsServer serve(KeyStore identity, AtomicInteger requests)
            throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(identity, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        byte[] noNodes = "{\"kind\": \"NodeList\", \"items\": []}".getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            exchange.sendResponseHeaders(200, noNodes.length);
            exchange.getResponseBody().write(noNodes);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String kubeconfig(int port, String certificate, String key) {
        return """
                current-context: it
                contexts: [{name: it, context: {cluster: it, user: it}}]
                clusters: [{name: it, cluster: {server: "https://127.0.0.1:%1$d", certificate-authority-data: %2$s}}]
                users: [{name: it, user: {client-certificate-data: %2$s, client-key-data: %3$s}}]
                """.formatted(port, certificate, key);
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(label,
                Base64.getMimeEncoder().encodeToString(der));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
