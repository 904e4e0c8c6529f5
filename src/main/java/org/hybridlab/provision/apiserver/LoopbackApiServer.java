package org.hybridlab.provision.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.HttpApiServer;
import org.hybridlab.cluster.kubeconfig.ClientTls;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Parallel;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.common.process.Wait;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;

/** The bundle's API server and etcd, on loopback, without any controller. Nothing of them outlives {@link #close}. */
public final class LoopbackApiServer implements AutoCloseable {
    private static final String ADDRESS = "127.0.0.1";
    static final String WHILE_READ = ResourceText.of(LoopbackApiServer.class, "while-read.sh");
    private static final Pattern CAUSE = Pattern.compile("\"level\":\"(fatal|panic)\"|^(panic|fatal|Error): ");
    private static final String NOT_STARTED = "api-server-not-started";
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int LAST_LINES = 15;

    private final Path folder;
    private final Processes processes;
    private final Cancellation end = new Cancellation();
    private final Parallel threads = new Parallel(2, end);
    private final List<CompletableFuture<Result>> programs = new ArrayList<>();
    private final CompletableFuture<String> stop = new CompletableFuture<>();
    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final String token = UUID.randomUUID().toString();
    private final int port;
    private volatile Cluster cluster;

    private LoopbackApiServer(Processes processes) throws IOException {
        this.processes = processes;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(ADDRESS))) {
            port = free.getLocalPort();
        }
        folder = Files.createTempDirectory("hybridlab-");
    }

    /**
     * Starts those of the lab's Kubernetes, and waits until they serve.
     *
     * @throws LabException {@code api-server-needs-linux}, {@code api-server-not-in-cache} or {@code
     * api-server-not-started} (exit 3), {@code interrupted}
     */
    public static LoopbackApiServer start(Lab lab, Bundles bundles, Processes processes, Cancellation cancellation) {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw LabException.hostNotReady("api-server-needs-linux", "This host cannot run an API server.",
                    "Use a Linux host, or leave out --server.");
        }
        return start(program("etcd", lab, bundles), program("kube-apiserver", lab, bundles),
                lab.network().services().toString(), START, processes, cancellation);
    }

    static LoopbackApiServer start(Path etcd, Path apiServer, String services, Duration within, Processes processes,
                                   Cancellation cancellation) {
        try {
            LoopbackApiServer server = new LoopbackApiServer(processes);
            try {
                server.start(etcd, apiServer, services);
                server.await(within, cancellation);
                return server;
            } catch (RuntimeException | IOException | GeneralSecurityException e) {
                server.close();
                throw e;
            }
        } catch (IOException | GeneralSecurityException e) {
            throw LabException.hostNotReady(NOT_STARTED, "An API server could not be started here.",
                    "Look at free space and permissions of the folder for temporary files.")
                    .because(e.toString()).causedBy(e);
        }
    }

    private static Path program(String name, Lab lab, Bundles bundles) {
        return bundles.program(name, lab.kubernetes(), Arch.ofThisHost()).orElseThrow(() -> LabException.hostNotReady(
                "api-server-not-in-cache", "%s of Kubernetes %s is not on this host.".formatted(name, lab.kubernetes()),
                "Get it: hybridlab bundle get --kubernetes " + lab.kubernetes()));
    }

    private void start(Path etcd, Path apiServer, String services) throws IOException, GeneralSecurityException {
        writeKey();
        Files.writeString(folder.resolve("tokens"), token + ",hybridlab,hybridlab,system:masters\n");
        // Sockets in a private folder: anybody on this host may connect to a port, and etcd would let them in.
        String socket = "unix://" + file("etcd.sock");
        run(etcd.toString(), "--data-dir", file("etcd"), "--listen-client-urls", socket,
                // Nobody asks for it, and etcd takes no socket here.
                "--advertise-client-urls", "http://" + ADDRESS + ":0",
                "--listen-peer-urls", "unix://" + file("peer.sock"), "--unsafe-no-fsync",
                "--heartbeat-interval", "20", "--election-timeout", "100");
        run("env", "GOGC=400", apiServer.toString(), "--etcd-servers", socket, "--bind-address", ADDRESS,
                "--advertise-address", ADDRESS, "--endpoint-reconciler-type", "none",
                "--secure-port", String.valueOf(port), "--cert-dir", file("certificates"),
                "--service-account-key-file", file("accounts.pub"),
                "--service-account-signing-key-file", file("accounts.key"),
                "--service-account-issuer", "https://" + ADDRESS, "--service-cluster-ip-range", services,
                "--token-auth-file", file("tokens"), "--authorization-mode", "RBAC", "--allow-privileged",
                // Without controllers, nobody makes accounts or counts what a quota limits.
                "--disable-admission-plugins", "ServiceAccount,ResourceQuota");
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    /** The shell ends the program and removes the folder also if this process is killed. */
    private void run(String... words) {
        Command command = Command.of("sh", "-c", WHILE_READ, "sh", folder.toString()).with(words);
        programs.add(threads.begin(() -> processes.run(command.timeout(LONGEST).inOwnSession().stdinLater(stop),
                said::add, end)));
    }

    private void writeKey() throws IOException, GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        write("accounts.key", "PRIVATE KEY", pair.getPrivate());
        write("accounts.pub", "PUBLIC KEY", pair.getPublic());
    }

    private void write(String name, String label, Key key) throws IOException {
        Files.writeString(folder.resolve(name), "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(label,
                Base64.getMimeEncoder().encodeToString(key.getEncoded())));
    }

    private void await(Duration within, Cancellation cancellation) {
        Wait.until("an API server answers on loopback", within).every(Duration.ofMillis(100))
                .orHostFails(NOT_STARTED, "Run the same command again on a host with less to do.")
                .that(this::answers, answers -> answers || hasEnded(), answers -> lastLines(), cancellation);
        if (hasEnded()) {
            throw LabException.hostNotReady(NOT_STARTED, "etcd or the API server ended at once.",
                    "Read what it said. It needs room and short paths in the folder for temporary files. `hybridlab "
                            + "bundle get --again` fetches its program again.")
                    .because(lastLines());
        }
    }

    private boolean hasEnded() {
        return programs.stream().anyMatch(CompletableFuture::isDone);
    }

    private String lastLines() {
        List<String> causes = said.stream().filter(CAUSE.asPredicate()).toList();
        List<String> lines = causes.isEmpty() ? List.copyOf(said) : causes;
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    private boolean answers() {
        // The API server writes its key after its certificate.
        if (cluster == null && Files.exists(folder.resolve("certificates/apiserver.key"))) {
            try {
                cluster = new Cluster(new HttpApiServer(URI.create("https://%s:%d".formatted(ADDRESS, port)),
                        ClientTls.trusting(Files.readString(folder.resolve("certificates/apiserver.crt"))), token));
            } catch (IOException | GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
        return cluster != null && cluster.api().isReady();
    }

    public Cluster cluster() {
        return cluster;
    }

    @Override
    public void close() {
        stop.complete("");
        programs.forEach(program -> program.handle((result, failure) -> result).join());
        threads.close();
        try {
            CacheFolder.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
