package org.hybridlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.template.Templates;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.LabReading;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.SimulatedMakespan;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.LabContextFactory;
import org.hybridlab.provision.up.UpPlanner;
import tools.jackson.databind.json.JsonMapper;

/**
 * A scheduling figure, not a time: the plan of the seven machines of kiamol-ch18, run by the real engine in virtual
 * time with the delays below, against the same steps one after the other. No machine is started.
 */
public final class ScheduleBench {
    private static final double GOAL = 0.5;
    private static final int THREADS = 16;
    /** Seconds by kind of step; on Windows where it is another. Made up, round, and the same both ways. */
    private static final Map<String, Integer> SECONDS = Map.ofEntries(Map.entry("machine-running", 60),
            Map.entry("machine-prepared", 15), Map.entry("control-plane-initialised", 40),
            Map.entry("node-joined", 20), Map.entry("node-ready", 20), Map.entry("app-ready", 30));
    private static final Map<String, Integer> ON_WINDOWS = Map.ofEntries(Map.entry("machine-running", 240),
            Map.entry("features-installed", 180), Map.entry("machine-rebooted", 90), Map.entry("programs-sent", 60),
            Map.entry("machine-prepared", 30), Map.entry("images-present", 300), Map.entry("node-joined", 40),
            Map.entry("overlay-in-place", 30), Map.entry("node-ready", 60), Map.entry("hns-network-present", 30));
    private static final int OTHERWISE = 5;
    private static final Processes NONE = (command, lines, cancellation) -> {
        throw new IllegalStateException("planning must not run " + command.pasteable());
    };

    private ScheduleBench() {
    }

    /** @param arguments the file to write */
    public static void main(String[] arguments) throws IOException {
        Path home = Path.of("").toAbsolutePath();
        LabContext labContext = new LabContextFactory(Templates.installed(home), NONE, Map.of(),
                Bundles.of(home, home.resolve("target"), Map.of(), NONE),
                Boxes.of(home, home.resolve("target"), Map.of(), command -> command, NONE), true, List.of())
                .labContext(open(home.resolve("labs/kiamol-ch18/lab.yaml")));
        Plan plan = UpPlanner.plan(labContext);
        Map<String, Duration> delays = plan.steps().stream().collect(Collectors.toMap(Step::id,
                step -> Duration.ofSeconds(seconds(step, labContext))));
        Duration sequence = delays.values().stream().reduce(Duration.ZERO, Duration::plus);
        Duration parallel = SimulatedMakespan.of(Files.createTempDirectory("schedule-bench"), plan, delays, THREADS,
                labContext.permits());
        double ratio = (double) parallel.toMillis() / sequence.toMillis();
        boolean met = ratio <= GOAL;
        System.out.printf("%d steps of kiamol-ch18 with fixed delays: %d s one after the other, %d s as planned%n",
                plan.steps().size(), sequence.toSeconds(), parallel.toSeconds());
        System.out.printf("goal: ratio %.2f <= %.2f: %s%n", ratio, GOAL, met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "kiamol-ch18 as planned / one step after the other, virtual time, fixed delays");
        report.put("goal", GOAL);
        report.put("steps", plan.steps().size());
        report.put("sequenceSeconds", sequence.toSeconds());
        report.put("plannedSeconds", parallel.toSeconds());
        report.put("ratio", ratio);
        Files.createDirectories(Path.of(arguments[0]).toAbsolutePath().getParent());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(Path.of(arguments[0]), report);
        System.exit(met ? 0 : 1);
    }

    private static int seconds(Step step, LabContext labContext) {
        String kind = step.id().replaceFirst("/.*", "");
        boolean windows = step.machine().flatMap(name -> labContext.lab().machine(name)).filter(one -> one.isWindows())
                .isPresent();
        int otherwise = SECONDS.getOrDefault(kind, OTHERWISE);
        return windows ? ON_WINDOWS.getOrDefault(kind, otherwise) : otherwise;
    }

    /** On libvirt, as that has Windows machines. */
    private static OpenLab open(Path file) {
        LabReading reading = LabFile.read(file, Cidr.parse("192.168.60.0/24"));
        return new OpenLab(new LabLocation(file), reading.orThrow().on(ProviderName.LIBVIRT), Workspace.of(file),
                new ProviderChoice(ProviderName.LIBVIRT, "the bench says so"), reading.warnings());
    }
}
