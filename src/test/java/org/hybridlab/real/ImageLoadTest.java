package org.hybridlab.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An image that only this host's docker has, in a lab on docker. */
@Tag("real")
@Tag("docker")
class ImageLoadTest {
    private static final String IMAGE = "hybridlab-image-load-test:1";
    private static final String FULL = "docker.io/library/" + IMAGE;

    @AutoClose
    private final RealLab lab = RealLab.copyOf("first-cluster", "image-load");

    @AfterEach
    void noImage() {
        lab.run(Command.of("docker", "image", "rm", "--force", IMAGE));
    }

    @Test
    void loadedImage_runs_andComesBack() throws IOException {
        Files.writeString(lab.folder().resolve("lab.yaml"), "name: image-load\nuntaint: true\nmachines:\n"
                + "  - {name: control, role: control-plane, memory: 3000MiB}\n");
        lab.must("up", "--provider", "docker", "--no-checks");
        build();

        lab.must("image load", IMAGE);

        assertThat(places("machines")).containsExactly("control");
        lab.must("kubectl", "run", "own", "--image", IMAGE, "--image-pull-policy", "Never");
        lab.must("kubectl", "wait", "--for", "condition=Ready", "pod/own", "--timeout", "60s");
        lab.must("kubectl", "delete", "pod", "own", "--now");

        lab.must("exec", "--sudo", "--", "ctr", "-n", "k8s.io", "images", "rm", "--sync", FULL);
        assertThat(places("lacking")).containsExactly("control");
        lab.must("up", "--provider", "docker", "--no-checks");
        assertThat(places("machines")).containsExactly("control");

        lab.must("image remove", IMAGE);
        assertThat(lab.json("image list").path("images")).isEmpty();
        assertThat(lab.must("exec", "--sudo", "--", "ctr", "-n", "k8s.io", "images", "ls", "-q").stdout())
                .doesNotContain(FULL);
        imageOfApp_isTakenFromThisHost();
    }

    /** No registry is asked. */
    private void imageOfApp_isTakenFromThisHost() throws IOException {
        Files.writeString(lab.folder().resolve("own.yaml"), "apiVersion: v1\nkind: Pod\nmetadata: {name: own}\n"
                + "spec:\n  containers: [{name: own, image: \"%s\"}]\n".formatted(IMAGE));
        Files.writeString(lab.folder().resolve("lab.yaml"), "apps: [{name: own, manifests: [own.yaml]}]\n",
                StandardOpenOption.APPEND);

        Result failed = lab.call("up", "--yes", "--provider", "docker", "--no-checks");
        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.stderr()).contains(
                "Machines pull these images, which this host has: %s. ".formatted(IMAGE),
                "hybridlab image load %s %s".formatted(lab.folder(), IMAGE));

        lab.must("up", "--yes", "--load", "--provider", "docker", "--no-checks");
        assertThat(places("machines")).containsExactly("control");
    }

    /** Of the pause program in a machine: nothing is pulled. */
    private void build() throws IOException {
        Path context = Files.createDirectories(lab.folder().resolve("own"));
        lab.must("exec", "--sudo", "--", "for p in /proc/[0-9]*; do "
                + "if [ \"$(cat $p/comm)\" = pause ]; then cat $p/exe > /tmp/pause; break; fi; done; "
                + "chmod 0755 /tmp/pause");
        lab.must("cp", "control:/tmp/pause", context.toString());
        Files.writeString(context.resolve("Dockerfile"), "FROM scratch\nCOPY pause /pause\n"
                + "ENTRYPOINT [\"/pause\"]\n");
        assertThat(lab.run(Command.of("docker", "build", "--tag", IMAGE, context.toString())
                .timeout(Duration.ofMinutes(2))).ok()).isTrue();
    }

    private List<String> places(String key) {
        JsonNode images = lab.json("image list").path("images");
        return StreamSupport.stream(images.path(0).path(key).spliterator(), false).map(JsonNode::asString).toList();
    }
}
