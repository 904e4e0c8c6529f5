package org.hybridlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import org.hybridlab.engine.SimulatedMakespan;
import org.hybridlab.engine.SimulatedMakespan.Ratio;
import tools.jackson.databind.json.JsonMapper;

/** Prints how close the engine comes to the least possible time on simulated plans, and writes it as JSON. */
public final class EngineBench {
    private static final double GOAL = 1.05;
    private static final int PLANS = 2000;
    private static final long SEED = 20261121;

    private EngineBench() {
    }

    /** @param arguments the file to write */
    public static void main(String[] arguments) throws IOException {
        Path traces = Files.createTempDirectory("engine-bench");
        List<Ratio> all = SimulatedMakespan.measure(traces, SEED, PLANS);
        List<Map<String, Object>> rows = new ArrayList<>();
        System.out.printf("%-28s %6s %8s %8s %8s%n", "makespan / least possible", "plans", "median", "p90", "worst");
        for (String kind : List.of("lab", "graph", "all")) {
            List<Ratio> some = all.stream().filter(one -> kind.equals("all") || kind.equals(one.kind())).toList();
            rows.add(row(kind + ", first run", some, Ratio::first));
            rows.add(row(kind + ", durations known", some, Ratio::later));
            rows.add(row(kind + ", truer bound", some, Ratio::laterTrue));
        }
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "engine makespan / max(critical path, work/threads, each permit's sum)");
        report.put("truerBound", "a permit's sum with the shortest way to its first and from its last holder added");
        report.put("goalMedian", GOAL);
        report.put("seed", SEED);
        report.put("rows", rows);
        Files.createDirectories(Path.of(arguments[0]).toAbsolutePath().getParent());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(Path.of(arguments[0]), report);
        boolean met = rows.stream().filter(row -> row.get("name").toString().startsWith("all"))
                .allMatch(row -> (double) row.get("median") <= GOAL);
        System.out.println("goal: median of all <= " + GOAL + ": " + (met ? "met" : "MISSED"));
        System.exit(met ? 0 : 1);
    }

    private static Map<String, Object> row(String name, List<Ratio> ratios, ToDoubleFunction<Ratio> which) {
        List<Double> sorted = ratios.stream().mapToDouble(which).sorted().boxed().toList();
        double median = sorted.get(sorted.size() / 2);
        double p90 = sorted.get(sorted.size() * 9 / 10);
        double worst = sorted.get(sorted.size() - 1);
        System.out.printf("%-28s %6d %8.3f %8.3f %8.3f%n", name, sorted.size(), median, p90, worst);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("plans", sorted.size());
        row.put("median", median);
        row.put("p90", p90);
        row.put("worst", worst);
        return row;
    }
}
