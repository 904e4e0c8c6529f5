package org.hybridlab.artifact.box;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.ImageSpec;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.archive.TarWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bundle's images as one archive with each layer once: an OCI image layout with the {@code manifest.json} of {@code
 * docker save}, readable by containerd and every docker. Deterministic. Own code, since jib-core needs 30 jars and
 * seconds to start.
 */
final class ImageArchive {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String EPOCH = "1970-01-01T00:00:00Z";
    private static final String PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin";

    private final Bundle bundle;
    private final ImageLayer base;
    private final Map<String, ImageLayer> layers = new LinkedHashMap<>();
    private final Map<String, byte[]> documents = new LinkedHashMap<>();
    private final List<Object> index = new ArrayList<>();
    private final List<Object> dockerManifest = new ArrayList<>();

    private ImageArchive(Bundle bundle, Path base) throws IOException {
        this.bundle = bundle;
        this.base = ImageLayer.ofTar(base);
    }

    /** @param base layer of images with more than one program */
    static void write(Bundle bundle, Path base, Path target) throws IOException {
        ImageArchive archive = new ImageArchive(bundle, base);
        for (ImageSpec image : bundle.images().values()) {
            archive.add(image);
        }
        archive.write(target);
    }

    private void add(ImageSpec image) throws IOException {
        List<ImageLayer> own = new ArrayList<>();
        if (image.onBase()) {
            own.add(base);
        }
        for (Map.Entry<String, String> file : image.files().entrySet()) {
            own.add(ImageLayer.ofProgram(bundle.file(file.getValue()), file.getKey()));
        }
        own.forEach(layer -> layers.put(layer.digest(), layer));
        Map<String, Object> config = describe("config", document(config(image, own)));
        Map<String, Object> manifest = describe("manifest", document(ordered("schemaVersion", 2,
                "mediaType", mediaType("manifest"), "config", config,
                "layers", own.stream().map(ImageArchive::describe).toList())));
        manifest.put("annotations", ordered("io.containerd.image.name", image.reference(),
                "org.opencontainers.image.ref.name", image.tag()));
        index.add(manifest);
        dockerManifest.add(ordered("Config", blob(config.get("digest").toString()),
                "RepoTags", List.of(image.reference()),
                "Layers", own.stream().map(layer -> "blobs/sha256/" + layer.digest()).toList()));
    }

    private Map<String, Object> config(ImageSpec image, List<ImageLayer> own) {
        Map<String, Object> run = ordered("Env", List.of(PATH));
        if (!image.entrypoint().isEmpty()) {
            run.put("Entrypoint", image.entrypoint());
        }
        if (!image.command().isEmpty()) {
            run.put("Cmd", image.command());
        }
        return ordered("architecture", bundle.arch().id(), "os", bundle.os().id(), "created", EPOCH,
                "config", run, "rootfs", ordered("type", "layers",
                        "diff_ids", own.stream().map(layer -> "sha256:" + layer.digest()).toList()));
    }

    private void write(Path target) throws IOException {
        try (TarWriter tar = new TarWriter(new BufferedOutputStream(Files.newOutputStream(target), 1 << 16))) {
            tar.file("oci-layout", json(ordered("imageLayoutVersion", "1.0.0")));
            tar.file("index.json", json(ordered("schemaVersion", 2, "manifests", index)));
            tar.file("manifest.json", json(dockerManifest));
            for (Map.Entry<String, byte[]> document : documents.entrySet()) {
                tar.file("blobs/sha256/" + document.getKey(), document.getValue());
            }
            for (ImageLayer layer : layers.values()) {
                tar.file("blobs/sha256/" + layer.digest(), layer.size(), layer.content());
            }
        }
    }

    private Map.Entry<String, Integer> document(Object value) {
        byte[] bytes = json(value);
        String digest = Sha256.of(bytes);
        documents.put(digest, bytes);
        return Map.entry(digest, bytes.length);
    }

    private static Map<String, Object> describe(String kind, Map.Entry<String, Integer> document) {
        return ordered("mediaType", mediaType(kind), "digest", "sha256:" + document.getKey(),
                "size", document.getValue());
    }

    private static Map<String, Object> describe(ImageLayer layer) {
        return ordered("mediaType", "application/vnd.oci.image.layer.v1.tar", "digest", "sha256:" + layer.digest(),
                "size", layer.size());
    }

    private static String mediaType(String kind) {
        return "application/vnd.oci.image." + kind + ".v1+json";
    }

    private static String blob(String digest) {
        return "blobs/" + digest.replace(':', '/');
    }

    private static byte[] json(Object value) {
        return JSON.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> ordered(Object... keysAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i].toString(), keysAndValues[i + 1]);
        }
        return map;
    }

    /**
     * An image layer: an uncompressed tar archive.
     *
     * @param content always writes the same bytes
     * @param digest SHA-256, 64 hexadecimal digits
     */
    record ImageLayer(TarWriter.Content content, String digest, long size) {

        static ImageLayer ofTar(Path tar) throws IOException {
            return of(out -> Files.copy(tar, out));
        }

        static ImageLayer ofProgram(Path file, String path) throws IOException {
            return of(out -> {
                TarWriter tar = new TarWriter(out);
                String name = path.substring(1);
                for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
                    tar.folder(name.substring(0, slash));
                }
                tar.file(name, file, 0755);
                tar.finish();
            });
        }

        private static ImageLayer of(TarWriter.Content content) throws IOException {
            MessageDigest digest = sha256();
            Counter counter = new Counter();
            try (OutputStream out = new BufferedOutputStream(new DigestOutputStream(counter, digest), 1 << 16)) {
                content.writeTo(out);
            }
            return new ImageLayer(content, HexFormat.of().formatHex(digest.digest()), counter.count);
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        private static final class Counter extends OutputStream {
            private long count;

            @Override
            public void write(int b) {
                count++;
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                count += length;
            }
        }
    }
}
