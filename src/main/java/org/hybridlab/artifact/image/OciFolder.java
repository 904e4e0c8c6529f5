package org.hybridlab.artifact.image;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.hybridlab.common.archive.TarWriter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An image in the OCI image layout, as crane writes it. */
record OciFolder(Path folder) {
    private static final String BLOBS = "blobs/sha256";

    String digest() throws IOException {
        return manifest().path("digest").asString();
    }

    /** The image's {@code os}, {@code os.version}, {@code architecture} and more. */
    JsonNode config() throws IOException {
        return blob(blob(manifest().path("digest").asString()).path("config").path("digest").asString());
    }

    /**
     * One archive for {@code ctr images import}, which takes the name from the index (core/images/archive,
     * AnnotationImageName). Deterministic. The index has no platform, so containerd reads that of the image.
     */
    void pack(ImageName name, Path archive) throws IOException {
        String index = index(name);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive), 1 << 20);
                TarWriter tar = new TarWriter(out); Stream<Path> blobs = Files.list(folder.resolve(BLOBS))) {
            tar.file("oci-layout", "{\"imageLayoutVersion\": \"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
            tar.file("index.json", index.getBytes(StandardCharsets.UTF_8));
            for (Path blob : blobs.sorted().toList()) {
                tar.file(BLOBS + "/" + blob.getFileName(), blob, 0644);
            }
        }
    }

    private String index(ImageName name) throws IOException {
        ObjectNode index = JsonMapper.shared().createObjectNode().put("schemaVersion", 2);
        ObjectNode manifest = index.putArray("manifests").addObject();
        JsonNode fetched = manifest();
        Stream.of("mediaType", "digest", "size").forEach(key -> manifest.set(key, fetched.path(key)));
        manifest.putObject("annotations").put("io.containerd.image.name", name.toString())
                .put("org.opencontainers.image.ref.name", name.tag());
        return index.toString();
    }

    private JsonNode manifest() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("index.json"))).path("manifests").path(0);
    }

    private JsonNode blob(String digest) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve(BLOBS).resolve(digest.substring(7))));
    }
}
