package org.hybridlab.provider.vagrant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.workspace.Workspace;

/**
 * Machines that left the lab file and still exist. Vagrant manages only machines of its Vagrantfile, so their blocks of
 * an earlier {@code up} are kept.
 */
public final class LeavingMachines {
    private static final Pattern MACHINE = Pattern.compile("(?ms)^  config\\.vm\\.define '([^'\\\\]+)' .*?^  end\\R");
    private static final Pattern END = Pattern.compile("(?m)^end\\R?\\z");

    private LeavingMachines() {
    }

    /** Steps may remove machines in parallel. */
    public static synchronized void writeVagrantfile(Workspace workspace, String rendered) {
        try {
            String before = Files.isRegularFile(workspace.vagrantfile()) ? Files.readString(workspace.vagrantfile())
                    : "";
            workspace.write("Vagrantfile", keep(before, rendered, VagrantNotes.of(workspace).names()::contains));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param there whether Vagrant has created the machine, and it may still exist */
    static String keep(String before, String rendered, Predicate<String> there) {
        Map<String, String> leaving = machines(before);
        leaving.keySet().removeIf(there.negate());
        leaving.keySet().removeAll(machines(rendered).keySet());
        String more = String.join("", leaving.values().stream()
                .map(machine -> "\n  # No longer in the lab file.\n" + machine).toList());
        return END.matcher(rendered).replaceFirst(end -> Matcher.quoteReplacement(more + end.group()));
    }

    private static Map<String, String> machines(String vagrantfile) {
        Map<String, String> all = new LinkedHashMap<>();
        MACHINE.matcher(vagrantfile).results().forEach(machine -> all.put(machine.group(1), machine.group()));
        return all;
    }
}
