package org.hybridlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/** Prints how long the launcher's {@code --help} takes beside a bare JVM's hello world, and writes it as JSON. */
public final class StartupBench {
    private static final double GOAL = 3.5;
    private static final int ROUNDS = 31;

    private StartupBench() {
    }

    /** @param arguments the file to write */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Stopwatch watch = new Stopwatch()
                .command("hello world", java, "-cp", "target/test-classes", HelloWorld.class.getName())
                .command("hybridlab --help", "./hybridlab", "--help")
                .command("hybridlab validate first-cluster", "./hybridlab", "validate", "first-cluster").run(ROUNDS);
        double ratio = watch.median("hybridlab --help") / watch.median("hello world");
        watch.rows().forEach(row -> System.out.printf("%-34s %4d rounds %8.1f %8.1f %8.1f ms (min, median, max)%n",
                row.values().toArray()));
        boolean met = ratio <= GOAL;
        System.out.printf("hybridlab --help / hello world: %.2f, goal <= %s: %s%n", ratio, GOAL,
                met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "median of hybridlab --help (launcher and all) / median of a bare JVM's hello world");
        report.put("java", System.getProperty("java.version"));
        report.put("goal", GOAL);
        report.put("ratio", Math.round(ratio * 100) / 100.0);
        report.put("rows", watch.rows());
        Files.createDirectories(Path.of(arguments[0]).toAbsolutePath().getParent());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(Path.of(arguments[0]), report);
        System.exit(met ? 0 : 1);
    }
}
