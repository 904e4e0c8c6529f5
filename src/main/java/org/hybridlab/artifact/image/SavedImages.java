package org.hybridlab.artifact.image;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.hybridlab.artifact.bundle.CacheFolder;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.archive.TarReader;
import org.hybridlab.common.archive.TarWriter;
import org.hybridlab.common.error.LabException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Images in the OCI image layout, as a folder or a tar archive, or in an archive of {@code docker save}. Each of its
 * files is kept as a file of a tar archive, named by its digest, as {@link OciImage} says.
 */
final class SavedImages {
    private static final int BLOCK = 512;
    private static final int BUFFER = 1 << 18;
    private static final long LONGEST_TEXT = 1 << 20;
    private static final String OCI = "application/vnd.oci.image.";
    private static final String GZIP = "1f8b";
    private static final String ZSTD = "28b52ffd";

    private final String title;
    private final Path stage;
    private final Map<String, Blob> files = new HashMap<>();
    private final Map<String, Blob> blobs = new HashMap<>();
    private final Map<Blob, String> digests = new HashMap<>();
    private int parts;

    private SavedImages(String title, Path stage) {
        this.title = title;
        this.stage = stage;
    }

    /** @param magic its first four bytes, in hexadecimal */
    private record Blob(Path part, long bytes, String magic) {
    }

    /**
     * Reads all of it.
     *
     * @param source a folder or a file
     * @param title as the user calls it
     * @param stage an empty folder for the parts
     * @throws LabException {@code image-archive-invalid} (exit 2), {@code cache-not-writable}
     */
    static SavedImages read(Path source, String title, Path stage) {
        SavedImages archive = new SavedImages(title, stage);
        try {
            if (Files.isDirectory(source)) {
                archive.readFolder(source);
            } else {
                archive.readTar(source);
            }
        } catch (EOFException e) {
            throw archive.invalid("ends in the middle of a file").causedBy(e);
        } catch (IOException e) {
            throw archive.invalid("cannot be read: " + e.getMessage()).causedBy(e);
        }
        return archive;
    }

    private void readFolder(Path source) throws IOException {
        List<Path> all;
        try (Stream<Path> inside = Files.walk(source, 3)) {
            all = inside.filter(Files::isRegularFile).toList();
        }
        for (Path file : all) {
            try (InputStream in = Files.newInputStream(file)) {
                add(source.relativize(file).toString().replace('\\', '/'), in);
            }
        }
    }

    private void readTar(Path source) throws IOException {
        try (InputStream file = new BufferedInputStream(Files.newInputStream(source), BUFFER)) {
            file.mark(2);
            boolean gzip = file.read() == 0x1f && file.read() == 0x8b;
            file.reset();
            TarReader tar = new TarReader(gzip ? new BufferedInputStream(new GZIPInputStream(file, BUFFER), BUFFER)
                    : file);
            for (Optional<TarReader.Entry> one = tar.next(); one.isPresent(); one = tar.next()) {
                add(one.get().name().replaceFirst("^\\./", ""), tar.content());
            }
        }
    }

