package org.hybridlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/**
 * Times from a lab file to all nodes Ready, two machines on docker, the box there: {@code hybridlab up} in turns with
 * the scripts below {@code bench/by-hand}, so that what else the machine does hits all of them alike.
 */
public final class UpBench {
    private static final double OF_TUNED = 0.85;
    private static final double OF_BOOK = 0.5;
    /** Of three runs of kind v0.33 (28.9, 33 and 37.4 s) with the same programs on such a host; not measured here. */
    private static final double KIND_SECONDS = 33;

    private UpBench() {
    }

    /** @param arguments the file to write, rounds, rounds of the book's way (0: leave it out) */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path result = Path.of(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        int roundsOfBook = Integer.parseInt(arguments[2]);
        ByHand byHand = ByHand.prepare(Path.of("target/bench").toAbsolutePath());
        Way hybridlab = byHand.hybridlab();
        Way tuned = byHand.script("tuned");
        Way book = byHand.script("book");
        for (int round = 0; round < rounds; round++) {
            hybridlab.go(byHand.kubectl());
            tuned.go(byHand.kubectl());
            if (round < roundsOfBook) {
                book.go(byHand.kubectl());
            }
        }
        List<Way> ways = new ArrayList<>(List.of(hybridlab, tuned));
        if (roundsOfBook > 0) {
            ways.add(book);
        }
        report(result, ways);
    }

    private static void report(Path result, List<Way> ways) throws IOException {
        System.out.printf("%n%-12s %6s %8s %8s %8s   %s%n", "", "rounds", "min", "median", "max", "hybridlab / this");
        Map<String, Object> ratios = new LinkedHashMap<>();
        double ours = ways.get(0).median();
        for (Way way : ways) {
            Map<String, Object> row = way.row();
            double ratio = rounded(ours / way.median());
            System.out.printf("%-12s %6d %8.2f %8.2f %8.2f   %.2f%n", row.get("name"), row.get("rounds"),
                    row.get("minSeconds"), row.get("medianSeconds"), row.get("maxSeconds"), ratio);
            ratios.put(way.name(), ratio);
        }
        System.out.printf("%-12s %6s %8s %8.2f %8s   %.2f%n", "kind, not run", "", "", KIND_SECONDS, "",
                ours / KIND_SECONDS);
        boolean met = (double) ratios.get("tuned") <= OF_TUNED && ours < KIND_SECONDS
                && (!ratios.containsKey("book") || (double) ratios.get("book") <= OF_BOOK);
        System.out.printf("goals: <= %s of tuned, <= %s of book, below kind's median of %.0f s: %s%n", OF_TUNED,
                OF_BOOK,
                KIND_SECONDS, met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "seconds from a lab file to all nodes Ready; docker, 2 machines, box ready");
        report.put("goals", Map.of("tuned", OF_TUNED, "book", OF_BOOK, "kindSeconds", KIND_SECONDS));
        report.put("kind", "28.9, 33 and 37.4 s, measured earlier on such a host; not run here");
        report.put("ratios", ratios);
        report.put("rows", ways.stream().map(Way::row).toList());
        Files.createDirectories(result.toAbsolutePath().getParent());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(result, report);
        System.exit(met ? 0 : 1);
    }

    private static double rounded(double ratio) {
        return Math.round(ratio * 1000) / 1000.0;
    }
}
