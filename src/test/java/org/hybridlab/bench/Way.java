package org.hybridlab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One way to a cluster of two machines: how it is gone, and what it took each time. */
final class Way {
    private static final List<String> READY = List.of("get", "nodes", "--no-headers", "--output",
            "jsonpath={range .items[*]}{.status.conditions[?(@.type==\"Ready\")].status}{\"\\n\"}{end}");

    private final String name;
    private final TimedCall up;
    private final TimedCall down;
    private final Path kubeconfig;
    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> loads = new ArrayList<>();

    /** @param kubeconfig where {@code up} leaves the way into its cluster */
    Way(String name, TimedCall up, TimedCall down, Path kubeconfig) {
        this.name = name;
        this.up = up;
        this.down = down;
        this.kubeconfig = kubeconfig;
    }

    String name() {
        return name;
    }

    /** Goes it once, from nothing, and takes everything away again. Only going it is timed. */
    void go(Path kubectl) throws IOException, InterruptedException {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        try {
            double took = up.seconds();
            long ready = ready(kubectl);
            if (ready != 2) {
                throw new IllegalStateException("%s ended with %d nodes Ready instead of 2".formatted(name, ready));
            }
            seconds.add(took);
            loads.add(Math.round(load * 10) / 10.0);
            System.out.printf("%-10s %7.2f s   load before %5.1f%n", name, took, load);
        } finally {
            down.seconds();
        }
    }

    /** What the cluster itself says, asked in the same manner for all ways. */
    private long ready(Path kubectl) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(kubectl.toString(), "--kubeconfig", kubeconfig.toString()));
        words.addAll(READY);
        Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? answer.lines().filter("True"::equals).count() : 0;
    }

    double median() {
        return Stopwatch.median(seconds);
    }

    Map<String, Object> row() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("rounds", seconds.size());
        row.put("minSeconds", Collections.min(seconds));
        row.put("medianSeconds", median());
        row.put("maxSeconds", Collections.max(seconds));
        row.put("seconds", seconds);
        row.put("loadAverageBefore", loads);
        return row;
    }
}