    /** Room for its header stays in front, as its digest is known last. */
    private Blob add(String name, InputStream content) throws IOException {
        Path part = stage.resolve("part-" + parts++);
        MessageDigest sum = Sha256.digest();
        byte[] buffer = new byte[BUFFER];
        String magic = "";
        long bytes = 0;
        try (SeekableByteChannel out = open(part, StandardOpenOption.CREATE_NEW)) {
            write(out, new byte[BLOCK], BLOCK, part);
            for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
                magic = bytes == 0 && n >= 4 ? "%02x%02x%02x%02x".formatted(buffer[0], buffer[1], buffer[2], buffer[3])
                        : magic;
                if (bytes < LONGEST_TEXT) {
                    sum.update(buffer, 0, n);
                }
                write(out, buffer, n, part);
                bytes += n;
            }
            write(out, new byte[BLOCK], (int) ((BLOCK - bytes % BLOCK) % BLOCK), part);
        }
        Blob blob = new Blob(part, bytes, magic);
        files.put(name, blob);
        if (bytes < LONGEST_TEXT) {
            known(blob, "sha256:" + Sha256.hex(sum));
        } else if (name.startsWith(OciImage.BLOBS)) {
            // containerd compares it with the content, and far faster than Java does here.
            known(blob, "sha256:" + name.substring(OciImage.BLOBS.length()));
        }
        return blob;
    }

    /** Writes its header. */
    private Blob known(Blob blob, String digest) throws IOException {
        if (!digest.matches("sha256:[0-9a-f]{64}")) {
            throw invalid("has a file whose digest is '%s'".formatted(digest));
        }
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        new TarWriter(header).file(OciImage.BLOBS + digest.substring(7), blob.bytes(), nothing -> { });
        try (SeekableByteChannel out = open(blob.part(), StandardOpenOption.WRITE)) {
            write(out, header.toByteArray(), BLOCK, blob.part());
        }
        blobs.put(digest, blob);
        digests.put(blob, digest);
        return blob;
    }

    private static SeekableByteChannel open(Path part, StandardOpenOption how) {
        try {
            return Files.newByteChannel(part, how, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw CacheFolder.notWritable(part, e);
        }
    }

    private static void write(SeekableByteChannel out, byte[] bytes, int count, Path part) {
        try {
            ByteBuffer left = ByteBuffer.wrap(bytes, 0, count);
            while (left.hasRemaining()) {
                out.write(left);
            }
        } catch (IOException e) {
            throw CacheFolder.notWritable(part, e);
        }
    }

    /**
     * Its images for a machine, by their full names.
     *
     * @throws LabException {@code image-archive-invalid}, {@code image-without-name} or {@code image-platform-absent}
     * (exit 2)
     */
    Map<ImageName, OciImage> images(String arch) {
        Map<ImageName, OciImage> images = new LinkedHashMap<>();
        try {
            if (files.containsKey("index.json")) {
                for (JsonNode one : json(files.get("index.json")).path("manifests")) {
                    if (!isAttestation(one)) {
                        images.put(name(one), image(variant(one, arch, new TreeSet<>()), arch));
                    }
                }
            } else if (files.containsKey("manifest.json")) {
                for (JsonNode one : json(files.get("manifest.json"))) {
                    OciImage image = image(manifest(one), arch);
                    if (one.path("RepoTags").isEmpty()) {
                        throw withoutName();
                    }
                    one.path("RepoTags").forEach(tag -> images.put(ImageName.of(tag.asString())
                            .orElseThrow(this::withoutName), image));
                }
            }
        } catch (IOException | JacksonException e) {
            throw invalid("cannot be read: " + e.getMessage()).causedBy(e);
        }
        if (images.isEmpty()) {
            throw invalid("has no image in it");
        }
        return images;
    }

    /** What buildx adds to say how an image was built. */
    private static boolean isAttestation(JsonNode descriptor) {
        return descriptor.path("platform").path("os").asString("").equals("unknown");
    }

    private ImageName name(JsonNode descriptor) {
        JsonNode notes = descriptor.path("annotations");
        String name = notes.path("io.containerd.image.name").asString(
                notes.path("org.opencontainers.image.ref.name").asString(""));
        // Other tools write the tag alone.
        return Optional.of(name).filter(text -> text.contains("/") || text.contains(":")).flatMap(ImageName::of)
                .orElseThrow(this::withoutName);
    }

    /** The manifest for the architecture. An archive may lack other platforms of its index. */
    private Blob variant(JsonNode descriptor, String arch, TreeSet<String> others) throws IOException {
        Blob blob = blob(descriptor.path("digest").asString(""));
        JsonNode json = json(blob);
        if (!json.path("manifests").isArray()) {
            return blob;
        }
        for (JsonNode one : json.path("manifests")) {
            JsonNode platform = one.path("platform");
            if (platform.path("os").asString("").equals("linux")
                    && platform.path("architecture").asString("").equals(arch)) {
                return variant(one, arch, others);
            }
            if (!isAttestation(one)) {
                others.add(platform(platform));
            }
        }
        throw absent(arch, String.join(", ", others));
    }

    private static String platform(JsonNode of) {
        return of.path("os").asString("?") + "/" + of.path("architecture").asString("?");
    }

    /** The OCI manifest of an image of {@code docker save}, which has none. */
    private Blob manifest(JsonNode saved) throws IOException {
        Blob config = file(saved.path("Config").asString(""));
        ObjectNode manifest = JsonMapper.shared().createObjectNode().put("schemaVersion", 2)
                .put("mediaType", OCI + "manifest.v1+json");
        descriptor(manifest.putObject("config"), OCI + "config.v1+json", config);
        List<String> contents = contents(config);
        int number = 0;
        for (JsonNode one : saved.path("Layers")) {
            // A layer that is there already is a link to the other one.
            String content = number < contents.size() ? contents.get(number) : "";
            Blob layer = files.containsKey(one.asString()) || !blobs.containsKey(content) ? file(one.asString())
                    : blobs.get(content);
            if (!digests.containsKey(layer)) {
                known(layer, compression(layer).isEmpty() && !content.isEmpty() ? content : sum(layer));
            }
            descriptor(manifest.withArray("layers").addObject(), OCI + "layer.v1.tar" + compression(layer), layer);
            number++;
        }
        if (number == 0) {
            manifest.putArray("layers");
        }
        return add("", new ByteArrayInputStream(manifest.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static String compression(Blob layer) {
        return layer.magic().startsWith(GZIP) ? "+gzip" : layer.magic().equals(ZSTD) ? "+zstd" : "";
    }

    private static String sum(Blob blob) throws IOException {
        MessageDigest sum = Sha256.digest();
        try (InputStream in = Files.newInputStream(blob.part())) {
            in.skipNBytes(BLOCK);
            byte[] buffer = new byte[BUFFER];
            for (long left = blob.bytes(); left > 0;) {
                int n = in.read(buffer, 0, (int) Math.min(left, BUFFER));
                sum.update(buffer, 0, n);
                left -= n;
            }
        }
        return "sha256:" + Sha256.hex(sum);
    }

    private void descriptor(ObjectNode to, String mediaType, Blob blob) {
        to.put("mediaType", mediaType).put("digest", digests.get(blob)).put("size", blob.bytes());
    }

    private OciImage image(Blob manifest, String arch) throws IOException {
        JsonNode json = json(manifest);
        Blob config = blob(json.path("config").path("digest").asString(""));
        JsonNode platform = json(config);
        if (!platform(platform).equals("linux/" + arch)) {
            throw absent(arch, platform(platform));
        }
        List<String> contents = contents(config);
        List<OciImage.Layer> layers = new ArrayList<>();
        String chain = "";
        long bytes = manifest.bytes() + config.bytes();
        for (JsonNode one : json.path("layers")) {
            Blob layer = blob(one.path("digest").asString(""));
            if (layers.size() == contents.size()) {
                throw invalid("has an image whose configuration lacks layers");
            }
            String content = contents.get(layers.size());
            chain = chain.isEmpty() ? content : "sha256:" + Sha256.of(chain + " " + content);
            layers.add(new OciImage.Layer(digests.get(layer), chain));
            bytes += layer.bytes();
        }
        return new OciImage(digests.get(manifest), json.path("mediaType").asString(OCI + "manifest.v1+json"),
                manifest.bytes(), digests.get(config), layers, arch, bytes);
    }

    private List<String> contents(Blob config) throws IOException {
        return json(config).path("rootfs").path("diff_ids").valueStream().map(JsonNode::asString).toList();
    }

    private Blob file(String name) {
        return Optional.ofNullable(files.get(name)).orElseThrow(() -> invalid("lacks its file '%s'".formatted(name)));
    }

    private Blob blob(String digest) {
        return Optional.ofNullable(blobs.get(digest)).orElseThrow(() -> invalid("lacks a blob, or it is damaged: "
                + digest));
    }

    private JsonNode json(Blob blob) throws IOException {
        if (blob.bytes() >= LONGEST_TEXT) {
            throw new IOException("a text of %d bytes is in it".formatted(blob.bytes()));
        }
        try (InputStream in = Files.newInputStream(blob.part())) {
            in.skipNBytes(BLOCK);
            return JsonMapper.shared().readTree(in.readNBytes((int) blob.bytes()));
        }
    }

    /** Two images of an archive may share blobs. @param folder empty */
    void give(OciImage image, Path folder) throws IOException {
        for (String digest : image.blobs(List.of()).toList()) {
            Path to = OciImage.file(folder, digest);
            try {
                Files.createLink(to, blob(digest).part());
            } catch (IOException | UnsupportedOperationException e) {
                Files.copy(blob(digest).part(), to);
            }
        }
    }

    private LabException invalid(String why) {
        return LabException.invalid("image-archive-invalid", "%s %s.".formatted(title, why),
                "Write it again, for example by `docker save --output app.tar app:1`. It must be an OCI image layout, "
                        + "or an archive of `docker save`.");
    }

    private LabException withoutName() {
        return HostImages.withoutName(title);
    }

    private LabException absent(String arch, String others) {
        return LabException.invalid("image-platform-absent", "%s has no image for linux/%s. It is for %s."
                .formatted(title, arch, others), "Build or pull it for the machines: `docker build --platform linux/"
                + "%s` or `docker pull --platform linux/%s`.".formatted(arch, arch));
    }
}
