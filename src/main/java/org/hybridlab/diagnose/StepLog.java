package org.hybridlab.diagnose;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Machine;

public final class StepLog {
    private static final int LARGEST = 128 * 1024;

    private StepLog() {
    }

    /**
     * @param step for example {@code node-joined/node1}, about the machine node1
     * @param file need not exist
     */
    public static Evidence read(String step, Path file, List<Machine> machines) {
        Optional<Machine> about = machines.stream().filter(machine -> step.endsWith("/" + machine.name())).findFirst();
        return new Evidence(EvidenceKind.RUN, about.map(Machine::name).orElse(Evidence.HOST), "log of " + step,
                about.map(Machine::os), lines(file));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isRegularFile(file)
                    ? new String(FileEnd.of(file, LARGEST), StandardCharsets.UTF_8).lines().toList() : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
