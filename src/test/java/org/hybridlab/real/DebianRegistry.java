package org.hybridlab.real;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;

/** Debian's {@code docker-registry} on this host, over plain HTTP; images come to it by docker. */
final class DebianRegistry implements AutoCloseable {
    static final String USER = "lab";
    static final String PASSWORD = "pw-of-the-closed-one";
    /** bcrypt, which is all that the registry takes. */
    private static final String HASH = "$2y$05$abcdefghijklmnopqrstuuTJVm6dsgV9hnouE4bl1.1TU6IXYDQeO";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path folder;
    private final int port;
    private final Process process;

    /** @param closed whether it asks for {@link #USER} and {@link #PASSWORD} */
    DebianRegistry(Path folder, boolean closed) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.port = freePort();
        String auth = closed ? "auth: {htpasswd: {realm: lab, path: %s}}".formatted(
                Files.writeString(folder.resolve("htpasswd"), USER + ":" + HASH + "\n")) : "";
        Path config = Files.writeString(folder.resolve("config.yml"), """
                version: 0.1
                storage: {filesystem: {rootdirectory: %s}}
                http: {addr: '0.0.0.0:%d'}
                %s
                """.formatted(folder.resolve("data"), port, auth));
        process = new ProcessBuilder("docker-registry", "serve", config.toString()).redirectErrorStream(true)
                .redirectOutput(log().toFile()).start();
        await("the registry listens").atMost(PATIENCE).until(this::listens);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** What it was asked, a line each. */
    Path log() {
        return folder.resolve("log");
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    /**
     * Builds an image of one program, which is also its entry point, and pushes it.
     *
     * @param image repository and tag
     * @return the digest of its manifest, as the registry says it
     */
    String publish(String image, Path program) throws IOException, InterruptedException {
        Path build = Files.createDirectories(folder.resolve("build"));
        Files.copy(program, build.resolve("program"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(build.resolve("Dockerfile"), """
                FROM scratch
                COPY program /program
                ENTRYPOINT ["/program"]
                """);
        // docker speaks plain HTTP to this address without being told.
        String here = "127.0.0.1:%d/%s".formatted(port, image);
        try {
            docker("build", "--quiet", "--tag", here, build.toString());
            docker("push", "--quiet", here);
        } finally {
            docker("image", "rm", here);
        }
        return digest(image);
    }

    private void docker(String... words) throws IOException {
        Path settings = Files.createDirectories(folder.resolve("docker"));
        Files.writeString(settings.resolve("config.json"), "{\"auths\": {\"127.0.0.1:%d\": {\"auth\": \"%s\"}}}"
                .formatted(port, authorization()));
        Result result = new LocalProcesses().run(Command.of("docker").with(words)
                .env("DOCKER_CONFIG", settings.toString()).env("DOCKER_BUILDKIT", "0"), new Cancellation());
        if (!result.ok()) {
            throw new AssertionError("docker %s: %s%s".formatted(String.join(" ", words), result.stdout(),
                    result.stderr()));
        }
    }

    static String authorization() {
        return Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    }

    private String digest(String image) throws IOException, InterruptedException {
        int colon = image.lastIndexOf(':');
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v2/%s/manifests/%s".formatted(port,
                        image.substring(0, colon), image.substring(colon + 1))))
                .header("Accept", "application/vnd.docker.distribution.manifest.v2+json")
                .header("Authorization", "Basic " + authorization()).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding()).headers()
                .firstValue("Docker-Content-Digest").orElseThrow();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
