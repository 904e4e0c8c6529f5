package org.hybridlab.real;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.archive.TarWriter;

/**
 * A stand-in for what lies outside of a lab: an HTTP proxy that answers everything itself, and a registry mirror with
 * one image. Both listen on an address that machines reach, and note what they are asked.
 */
final class OutsideWorld implements AutoCloseable {
    static final String PROXY_ANSWER = "the proxy passed this on";
    private static final String OCI = "application/vnd.oci.image.";

    private final HttpServer proxy;
    private final HttpServer mirror;
    private final List<URI> proxied = new CopyOnWriteArrayList<>();
    private final List<URI> mirrored = new CopyOnWriteArrayList<>();
    private final Map<String, Document> registry = new ConcurrentHashMap<>();

    private record Document(String type, byte[] content) {
    }

    /** @param address of this host, for example the docker bridge's */
    OutsideWorld(String address) throws IOException {
        proxy = HttpServer.create(new InetSocketAddress(address, 0), 0);
        proxy.createContext("/", exchange -> {
            proxied.add(exchange.getRequestURI());
            answer(exchange, 200, "text/plain", PROXY_ANSWER.getBytes(StandardCharsets.UTF_8));
        });
        proxy.start();
        mirror = HttpServer.create(new InetSocketAddress(address, 0), 0);
        mirror.createContext("/v2/", this::mirror);
        mirror.start();
    }

    String proxy() {
        return url(proxy);
    }

    String mirror() {
        return url(mirror);
    }

    /** What machines asked the proxy for, with scheme and host. */
    List<URI> proxied() {
        return List.copyOf(proxied);
    }

    /** What containerd asked the mirror for; {@code ns} in the query is the registry that it stands for. */
    List<URI> mirrored() {
        return List.copyOf(mirrored);
    }

    /** Puts an image with this one program, which is also its entry point, into the mirror. */
    void publish(String repository, String tag, Path program) throws IOException {
        ByteArrayOutputStream layer = new ByteArrayOutputStream();
        try (TarWriter tar = new TarWriter(layer)) {
            tar.file("program", program, 0755);
        }
        String layerDigest = blob(repository, OCI + "layer.v1.tar", layer.toByteArray());
        byte[] config = """
                {"architecture": "amd64", "os": "linux", "config": {"Entrypoint": ["/program"]},
                 "rootfs": {"type": "layers", "diff_ids": ["%s"]}}""".formatted(layerDigest)
                .getBytes(StandardCharsets.UTF_8);
        String configDigest = blob(repository, OCI + "config.v1+json", config);
        byte[] manifest = """
                {"schemaVersion": 2, "mediaType": "%smanifest.v1+json",
                 "config": {"mediaType": "%sconfig.v1+json", "digest": "%s", "size": %d},
                 "layers": [{"mediaType": "%slayer.v1.tar", "digest": "%s", "size": %d}]}""".formatted(OCI, OCI,
                configDigest, config.length, OCI, layerDigest, layer.size()).getBytes(StandardCharsets.UTF_8);
        Document document = new Document(OCI + "manifest.v1+json", manifest);
        registry.put("/v2/%s/manifests/%s".formatted(repository, tag), document);
        registry.put("/v2/%s/manifests/%s".formatted(repository, digest(manifest)), document);
    }

    private String blob(String repository, String type, byte[] content) {
        registry.put("/v2/%s/blobs/%s".formatted(repository, digest(content)), new Document(type, content));
        return digest(content);
    }

    private static String digest(byte[] content) {
        return "sha256:" + Sha256.of(content);
    }

    private void mirror(HttpExchange exchange) throws IOException {
        mirrored.add(exchange.getRequestURI());
        Document document = registry.get(exchange.getRequestURI().getPath());
        if (document == null) {
            answer(exchange, 404, "text/plain", new byte[0]);
        } else {
            exchange.getResponseHeaders().add("Docker-Content-Digest", digest(document.content()));
            answer(exchange, 200, document.type(), document.content());
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", type);
            if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseHeaders().add("Content-Length", Integer.toString(content.length));
                exchange.sendResponseHeaders(status, -1);
            } else {
                exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
                exchange.getResponseBody().write(content);
            }
        }
    }

    private static String url(HttpServer server) {
        return "http://%s:%d".formatted(server.getAddress().getHostString(), server.getAddress().getPort());
    }

    @Override
    public void close() {
        proxy.stop(0);
        mirror.stop(0);
    }
}
