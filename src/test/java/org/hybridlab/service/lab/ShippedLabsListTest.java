package org.hybridlab.service.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class ShippedLabsListTest {
    private static final Path LABS = Path.of("labs");

    @Test
    void list_hasEveryLabThatComesWithHybridlab() throws IOException {
        try (Stream<Path> files = Files.walk(LABS)) {
            // A workspace may hold a copy of its lab's file.
            List<String> folders = files.filter(file -> file.endsWith("lab.yaml"))
                    .map(file -> LABS.relativize(file.getParent()).toString())
                    .filter(one -> !one.contains(".")).toList();

            assertThat(ShippedLabs.FOLDERS).containsExactlyInAnyOrderElementsOf(folders);
        }
    }
}
