package org.hybridlab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/**
 * What a snapshot, a reset, a night's halt and one worker more cost on a lab of three machines on docker, each with all
 * checks and in turns with a whole new lab, so that what else the host does hits all of them alike. A soft reset has to
 * take 50 objects away, and judges no checks.
 */
public final class SnapshotBench {
    private static final String LAB = "name: snapshot\nkubernetes: 1.37\nmachines:\n"
            + "  - {name: control, role: control-plane, memory: 3000MiB}\n  - {name: node1}\n  - {name: node2}\n";
    private static final double RESET_GOAL = 0.4;
    private static final double HALT_GOAL = 0.7;
    private static final double WORKER_GOAL = 0.4;
    private static final double SAVE_GOAL_SECONDS = 5;
    private static final double SOFT_GOAL_SECONDS = 5;
    private static final long BYTES_GOAL = 300_000_000;

    private SnapshotBench() {
    }

    /** @param arguments the file to write, rounds */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(arguments[1]);
        BenchLab lab = BenchLab.called("snapshot");
        lab.write(LAB);
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        List.of("up", "save", "softReset", "reset", "haltAndUp", "workerAdded", "destroyAndUp")
                .forEach(one -> seconds.put(one, new ArrayList<>()));
        long bytes = 0;
        try {
            seconds.get("up").add(up(lab).seconds());
            for (int round = 0; round < rounds; round++) {
                seconds.get("save").add(lab.saved().seconds());
                bytes = Math.max(bytes, bytes(lab.workspace().resolve("snapshots")));
                foreignObjects(lab).seconds();
                seconds.get("softReset").add(lab.call("reset", "--soft", "--yes").seconds());
                seconds.get("reset").add(lab.call("reset", "bench", "--yes").seconds());
                seconds.get("haltAndUp").add(lab.call("halt").seconds() + up(lab).seconds());
                lab.write(LAB + "  - {name: node3}\n");
                seconds.get("workerAdded").add(up(lab).seconds());
                lab.write(LAB);
                lab.makeAgain(up(lab), seconds);
            }
        } finally {
            lab.destroy().seconds();
        }
        report(Path.of(arguments[0]), seconds, bytes);
    }

    /** Three namespaces with pods, one of them hanging in its deletion, a definition with objects, a webhook. */
    private static TimedCall foreignObjects(BenchLab lab) {
        String script = """
                set -e
                launcher=$0
                lab=$1
                k() { "$launcher" kubectl "$lab" "$@"; }
                image=$(k -n kube-system get pods -l k8s-app=kube-dns \
                    -o 'jsonpath={.items[0].spec.containers[0].image}')
                sed "s#IMAGE#$image#" "$2/objects.yaml" | k apply -f -
                k wait --for condition=established crd/widgets.example.org --timeout=30s
                k apply -f "$2/widgets.yaml"
                k delete namespace gamma --wait=false
                k apply -f "$2/webhook.yaml"
                """;
        return new TimedCall(List.of("sh", "-c", script, lab.words("kubectl").get(0), lab.folder().toString(),
                Path.of("src/test/resources/foreign").toAbsolutePath().toString()), lab.folder(), lab.environment(),
                lab.log());
    }

    private static TimedCall up(BenchLab lab) {
        // A snapshot besides would count on one side only.
        return lab.call("up", "--provider", "docker", "--yes", "--no-snapshot");
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static void report(Path result, Map<String, List<Double>> seconds, long bytes) throws IOException {
        double reset = Stopwatch.ratio(seconds.get("reset"), seconds.get("destroyAndUp"));
        double halt = Stopwatch.ratio(seconds.get("haltAndUp"), seconds.get("destroyAndUp"));
        double save = Stopwatch.median(seconds.get("save"));
        double worker = Stopwatch.ratio(seconds.get("workerAdded"), seconds.get("up"));
        double soft = Stopwatch.median(seconds.get("softReset"));
        boolean met = reset <= RESET_GOAL && halt <= HALT_GOAL && worker <= WORKER_GOAL && save <= SAVE_GOAL_SECONDS
                && soft <= SOFT_GOAL_SECONDS && bytes <= BYTES_GOAL;
        System.out.printf("save %.1f s (goal %.0f), %d MB (goal %d); soft reset %.1f s (goal %.0f); reset / destroy "
                + "+ up %.2f (goal %.1f); halt + up / destroy + up %.2f (goal %.1f); one worker more / up "
                + "%.2f (goal %.1f): %s%n", save, SAVE_GOAL_SECONDS, bytes / 1_000_000, BYTES_GOAL / 1_000_000, soft,
                SOFT_GOAL_SECONDS, reset, RESET_GOAL, halt, HALT_GOAL, worker, WORKER_GOAL, met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "seconds on a lab of three machines, with all checks; docker");
        report.put("goals", Map.of("reset", RESET_GOAL, "haltAndUp", HALT_GOAL, "workerAdded", WORKER_GOAL,
                "saveSeconds", SAVE_GOAL_SECONDS, "softResetSeconds", SOFT_GOAL_SECONDS, "bytes", BYTES_GOAL));
        report.put("ratios", Map.of("reset", reset, "haltAndUp", halt, "workerAdded", worker));
        report.put("saveSeconds", save);
        report.put("softResetSeconds", soft);
        report.put("bytes", bytes);
        report.put("seconds", seconds);
        report.put("loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(result, report);
        System.exit(met ? 0 : 1);
    }
}
