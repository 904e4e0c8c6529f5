package org.hybridlab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.provider.api.LabId;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code hybridlab status} in turns with {@code vagrant status} on the same lab, which knows of no nodes; then a
 * machine is killed behind its back, and the next status must say so.
 */
public final class StatusBench {
    private static final double GOAL = 3;
    private static final double LONGEST_MS = 1500;
    private static final int ROUNDS = 15;

    private StatusBench() {
    }

    /** @param arguments the file to write, and how many machines the lab has */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int machines = Integer.parseInt(arguments[1]);
        BenchLab lab = BenchLab.called("status");
        lab.write("""
                name: bench
                kubernetes: 1.37
                machines:
                  - {name: control, role: control-plane, memory: 3000MiB}
                  - {name: node, count: %d}
                """.formatted(machines - 1));
        lab.up().seconds();
        Stopwatch watch;
        boolean seen;
        try {
            watch = new Stopwatch()
                    .command("hybridlab status", in(lab, lab.words("status")))
                    .command("vagrant status", in(lab, List.of("sh", "-c", "cd .hybridlab && exec vagrant status")))
                    .run(ROUNDS);
            seen = killedMachineIsSeen(lab);
        } finally {
            lab.destroy().seconds();
        }
        report(Path.of(arguments[0]), watch, machines, seen);
    }

    private static String[] in(BenchLab lab, List<String> words) {
        List<String> before = List.of("env", "--chdir=" + lab.folder(), "VAGRANT_CHECKPOINT_DISABLE=1",
                "XDG_STATE_HOME=" + lab.environment().get("XDG_STATE_HOME"));
        return Stream.concat(before.stream(), words.stream()).toArray(String[]::new);
    }

    private static boolean killedMachineIsSeen(BenchLab lab) throws IOException, InterruptedException {
        String container = LabId.of("bench", lab.workspace()).machine("node1");
        new TimedCall(List.of("docker", "kill", container), lab.folder(), Map.of(), lab.log()).seconds();
        Process status = new ProcessBuilder(in(lab, lab.words("status", "--output", "json"))).start();
        JsonNode answer = JsonMapper.shared().readTree(new String(status.getInputStream().readAllBytes(),
                StandardCharsets.UTF_8));
        for (JsonNode machine : answer.at("/data/machines")) {
            if (machine.get("machine").asString().equals("node1")) {
                System.out.println("after docker kill, status says of node: " + machine);
                return !machine.get("state").asString().equals("running");
            }
        }
        return false;
    }

    private static void report(Path result, Stopwatch watch, int machines, boolean seen) throws IOException {
        watch.rows().forEach(row -> System.out.printf("%-20s %4d rounds %8.1f %8.1f %8.1f ms (min, median, max)%n",
                row.values().toArray()));
        double times = watch.median("vagrant status") / watch.median("hybridlab status");
        boolean met = times >= GOAL && seen && watch.median("hybridlab status") <= LONGEST_MS;
        System.out.printf("%d machines: hybridlab status is %.1f times faster, goal >= %.0f, within %.0f ms; "
                + "a killed machine is %s: %s%n", machines, times, GOAL, LONGEST_MS, seen ? "seen at once" : "NOT SEEN",
                met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "median of vagrant status / median of hybridlab status, on docker");
        report.put("machines", machines);
        report.put("goal", GOAL);
        report.put("longestMedianMs", LONGEST_MS);
        report.put("timesFaster", Math.round(times * 100) / 100.0);
        report.put("killedMachineSeenAtOnce", seen);
        report.put("loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        report.put("rows", watch.rows());
        Files.createDirectories(result.toAbsolutePath().getParent());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(result, report);
        System.exit(met ? 0 : 1);
    }
}
