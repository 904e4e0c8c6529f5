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

/**
 * The machines that are to be made again although the lab file names them: a list in the workspace, so that an {@code
 * up} after a replacement that was killed finishes it.
 */
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

    /** The machines of a lab that are yet to be made: those that are made again are among them. */
    public static ComingMachines coming(LabContext labContext) {
        return new ComingMachines(labContext, new Replacements(labContext.workspace()).machines());
    }

    public void begin(String machine) {
        change(all -> all.add(machine));
    }

    /** The old machine and its node are gone: what is missing now, {@code up} makes. */
    public void end(String machine) {
        change(all -> all.remove(machine));
    }

    private void change(Predicate<Set<String>> change) {
        // Steps of one run note at the same time.
        synchronized (Replacements.class) {
            Set<String> all = machines();
            if (change.test(all)) {
                workspace.write(FILE, all.isEmpty() ? "" : String.join("\n", all) + "\n", Workspace.Kind.LASTING);
            }
        }
    }
}
