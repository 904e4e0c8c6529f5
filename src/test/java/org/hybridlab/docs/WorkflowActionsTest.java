package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class WorkflowActionsTest {
    /** A tag of somebody's repository can be moved to other code. */
    @Test
    void actions_areNamedByCommit() throws IOException {
        List<String> uses = new ArrayList<>();
        for (String folder : List.of(".github", "docs")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(one -> one.toString().matches(".*\\.(yml|md)")).toList()) {
                    Files.readString(file).lines().filter(line -> line.matches("\\s*-? *uses: .*")).forEach(uses::add);
                }
            }
        }

        assertThat(uses).hasSizeGreaterThan(4).allMatch(line -> line.matches(".*@[0-9a-f]{40} # v[0-9.]+"));
    }
}
