package org.hybridlab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.hybridlab.cluster.api.ApiServer;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Machine;
import org.hybridlab.diagnose.Redactor;
import org.hybridlab.engine.journal.History;
import org.hybridlab.guest.MachineRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.MachineRecords;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.report.JsonReport.CheckLine;
import org.hybridlab.report.WindowsReport.Host;
import org.hybridlab.report.WindowsReport.StepLine;
import org.hybridlab.report.WindowsReport.WindowsMachineLine;
import org.hybridlab.report.WindowsReportWriter;
import org.hybridlab.report.WindowsReportWriter.Box;
import org.hybridlab.service.check.CheckPhase;
import org.hybridlab.service.check.Diagnostics;
import org.hybridlab.service.context.ProductVersion;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.HostService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What `report --windows` finds out about a lab that came up, or came up halfway. */
public final class WindowsReportParts {
    private static final String UNKNOWN = "unknown";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int LARGEST_NOTE = 1 << 16;

    private final ServiceContext context;
    private final LabContext labContext;
    private final String word;
    private final boolean madeUp;
    private final WindowsReportWriter writer = new WindowsReportWriter();

    /** @param madeUp whether stand-ins answer for Windows machines */
    public WindowsReportParts(ServiceContext context, LabContext labContext, String word, boolean madeUp) {
        this.context = context;
        this.labContext = labContext;
        this.word = word;
        this.madeUp = madeUp;
    }

    /** @throws org.hybridlab.common.error.LabException {@code interrupted} only */
    public String text() {
        boolean cluster = labContext.created().cluster().wasKnown();
        Optional<Supplier<ApiServer>> api = cluster ? Optional.of(() -> labContext.cluster().api()) : Optional.empty();
        List<WindowsMachineLine> machines = writer.machines(labContext.lab(), api, this::box, this::records);
        List<StepLine> steps = writer.part("steps", List.of(), () -> WindowsReportWriter.steps(
                UpPlanner.plan(labContext).steps(), History.read(context.runFolder(labContext.workspace()))));
        List<CheckLine> checks = checks(cluster);
        return writer.text(madeUp, host(), labContext.lab(), labContext.provider().name().traits().title(), machines,
                steps, checks, clean());
    }

    private Host host() {
        String system = writer.part("the host's system", UNKNOWN, () -> "%s, %s".formatted(
                new HostService(context).facts().system().title(), System.getProperty("os.arch")));
        return new Host(system, writer.part("Vagrant's version", UNKNOWN, this::vagrant), ProductVersion.number());
    }

    private String vagrant() {
        Result result = context.processes().run(Command.of("vagrant", "--version").timeout(PATIENCE),
                context.cancellation());
        if (!result.ok()) {
            throw new IllegalStateException("vagrant --version ended with " + result.exitCode());
        }
        return result.stdout().strip().lines().findFirst().orElse(UNKNOWN);
    }

    /** Vagrant notes it beside each machine that it made of a box. */
    private Box box(Machine machine) {
        String wanted = machine.box().map(BoxChoice::title).orElse("hybridlab's choice");
        return writer.part("the box of " + machine.name(), new Box(wanted, UNKNOWN), () -> {
            Path notes = labContext.workspace().vagrantData().resolve("machines/" + machine.name());
            Optional<Path> note = first(notes);
            if (note.isEmpty()) {
                writer.missing("the box of " + machine.name(), "Vagrant has not noted one");
                return new Box(wanted, UNKNOWN);
            }
            JsonNode box = JsonMapper.shared().readTree(small(note.get()));
            return new Box(box.path("name").asString(wanted), box.path("version").asString(UNKNOWN));
        });
    }

    private static Optional<Path> first(Path notes) {
        try (Stream<Path> providers = Files.isDirectory(notes) ? Files.list(notes) : Stream.<Path>empty()) {
            return providers.map(provider -> provider.resolve("box_meta")).filter(Files::isRegularFile).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String small(Path note) {
        try {
            return Files.size(note) > LARGEST_NOTE ? "{}" : Files.readString(note);
        } catch (IOException e) {
            return "{}";
        }
    }

    private List<MachineRecord> records(Machine machine) {
        List<MachineRecord> records = new ArrayList<>(MachineRecords.kept(labContext, machine));
        context.listener().message("Asking %s ...".formatted(machine.name()));
        records.add(MachineRecords.now(labContext, machine, context.cancellation()));
        return records;
    }

    private List<CheckLine> checks(boolean cluster) {
        if (!cluster) {
            writer.missing("checks", "there is no cluster yet");
            return List.of();
        }
        return writer.part("checks", List.of(),
                () -> WindowsReportWriter.checks(new CheckPhase(context, labContext, word).run()));
    }

    /** Paths tell who works here. */
    private UnaryOperator<String> clean() {
        Redactor redactor = new Diagnostics(context, labContext, word).redactor();
        String home = System.getProperty("user.home");
        return text -> {
            String clean = String.join("\n", redactor.lines(text.lines().toList()));
            return home.length() > 1 ? clean.replace(home, "~") : clean;
        };
    }
}
