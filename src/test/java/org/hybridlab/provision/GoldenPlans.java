package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.hybridlab.common.workspace.ShortHash;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;

/**
 * Plans of {@code up} that tests make, held to what they were. A line of the golden file has the sum of a plan: id,
 * needs, permits, timeout and retry of each step. To see how a plan changed, let both commits write all plans with
 * {@code -Dplans.folder=FOLDER} and compare the folders; these files have the fingerprints, too.
 */
public final class GoldenPlans {
    private static final Path SUMS = Path.of("src/test/resources/golden/plans/change.txt");
    private static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();

    private GoldenPlans() {
    }

    /** The plan of {@code up}, which must be the one that this call of this test made before. */
    public static Plan of(LabContext labContext) {
        Plan plan = UpPlanner.plan(labContext);
        String caller = StackWalker.getInstance().walk(frames -> frames
                .filter(frame -> frame.getClassName().endsWith("Test") && !frame.getMethodName().contains("$"))
                .reduce((inner, outer) -> outer)).map(frame -> frame.getClassName().replaceFirst(".*\\.", "") + "."
                + frame.getMethodName()).orElseThrow();
        held("%s %d".formatted(caller, COUNTS.merge(caller, 1, Integer::sum)), plan);
        return plan;
    }

    private static void held(String name, Plan plan) {
        write(name, plan);
        String sum = "%d steps, %s".formatted(plan.steps().size(), ShortHash.of(text(plan, false), 8));
        if (Boolean.getBoolean("golden.update")) {
            update(name, sum);
        }
        assertThat(sum).as("the plan of %s in %s; -Dplans.folder=FOLDER writes it whole", name, SUMS)
                .isEqualTo(Golden.SUMS_BY_NAME.get(name));
    }

    private static synchronized void update(String name, String sum) {
        Golden.SUMS_BY_NAME.put(name, sum);
        try {
            Files.createDirectories(SUMS.getParent());
            Files.write(SUMS, Golden.SUMS_BY_NAME.entrySet().stream()
                    .map(one -> one.getKey() + ": " + one.getValue()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each step with what decides when and how often it runs. @param fingerprints whether these are told as well */
    static String text(Plan plan, boolean fingerprints) {
        return plan.steps().stream().map(step -> line(step) + (fingerprints ? "; " + step.fingerprint() : ""))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(Step step) {
        return "%s <- %s; %s; %s; %s".formatted(step.id(), new TreeSet<>(step.needs()), new TreeSet<>(step.permits()),
                step.timeout(), retry(step.retry()));
    }

    private static String retry(Retry retry) {
        return "%d after %s on %s%s".formatted(retry.attempts(), retry.pause(), new TreeSet<>(retry.on()),
                retry.other().map(other -> " or " + retry(other)).orElse(""));
    }

    static void write(String name, Plan plan) {
        String folder = System.getProperty("plans.folder");
        if (folder != null) {
            try {
                Files.createDirectories(Path.of(folder));
                Files.write(Path.of(folder, name.replace(' ', '-') + ".txt"), List.of(text(plan, true)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Read once: tests with tight waits make many plans. */
    private static final class Golden {
        static final Map<String, String> SUMS_BY_NAME = read();

        private static Map<String, String> read() {
            try {
                return Files.exists(SUMS) ? Files.readAllLines(SUMS).stream().map(line -> line.split(": "))
                        .collect(Collectors.toMap(line -> line[0], line -> line[1], (a, b) -> b, TreeMap::new))
                        : new TreeMap<>();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
