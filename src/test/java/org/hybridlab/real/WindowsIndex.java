package org.hybridlab.real;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.archive.TarWriter;

/**
 * An image of several builds of Windows in a {@link DebianRegistry}: index, manifests and configs as Microsoft's have
 * them; the layer is made here, with noise in it.
 */
final class WindowsIndex {
    private static final String INDEX = "application/vnd.docker.distribution.manifest.list.v2+json";
    private static final String MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
    private static final String CONFIG = "application/vnd.docker.container.image.v1+json";
    private static final String LAYER = "application/vnd.docker.image.rootfs.diff.tar.gzip";

    private final HttpClient client = HttpClient.newHttpClient();
    private final DebianRegistry registry;
    private final String repository;

    private WindowsIndex(DebianRegistry registry, String repository) {
        this.registry = registry;
        this.repository = repository;
    }

    /**
     * @param image repository and tag
     * @param megabytes of noise in each layer
     * @param osVersions one image for each; an empty one: for every build
     */
    static void push(DebianRegistry registry, String image, int megabytes, String... osVersions)
            throws IOException, InterruptedException {
        int colon = image.lastIndexOf(':');
        new WindowsIndex(registry, image.substring(0, colon)).push(image.substring(colon + 1), megabytes, osVersions);
    }

    private void push(String tag, int megabytes, String... osVersions) throws IOException, InterruptedException {
        List<String> manifests = new ArrayList<>();
        for (String version : osVersions) {
            String os = version.isEmpty() ? "" : ", \"os.version\": \"%s\"".formatted(version);
            ByteArrayOutputStream plain = new ByteArrayOutputStream();
            layer(plain, megabytes, version.hashCode());
            String config = blob("""
                    {"os": "windows", "architecture": "amd64"%s, "config": {"Cmd": \
                    ["c:\\\\windows\\\\system32\\\\cmd.exe"]},
                     "rootfs": {"type": "layers", "diff_ids": ["sha256:%s"]}}""".formatted(os,
                    Sha256.of(plain.toByteArray())).getBytes());
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = new GZIPOutputStream(packed)) {
                plain.writeTo(out);
            }
            byte[] manifest = """
                    {"schemaVersion": 2, "mediaType": "%s", "config": {"mediaType": "%s", %s},
                     "layers": [{"mediaType": "%s", %s}]}""".formatted(MANIFEST, CONFIG, config, LAYER,
                    blob(packed.toByteArray())).getBytes();
            put("manifests/sha256:" + Sha256.of(manifest), MANIFEST, manifest);
            manifests.add(("{\"mediaType\": \"%s\", %s, \"platform\": {\"os\": \"windows\", \"architecture\": "
                    + "\"amd64\"%s}}").formatted(MANIFEST, descriptor(manifest), os));
        }
        put("manifests/" + tag, INDEX, "{\"schemaVersion\": 2, \"mediaType\": \"%s\", \"manifests\": [%s]}"
                .formatted(INDEX, String.join(", ", manifests)).getBytes());
    }

    private static void layer(OutputStream out, int megabytes, long seed) throws IOException {
        byte[] noise = new byte[megabytes << 20];
        new Random(seed).nextBytes(noise);
        TarWriter tar = new TarWriter(out);
        tar.folder("Files");
        tar.file("Files/noise", noise);
        tar.folder("Hives");
        tar.finish();
    }

    /** @return its digest and size, as descriptors have them */
    private String blob(byte[] content) throws IOException, InterruptedException {
        HttpResponse<Void> begun = send(request("blobs/uploads/").POST(BodyPublishers.noBody()));
        String place = begun.headers().firstValue("Location").orElseThrow();
        URI upload = URI.create(place + (place.contains("?") ? "&" : "?") + "digest=sha256:" + Sha256.of(content));
        send(request("").uri(upload).PUT(BodyPublishers.ofByteArray(content)));
        return descriptor(content);
    }

    private static String descriptor(byte[] content) {
        return "\"digest\": \"sha256:%s\", \"size\": %d".formatted(Sha256.of(content), content.length);
    }

    private void put(String path, String type, byte[] content) throws IOException, InterruptedException {
        send(request(path).header("Content-Type", type).PUT(BodyPublishers.ofByteArray(content)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v2/%s/%s"
                .formatted(registry.port(), repository, path)))
                .header("Authorization", "Basic " + DebianRegistry.authorization());
    }

    private HttpResponse<Void> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<Void> response = client.send(request.build(), HttpResponse.BodyHandlers.discarding());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(response + " of " + response.request().method());
        }
        return response;
    }
}
