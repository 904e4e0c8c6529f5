package org.hybridlab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Times commands in turns, so that what else the machine does hits all of them alike. */
final class Stopwatch {
    private final Map<String, List<String>> commands = new LinkedHashMap<>();
    private final Map<String, List<Double>> milliseconds = new LinkedHashMap<>();

    Stopwatch command(String name, String... words) {
        commands.put(name, List.of(words));
        milliseconds.put(name, new ArrayList<>());
        return this;
    }

    /** Two rounds to warm the file cache, then {@code rounds} that count. */
    Stopwatch run(int rounds) throws IOException, InterruptedException {
        for (int round = -2; round < rounds; round++) {
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                double took = time(command.getValue());
                if (round >= 0) {
                    milliseconds.get(command.getKey()).add(took);
                }
            }
        }
        return this;
    }

    double median(String name) {
        return median(milliseconds.get(name));
    }

    /** Of an even number, the mean of the two in the middle. */
    static double median(List<Double> all) {
        List<Double> sorted = all.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** Of their medians, to three places. */
    static double ratio(List<Double> one, List<Double> other) {
        return Math.round(median(one) / median(other) * 1000) / 1000.0;
    }

    /** Name, rounds, least, median and greatest of each command, in milliseconds. */
    List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String name : commands.keySet()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", name);
            row.put("rounds", milliseconds.get(name).size());
            row.put("minMs", Collections.min(milliseconds.get(name)));
            row.put("medianMs", median(name));
            row.put("maxMs", Collections.max(milliseconds.get(name)));
            rows.add(row);
        }
        return rows;
    }

    private static double time(List<String> words) throws IOException, InterruptedException {
        long before = System.nanoTime();
        int exitCode = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        double took = (System.nanoTime() - before) / 1e6;
        if (exitCode != 0) {
            throw new IllegalStateException("exit %d: %s".formatted(exitCode, words));
        }
        return Math.round(took * 10) / 10.0;
    }
}
