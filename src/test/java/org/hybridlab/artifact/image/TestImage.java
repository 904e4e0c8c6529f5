package org.hybridlab.artifact.image;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.archive.TarReader;
import org.hybridlab.common.archive.TarWriter;

/** An image made by hand, as docker and buildx write images. Its layers are no archives of files. */
public record TestImage(String arch, List<String> layers) {
    /** Files of a docker 20.10 archive. A layer that is there twice is a link, which has no content. */
    public Map<String, String> dockerSave(String... names) {
        Map<String, String> files = new LinkedHashMap<>();
        List<String> paths = new ArrayList<>();
        for (String layer : layers) {
            String path = "layer%d/layer.tar".formatted(paths.size());
            if (!files.containsValue(layer)) {
                files.put(path, layer);
            }
            paths.add(path);
        }
        files.put("config.json", config());
        files.put("manifest.json", "[{\"Config\": \"config.json\", \"RepoTags\": [%s], \"Layers\": [%s]}]".formatted(
                quoted(List.of(names)), quoted(paths)));
        return files;
    }

    /** Blobs of an OCI layout, with the manifest last. */
    public Map<String, String> blobs() {
        Map<String, String> files = new LinkedHashMap<>();
        layers.forEach(layer -> files.put(blob(layer), layer));
        files.put(blob(config()), config());
        files.put(blob(manifest()), manifest());
        return files;
    }

    public String manifest() {
        return "{\"schemaVersion\": 2, \"config\": %s, \"layers\": [%s]}".formatted(descriptor(config(), ""),
                layers.stream().map(layer -> descriptor(layer, "")).collect(Collectors.joining(", ")));
    }

    public String config() {
        return "{\"os\": \"linux\", \"architecture\": \"%s\", \"rootfs\": {\"diff_ids\": [%s]}}".formatted(arch,
                quoted(layers.stream().map(TestImage::digest).toList()));
    }

    /** @param more keys, such as a platform */
    public static String descriptor(String content, String more) {
        return "{\"mediaType\": \"application/vnd.oci.image.manifest.v1+json\", \"digest\": \"%s\", \"size\": %d%s}"
                .formatted(digest(content), content.length(), more);
    }

    public static String platform(String os, String arch) {
        return ", \"platform\": {\"os\": \"%s\", \"architecture\": \"%s\"}".formatted(os, arch);
    }

    public static String named(String name) {
        return ", \"annotations\": {\"io.containerd.image.name\": \"%s\"}".formatted(name);
    }

    public static String index(String... descriptors) {
        return "{\"schemaVersion\": 2, \"manifests\": [%s]}".formatted(String.join(", ", descriptors));
    }

    public static String blob(String content) {
        return OciImage.BLOBS + digest(content).substring(7);
    }

    public static String digest(String content) {
        return "sha256:" + Sha256.of(content);
    }

    private static String quoted(List<String> words) {
        return words.stream().map("\"%s\""::formatted).collect(Collectors.joining(", "));
    }

    public static Path write(Map<String, String> files, Path archive) {
        return unchecked(() -> {
            try (OutputStream out = Files.newOutputStream(archive); TarWriter tar = new TarWriter(out)) {
                for (Map.Entry<String, String> one : files.entrySet()) {
                    tar.file(one.getKey(), one.getValue().getBytes(StandardCharsets.UTF_8));
                }
            }
            return archive;
        });
    }

    /** What the machine gets. @param begin text, then these files */
    public static Map<String, String> read(String begin, List<Path> files) {
        return unchecked(() -> {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.write(begin.getBytes(StandardCharsets.UTF_8));
            for (Path file : files) {
                all.write(Files.readAllBytes(file));
            }
            Map<String, String> read = new LinkedHashMap<>();
            TarReader tar = new TarReader(new ByteArrayInputStream(all.toByteArray()));
            for (Optional<TarReader.Entry> one = tar.next(); one.isPresent(); one = tar.next()) {
                read.put(one.get().name(), new String(tar.content().readAllBytes(), StandardCharsets.UTF_8));
            }
            return read;
        });
    }
}
