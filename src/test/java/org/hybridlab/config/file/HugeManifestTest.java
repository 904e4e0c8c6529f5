package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HugeManifestTest {
    @TempDir
    private Path folder;

    @Test
    void hugeManifest_isTheLabsMistake() throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(folder.resolve("app.yaml").toFile(), "rw")) {
            sparse.setLength(3L << 30);
        }
        Path file = Files.writeString(folder.resolve("lab.yaml"), """
                name: huge
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [{name: app, manifests: [app.yaml]}]
                """);

        assertThat(LabFile.read(file, Cidr.parse("192.168.57.0/24")).problems())
                .anySatisfy(problem -> assertThat(problem.message()).contains("no file of at most 3 MiB"));
    }
}
