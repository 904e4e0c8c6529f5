package org.hybridlab.steps;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.hybridlab.bundle.Bundle;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Probe;
import org.hybridlab.plan.StepContext;

/** The bundle's programs lie on the machine, where its scripts take them from; what is there is not sent again. */
final class WindowsProgramsSent extends InMachine {
    /** Lines of sum and name, one for each file that is there. */
    private static final String MARK = "bundle";
    private static final Duration EACH = Duration.ofMinutes(10);

    WindowsProgramsSent(LabContext tools, Machine machine) {
        super(tools, machine);
    }

    @Override
    Probe look(StepContext context) {
        Optional<Bundle> bundle = tools.bundles().windows();
        if (bundle.isEmpty()) {
            return Probe.absent("programs for Windows machines are missing on this host");
        }
        Set<String> there = there(tools.windowsGuest(machine, context));
        return there.containsAll(lines(bundle.get()).keySet()) ? Probe.present("all programs are there")
                : Probe.absent(machine.name() + " lacks some of its programs");
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = tools.windowsGuest(machine, context);
        Set<String> there = there(guest);
        Map<String, Path> wanted = lines(tools.bundles().windows().orElseThrow());
        there.retainAll(wanted.keySet());
        wanted.forEach((line, file) -> {
            if (there.add(line)) {
                guest.line("sending " + file.getFileName());
                guest.send(file, WindowsGuest.FOLDER + "/bundle/" + file.getFileName(), EACH);
                guest.setMark(MARK, String.join("\n", there));
            }
        });
    }

    private static Set<String> there(WindowsGuest guest) {
        Set<String> lines = new TreeSet<>();
        guest.mark(MARK).ifPresent(text -> text.lines().map(String::strip).forEach(lines::add));
        return lines;
    }

    private static Map<String, Path> lines(Bundle bundle) {
        Map<String, Path> lines = new TreeMap<>();
        bundle.files().forEach((name, file) -> lines.put(bundle.sums().get(name) + " " + name, file));
        return lines;
    }
}
