package org.hybridlab.provision.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.context.LabContext;

/** Machines to recreate although the lab file names them: a list, so that {@code up} finishes a killed run. */
public record Replacements(Workspace workspace) {
    private static final String FILE = "replacing.txt";

    public Set<String> machines() {
        Path file = workspace.folder().resolve(FILE);
        try {
            Set<String> all = new TreeSet<>(Files.isRegularFile(file) ? Files.readAllLines(file) : List.of());
            all.removeIf(String::isBlank);
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Machines to be created, including recreated ones. */
    public static ComingMachines coming(LabContext labContext) {
        return new ComingMachines(labContext, new Replacements(labContext.workspace()).machines());
    }

    public void begin(String machine) {
        change(all -> all.add(machine));
    }

    /** The old machine and its node are gone; {@code up} creates the new one. */
    public void end(String machine) {
        change(all -> all.remove(machine));
    }

    private void change(Predicate<Set<String>> change) {
        // Steps of one run record in parallel.
        synchronized (Replacements.class) {
            Set<String> all = machines();
            if (change.test(all)) {
                workspace.write(FILE, all.isEmpty() ? "" : String.join("\n", all) + "\n", Workspace.Kind.LASTING);
            }
        }
    }
}
