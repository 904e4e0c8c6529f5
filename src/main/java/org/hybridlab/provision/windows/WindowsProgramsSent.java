package org.hybridlab.provision.windows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.WindowsGuest;

/** The bundle's programs are on the machine for its scripts. Present ones are not sent again. */
final class WindowsProgramsSent extends InMachine {
    /** Lines of sum and name per present file. */
    private static final String MARK = "bundle";
    private static final Duration EACH = Duration.ofMinutes(10);

    WindowsProgramsSent(LabContext labContext, Machine machine) {
        super(labContext, machine);
    }

    @Override
    public Probe look(StepContext context) {
        Optional<Bundle> bundle = labContext.bundles().windows();
        if (bundle.isEmpty()) {
            return Probe.absent("programs for Windows machines are missing on this host");
        }
        Map<String, Path> wanted = lines(bundle.get());
        return there(labContext.windowsGuest(machine, context), wanted)
                .containsAll(wanted.keySet()) ? Probe.present("all programs are there")
                : Probe.absent(machine.name() + " lacks some of its programs");
    }

    @Override
    public void run(StepContext context) {
        WindowsGuest guest = labContext.windowsGuest(machine, context);
        Map<String, Path> wanted = lines(labContext.bundles().windows().orElseThrow());
        Set<String> there = there(guest, wanted);
        wanted.forEach((line, file) -> {
            if (there.add(line)) {
                guest.line("sending " + file.getFileName());
                guest.send(file, place(file), EACH);
                guest.setMark(MARK, String.join("\n", there));
            }
        });
    }

    /**
     * Wanted files that were sent and still exist. A virus scanner may have removed some.
     *
     * @param wanted by their lines in the mark
     */
    static Set<String> there(WindowsGuest guest, Map<String, Path> wanted) {
        Set<String> sent = sent(guest);
        sent.retainAll(wanted.keySet());
        if (!sent.isEmpty()) {
            Set<String> files = guest.filesBelow(WindowsGuest.FOLDER);
            sent.removeIf(line -> !files.contains(place(wanted.get(line))));
        }
        return sent;
    }

    /** Lines of sum and name per sent file; sorted. */
    static Set<String> sent(WindowsGuest guest) {
        Set<String> sent = new TreeSet<>();
        guest.mark(MARK).ifPresent(text -> text.lines().map(String::strip).filter(line -> !line.isEmpty())
                .forEach(sent::add));
        return sent;
    }

    private static String place(Path file) {
        return WindowsGuest.FOLDER + "/bundle/" + file.getFileName();
    }

    private static Map<String, Path> lines(Bundle bundle) {
        Map<String, Path> lines = new TreeMap<>();
        bundle.files().forEach((name, file) -> lines.put(bundle.sums().get(name) + " " + name, file));
        return lines;
    }
}
