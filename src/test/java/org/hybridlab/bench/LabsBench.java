package org.hybridlab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;
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
import org.hybridlab.host.ProviderChoice;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.render.RenderedFiles;
import org.hybridlab.provision.up.LabContextFactory;
import org.hybridlab.provision.up.UpPlanner;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads, renders and plans a thousand different labs of seven machines in one process, from the lab file to the last
 * byte, on all processors; every byte is produced and counted, none is written. Run with the heap that it may have at
 * most.
 */
public final class LabsBench {
    private static final int LABS = 1000;
    private static final double GOAL_SECONDS = 3;
    private static final long GOAL_MIB = 512;
    private static final double LINEAR = 1.2;
    private static final Processes NONE = (command, lines, cancellation) -> {
        throw new IllegalStateException("planning must not run " + command.pasteable());
    };

    private LabsBench() {
    }

    /** @param arguments the file to write */
    public static void main(String[] arguments) throws IOException {
        Path home = Path.of("").toAbsolutePath();
        List<Path> labs = writeLabs();
        List<Map<String, Object>> rows = new ArrayList<>();
        System.out.printf("%6s %9s %9s %12s %8s %10s%n", "labs", "seconds", "cpu", "bytes", "steps", "peak MiB");
        // Small counts last: the first row pays for loading and compiling the program, as a user's process does.
        for (int count : new int[] {LABS, LABS / 2, LABS / 4, LABS}) {
            rows.add(measure(home, labs.subList(0, count)));
        }
        double seconds = (double) rows.get(0).get("seconds");
        double perLab = (double) rows.get(3).get("cpuSeconds") / LABS;
        double perLabOfQuarter = (double) rows.get(2).get("cpuSeconds") / (LABS / 4);
        boolean met = seconds < GOAL_SECONDS && peakMiB() < GOAL_MIB && perLab <= LINEAR * perLabOfQuarter;
        System.out.printf("goal: the first row < %.0f s, < %d MiB, linear (a lab among %d costs %.2f of one among "
                + "%d): %s%n",
                GOAL_SECONDS, GOAL_MIB, LABS, perLab / perLabOfQuarter, LABS / 4, met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "read, render and plan labs of 7 machines in one process");
        report.put("goalSeconds", GOAL_SECONDS);
        report.put("goalMiB", GOAL_MIB);
        report.put("loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        report.put("linear", perLab / perLabOfQuarter);
        report.put("rows", rows);
        Files.createDirectories(Path.of(arguments[0]).toAbsolutePath().getParent());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(Path.of(arguments[0]), report);
        System.exit(met ? 0 : 1);
    }

    private static List<Path> writeLabs() throws IOException {
        Path dir = Files.createTempDirectory("labs-bench");
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < LABS; i++) {
            Path file = Files.createDirectories(dir.resolve("seat-" + i)).resolve("lab.yaml");
            files.add(Files.writeString(file, """
                    name: seat-%d
                    kubernetes: 1.37
                    machines:
                      - {name: control, role: control-plane, memory: 3000MiB}
                      - {name: node, count: 6, memory: %dMiB}
                    """.formatted(i, 2048 + i)));
        }
        return files;
    }

    private static Map<String, Object> measure(Path home, List<Path> labs) throws IOException {
        long start = System.nanoTime();
        long cpuStart = cpuNanos();
        LabContextFactory workshop = new LabContextFactory(Templates.installed(home), NONE, Map.of(),
                Bundles.of(home, home.resolve("target"), Map.of(), NONE),
                Boxes.of(home, home.resolve("target"), Map.of(), command -> command, NONE), false, List.of());
        Made made = labs.parallelStream().map(file -> make(workshop, file)).reduce(new Made(0, 0), Made::and);
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (cpuNanos() - cpuStart) / 1e9;
        System.out.printf("%6d %9.2f %9.2f %12d %8d %10d%n", labs.size(), seconds, cpuSeconds, made.bytes(),
                made.steps(), peakMiB());
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("labs", labs.size());
        row.put("seconds", seconds);
        row.put("cpuSeconds", cpuSeconds);
        row.put("bytes", made.bytes());
        row.put("steps", made.steps());
        row.put("peakMiB", peakMiB());
        return row;
    }

    private static Made make(LabContextFactory workshop, Path file) {
        LabContext labContext = workshop.labContext(open(file));
        return new Made(bytes(labContext.files()), UpPlanner.plan(labContext).steps().size());
    }

    private record Made(long bytes, long steps) {
        Made and(Made other) {
            return new Made(bytes + other.bytes, steps + other.steps);
        }
    }

    private static OpenLab open(Path file) {
        LabReading reading = LabFile.read(file, Cidr.parse("192.168.60.0/24"));
        return new OpenLab(new LabLocation(file), reading.orThrow().on(ProviderName.DOCKER), Workspace.of(file),
                new ProviderChoice(ProviderName.DOCKER, "the bench says so"), reading.warnings());
    }

    private static long bytes(RenderedFiles files) {
        return Stream.of(Stream.of(files.vagrantfile(), files.kubeadmInit(), files.podNetwork()),
                        files.install().values().stream(), files.prepare().values().stream(),
                        files.manifests().values().stream())
                .flatMap(texts -> texts).mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length).sum();
    }

    /** Of all threads, compiler and collector included; tells a busy host from a slow program. */
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Of the whole process, as the kernel counts it. */
    private static long peakMiB() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).findFirst().orElseThrow();
    }
}
