package org.hybridlab.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code hybridlab up --no-checks} costs on a lab of two machines that is up already: seconds, and how many
 * vagrants it starts, which a {@code vagrant} before the real one on the PATH counts.
 */
public final class HealthyBench {
    private static final int ROUNDS = 9;
    private static final double GOAL_SECONDS = 3;
    private static final int GOAL_VAGRANTS = 2;

    private HealthyBench() {
    }

    /** @param arguments the file to write */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BenchLab lab = BenchLab.called("healthy");
        Path count = Files.createTempFile("vagrants", "");
        List<Double> seconds = new ArrayList<>();
        List<Integer> vagrants = new ArrayList<>();
        lab.up().seconds();
        try {
            TimedCall again = lab.with(counting(count)).up();
            for (int round = 0; round < ROUNDS; round++) {
                Files.writeString(count, "");
                seconds.add(again.seconds());
                vagrants.add(Files.readAllLines(count).size());
                System.out.printf("%6.2f s %3d vagrants%n", seconds.get(round), vagrants.get(round));
            }
        } finally {
            lab.destroy().seconds();
        }
        report(Path.of(arguments[0]), seconds, vagrants);
    }

    private static Map<String, String> counting(Path count) throws IOException {
        Path folder = Files.createTempDirectory("counting");
        String path = System.getenv("PATH");
        // The rest of the PATH finds the real one.
        Files.writeString(folder.resolve("vagrant"), "#!/bin/sh\necho 1 >> '%s'\nPATH='%s' exec vagrant \"$@\"\n"
                .formatted(count, path));
        Files.setPosixFilePermissions(folder.resolve("vagrant"), PosixFilePermissions.fromString("rwxr-xr-x"));
        return Map.of("PATH", folder + ":" + path);
    }

    private static void report(Path result, List<Double> seconds, List<Integer> vagrants) throws IOException {
        double median = Stopwatch.median(seconds);
        int most = Collections.max(vagrants);
        boolean met = median <= GOAL_SECONDS && most <= GOAL_VAGRANTS;
        System.out.printf("up on a healthy lab: median %.2f s (goal <= %.0f), at most %d vagrants (goal <= %d): %s%n",
                median, GOAL_SECONDS, most, GOAL_VAGRANTS, met ? "met" : "MISSED");
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("figure", "hybridlab up --no-checks on a lab of two machines that is up; docker");
        report.put("goalSeconds", GOAL_SECONDS);
        report.put("goalVagrants", GOAL_VAGRANTS);
        report.put("medianSeconds", median);
        report.put("mostVagrants", most);
        report.put("seconds", seconds);
        report.put("loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        Files.createDirectories(result.toAbsolutePath().getParent());
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValue(result, report);
        System.exit(met ? 0 : 1);
    }
}
