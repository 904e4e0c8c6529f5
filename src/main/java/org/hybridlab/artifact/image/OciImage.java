package org.hybridlab.artifact.image;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.archive.TarWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An image for one platform. In the cache, each of its blobs is one file of a tar archive, with its header.
 *
 * @param manifest digest, of which the image is known
 * @param config digest
 */
public record OciImage(String manifest, String mediaType, long manifestBytes, String config, List<Layer> layers,
                       String arch, long bytes) {
    static final String BLOBS = "blobs/sha256/";

    public OciImage {
        layers = List.copyOf(layers);
    }

    /** @param chain id of the snapshot that containerd unpacks it into */
    public record Layer(String digest, String chain) {
    }

    /** Chain id of the top layer; empty without layers. */
    public String snapshot() {
        return layers.isEmpty() ? "" : layers.get(layers.size() - 1).chain();
    }

    /** Digests of all blobs but the layers of these snapshots. */
    Stream<String> blobs(Collection<String> snapshots) {
        return Stream.concat(Stream.of(manifest, config), layers.stream()
                .filter(layer -> !snapshots.contains(layer.chain())).map(Layer::digest)).distinct();
    }

    /** In the cache. @param folder of the image */
    static Path file(Path folder, String digest) {
        return folder.resolve(digest.replace("sha256:", ""));
    }

    /** The beginning of an archive for {@code ctr images import}, before its blobs. It names one manifest only. */
    public String begin(String name) {
        ObjectNode index = JsonMapper.shared().createObjectNode().put("schemaVersion", 2);
        index.putArray("manifests").addObject().put("mediaType", mediaType).put("digest", manifest)
                .put("size", manifestBytes).putObject("annotations").put("io.containerd.image.name", name);
        ByteArrayOutputStream begin = new ByteArrayOutputStream();
        try {
            TarWriter tar = new TarWriter(begin);
            tar.file("oci-layout", "{\"imageLayoutVersion\": \"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
            tar.file("index.json", index.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return begin.toString(StandardCharsets.UTF_8);
    }
}
