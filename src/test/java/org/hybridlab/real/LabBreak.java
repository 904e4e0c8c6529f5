package org.hybridlab.real;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How somebody breaks a lab of a control plane and two workers: shell commands with {@code k} for kubectl,
 * {@code inside MACHINE} for a command in a machine, and {@code container MACHINE} for its id.
 */
record LabBreak(String name, String commands) {
    private static final Path FILE = Path.of("src/test/resources/breaks/breaks.sh");

    /** As the file has them: each after a line {@code ### NAME}. */
    static List<LabBreak> all() {
        try {
            List<LabBreak> all = new ArrayList<>();
            for (String part : Files.readString(FILE).split("(?m)^### ")) {
                int end = part.indexOf('\n');
                String name = part.substring(0, end);
                if (!part.startsWith("#")) {
                    all.add(new LabBreak(name, part.substring(end + 1)));
                }
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
