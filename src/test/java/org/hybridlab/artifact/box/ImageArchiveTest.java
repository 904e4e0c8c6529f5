package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.ImageSpec;
import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ImageArchiveTest {
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;
    private Path base;
    private Bundle bundle;

    @BeforeEach
    void twoImages() throws IOException {
        base = Files.write(folder.resolve("base.tar"), new byte[10_240]);
        Map<String, ImageSpec> images = new LinkedHashMap<>();
        images.put("etcd", image("etcd", false, List.of()));
        images.put("flannel", image("flannel", true, List.of("/opt/bin/flannel")));
        images.put("agnhost", image("agnhost", true, List.of("/opt/bin/agnhost")));
        Map<String, Path> files = new LinkedHashMap<>();
        for (String name : images.keySet()) {
            files.put(name, Files.writeString(folder.resolve(name), "program " + name));
        }
        bundle = new Bundle(KubernetesVersion.parse("1.36.3"), Os.LINUX, Arch.AMD64, Map.of(), files, Map.of(), images);
    }

    @Test
    void blobs_ofImages_areThereOnceBySum() throws IOException {
        Path unpacked = unpack(archive("a"));

        List<String> blobs = new ArrayList<>();
        try (Stream<Path> files = Files.list(unpacked.resolve("blobs/sha256"))) {
            for (Path blob : files.toList()) {
                assertThat(Sha256.of(blob)).isEqualTo(blob.getFileName().toString());
                blobs.add(blob.getFileName().toString());
            }
        }
        // Three programs and the base as layers, three configs, three manifests.
        assertThat(blobs).hasSize(10).contains(Sha256.of(base));
    }

    @Test
    void images_forContainerd_haveNameAndOrderedLayers() throws IOException {
        Path unpacked = unpack(archive("a"));

        JsonNode flannel = manifest(unpacked, "registry.example.org/flannel:v1");
        assertThat(flannel.at("/layers/0/digest").asString()).isEqualTo("sha256:" + Sha256.of(base));
        assertThat(flannel.at("/layers/0/size").asLong()).isEqualTo(10_240);
        assertThat(flannel.path("layers").size()).isEqualTo(2);
        JsonNode config = blob(unpacked, flannel.at("/config/digest").asString());
        assertThat(config.at("/rootfs/diff_ids/1").asString()).isEqualTo(flannel.at("/layers/1/digest").asString());
        assertThat(config.at("/config/Entrypoint/0").asString()).isEqualTo("/opt/bin/flannel");
        assertThat(config.path("architecture").asString()).isEqualTo("amd64");
        assertThat(manifest(unpacked, "registry.example.org/etcd:v1").path("layers").size()).isEqualTo(1);
    }

    @Test
    void dockerFindsTheSameImages() throws IOException {
        Path unpacked = unpack(archive("a"));

        JsonNode docker = JSON.readTree(Files.readString(unpacked.resolve("manifest.json")));
        assertThat(docker.at("/1/RepoTags/0").asString()).isEqualTo("registry.example.org/flannel:v1");
        for (JsonNode layer : docker.at("/1/Layers")) {
            assertThat(unpacked.resolve(layer.asString())).isRegularFile();
        }
        assertThat(unpacked.resolve(docker.at("/1/Config").asString())).isRegularFile();
    }

    @Test
    void theProgramStandsInItsLayerExecutable() throws IOException {
        Path unpacked = unpack(archive("a"));
        String layer = manifest(unpacked, "registry.example.org/etcd:v1").at("/layers/0/digest").asString();

        Path root = unpack(unpacked.resolve("blobs").resolve(layer.replace(':', '/')));

        assertThat(root.resolve("opt/bin/etcd")).hasContent("program etcd").isExecutable();
    }

    @Test
    void theSameBundleGivesTheSameBytes() throws IOException {
        assertThat(Sha256.of(archive("a"))).isEqualTo(Sha256.of(archive("b")));
    }

    private Path archive(String name) throws IOException {
        Path target = folder.resolve(name + ".tar");
        ImageArchive.write(bundle, base, target);
        return target;
    }

    private Path unpack(Path tar) throws IOException {
        Path target = Files.createTempDirectory(folder, "unpacked");
        Command command = Command.of("tar", "-C", target.toString(), "-xf", tar.toString());
        assertThat(new LocalProcesses().run(command, new Cancellation()).exitCode()).isZero();
        return target;
    }

    private static JsonNode manifest(Path unpacked, String reference) throws IOException {
        JsonNode index = JSON.readTree(Files.readString(unpacked.resolve("index.json")));
        for (JsonNode each : index.path("manifests")) {
            if (each.path("annotations").path("io.containerd.image.name").asString().equals(reference)) {
                return blob(unpacked, each.path("digest").asString());
            }
        }
        throw new AssertionError(reference + " is not in " + index);
    }

    private static JsonNode blob(Path unpacked, String digest) throws IOException {
        byte[] bytes = Files.readAllBytes(unpacked.resolve("blobs").resolve(digest.replace(':', '/')));
        return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
    }

    private static ImageSpec image(String name, boolean onBase, List<String> entrypoint) {
        return new ImageSpec(name, "registry.example.org/" + name + ":v1", onBase,
                Map.of("/opt/bin/" + name, name), entrypoint, List.of());
    }
}
