package org.hybridlab.provision.context;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.guest.MachineRecord;
import org.hybridlab.provision.render.WindowsFiles;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records of Windows machines at unique moments, such as before the pod network's switch is created. Kept on this host,
 * as a machine may be unreachable later. Never fails a step.
 */
public final class MachineRecords {
    /** Limit per record. */
    public static final Duration LONGEST = Duration.ofMinutes(2);
    /** Wait for the switch, within {@link #LONGEST}. */
    private static final int SWITCH_SECONDS = 60;
    private static final String SWITCH = "switch";
    private static final int MOST = 100;

    private MachineRecords() {
    }

    /** @throws LabException {@code interrupted} only */
    public static void note(LabContext labContext, Machine machine, StepContext context, String moment) {
        keep(labContext, machine, context, ask(labContext, machine, context.cancellation(), moment, List.of(),
                List.of()));
    }

    /** While the switch is created: also records whether the ssh session survives. */
    public static void noteSwitch(LabContext labContext, Machine machine, StepContext context) {
        keep(labContext, machine, context, ask(labContext, machine, context.cancellation(), "during-switch",
                List.of("-Wait", Integer.toString(SWITCH_SECONDS)), List.of(SWITCH)));
    }

    /** All unknown, with the reason, if the machine does not answer. */
    public static MachineRecord now(LabContext labContext, Machine machine, Cancellation cancellation) {
        return ask(labContext, machine, cancellation, "now", List.of(), List.of());
    }

    /** Oldest first. */
    public static List<Path> kept(LabContext labContext, Machine machine) {
        Path folder = labContext.workspace().folder().resolve(folder(machine));
        return names(folder).stream().map(folder::resolve).toList();
    }

    private static String folder(Machine machine) {
        return "records/" + machine.name();
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.<Path>empty()) {
            return files.map(file -> file.getFileName().toString()).filter(name ->
                    name.matches("\\d{3}-[a-z-]+\\.json"))
                    .sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void keep(LabContext labContext, Machine machine, StepContext context, MachineRecord record) {
        List<String> there = names(labContext.workspace().folder().resolve(folder(machine)));
        int next = there.isEmpty() ? 1 : Integer.parseInt(there.get(there.size() - 1).substring(0, 3)) + 1;
        if (next > MOST) {
            return;
        }
        try {
            labContext.workspace().write("%s/%03d-%s.json".formatted(folder(machine), next, record.moment()),
                    JsonMapper.shared().writeValueAsString(record));
        } catch (LabException e) {
            context.line("what %s said is not kept: %s".formatted(machine.name(), e.what()));
        }
    }

    private static MachineRecord ask(LabContext labContext, Machine machine, Cancellation cancellation, String moment,
                                     List<String> arguments, List<String> more) {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Instant began = Instant.now();
        String session = session(labContext, machine, cancellation, arguments, lines);
        List<String> about = new ArrayList<>(more);
        about.add("service " + labContext.windowsMachine(machine).networkService());
        synchronized (lines) {
            return MachineRecord.of(moment, began.toString(), session, lines, about);
        }
    }

    private static String session(LabContext labContext, Machine machine, Cancellation cancellation,
            List<String> arguments, List<String> lines) {
        if (!labContext.workspace().exists()) {
            return "the workspace %s is gone".formatted(labContext.workspace().folder());
        }
        try {
            Result result = labContext.shell(machine).script(labContext.script(machine, WindowsFiles.RECORD), arguments,
                    LONGEST, line -> {
                        lines.add(line);
                        ahead(line).ifPresent(lines::add);
                    }, cancellation);
            return result.ok() ? MachineRecord.WELL : "%s ended with %d: %s".formatted(WindowsFiles.RECORD,
                    result.exitCode(), (result.stdout() + result.stderr()).strip().lines()
                            .reduce((first, last) -> last).orElse("it said nothing"));
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            return "%s: %s%s".formatted(e.id(), e.what(), e.why().map(why -> " " + why.strip()).orElse(""));
        }
    }

    /** Compares the machine's time with this host's as it arrives. */
    private static Optional<String> ahead(String line) {
        String begins = "fact|clock|";
        try {
            return line.startsWith(begins) ? Optional.of("fact|%s|%d s".formatted(MachineRecord.CLOCK, Duration.between(
                    Instant.now(), Instant.parse(line.substring(begins.length()).strip())).toSeconds()))
                    : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.of("unknown|%s|its time is not a time: %s".formatted(MachineRecord.CLOCK, line));
        }
    }
}
