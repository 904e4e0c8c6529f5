package org.hybridlab.artifact.bundle;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.hybridlab.common.archive.TarWriter;

/** A local web server with the layout of the publishers' download sites, which can break off and can lie. */
final class Publisher implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile int breakOffAfter = Integer.MAX_VALUE;
    private volatile boolean ranges = true;

    Publisher() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
    }

    /** Everything that {@link Manifests} asks for. */
    static Publisher withEverything() throws IOException {
        Publisher publisher = new Publisher();
        for (String name : List.of("kubelet", "kubeadm")) {
            String path = "/release/v1.36.3/bin/linux/amd64/" + name;
            publisher.put(path, content(name));
            publisher.put(path + ".sha256", Sha256.of(content(name)).getBytes(StandardCharsets.UTF_8));
        }
        byte[] archive = tool();
        String folder = "/tool/releases/download/v2.60/";
        publisher.put(folder + "tool-2.60-linux-amd64.tar.gz", archive);
        publisher.put(folder + "SHA256SUMS", ("0".repeat(64) + "  tool-2.60-linux-arm64.tar.gz\n"
                + Sha256.of(archive) + "  tool-2.60-linux-amd64.tar.gz\n").getBytes(StandardCharsets.UTF_8));
        return publisher;
    }

    private static byte[] tool() throws IOException {
        return archive(Map.of("tool-2.60/README", content("readme"), "tool-2.60/tool", content("tool"),
                "tool-2.60/toolctl", content("toolctl")));
    }

    /** What the project knows of all that. */
    static Map<String, String> sums() {
        return unchecked(() -> Map.of("kubernetes/1.36.3-linux-amd64/kubelet", Sha256.of(content("kubelet")),
                "kubernetes/1.36.3-linux-amd64/kubeadm", Sha256.of(content("kubeadm")),
                "tool/2.60-linux-amd64/tool-2.60-linux-amd64.tar.gz", Sha256.of(tool())));
    }

    /** Half a megabyte that depends on the name. */
    static byte[] content(String name) {
        byte[] bytes = new byte[500_000];
        Arrays.fill(bytes, (byte) name.hashCode());
        return bytes;
    }

    void put(String path, byte[] content) {
        files.put(path, content);
    }

    /** Each answer ends after so many bytes, as when a connection breaks. */
    void breakOffAfter(int bytes) {
        breakOffAfter = bytes;
    }

    void refuseRanges() {
        ranges = false;
    }

    /** Method, path and range of every request. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String range = exchange.getRequestHeaders().getFirst("Range");
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()
                    + (range == null ? "" : " " + range));
            byte[] content = files.get(exchange.getRequestURI().getPath());
            if (content == null || exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(content == null ? 404 : 200, -1);
                return;
            }
            int from = range != null && ranges ? Integer.parseInt(range.replaceAll("\\D", "")) : 0;
            exchange.sendResponseHeaders(from > 0 ? 206 : 200, content.length - from);
            int length = Math.min(content.length - from, breakOffAfter);
            OutputStream out = exchange.getResponseBody();
            out.write(content, from, length);
            out.flush();
        }
    }

    private static byte[] archive(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarWriter tar = new TarWriter(new GZIPOutputStream(bytes))) {
            tar.folder("tool-2.60");
            for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
                tar.file(file.getKey(), file.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
