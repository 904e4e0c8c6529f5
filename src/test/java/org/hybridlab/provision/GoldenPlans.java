package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.hybridlab.common.workspace.ShortHash;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Plans of {@code up} that tests make, held to what they were. A line of the golden file has the sum of all plans of
 * one test: id, needs, permits, timeout and retry of each step. To see how a plan changed, let both commits write all
 * plans with {@code -Dplans.folder=FOLDER} and compare the folders; these files have the fingerprints, too.
 */
public final class GoldenPlans implements BeforeEachCallback, AfterEachCallback {
    private static final Path SUMS = Path.of("src/test/resources/golden/plans/change.txt");
    /** How often a test method ran: one with parameters runs several times. */
    private static final Map<String, Integer> RUNS = new HashMap<>();
    private static final List<Plan> MADE = new ArrayList<>();
    private static String test = "";

    @Override
    public void beforeEach(ExtensionContext context) {
        String method = "%s.%s".formatted(context.getRequiredTestClass().getSimpleName(),
                context.getRequiredTestMethod().getName());
        test = "%s %d".formatted(method, RUNS.merge(method, 1, Integer::sum));
        MADE.clear();
    }

    /** The plan of {@code up}. All plans of this test together must be those that it made before. */
    public static Plan of(LabContext labContext) {
        assertThat(test).as("a test with @ExtendWith(GoldenPlans.class)").isNotEmpty();
        Plan plan = UpPlanner.plan(labContext);
        MADE.add(plan);
        write("%s %d".formatted(test, MADE.size()), plan);
        return plan;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isEmpty() && !MADE.isEmpty()) {
            held();
        }
        test = "";
    }

    private static void held() {
        int steps = MADE.stream().mapToInt(plan -> plan.steps().size()).sum();
        String texts = MADE.stream().map(plan -> text(plan, false)).collect(Collectors.joining("\n"));
        String sum = "%d plans of %d steps, %s".formatted(MADE.size(), steps, ShortHash.of(texts, 8));
        if (Boolean.getBoolean("golden.update")) {
            update(test, sum);
        }
        assertThat(sum).as("the plans of %s in %s; -Dplans.folder=FOLDER writes them whole", test, SUMS)
                .isEqualTo(Golden.SUMS_BY_NAME.get(test));
    }

    private static void update(String name, String sum) {
        Golden.SUMS_BY_NAME.put(name, sum);
        unchecked(() -> {
            Files.createDirectories(SUMS.getParent());
            Files.write(SUMS, Golden.SUMS_BY_NAME.entrySet().stream()
                    .map(one -> one.getKey() + ": " + one.getValue()).toList());
        });
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
            unchecked(() -> {
                Files.createDirectories(Path.of(folder));
                Files.write(Path.of(folder, name.replace(' ', '-') + ".txt"), List.of(text(plan, true)));
            });
        }
    }

    /** Read once: tests with tight waits make many plans. */
    private static final class Golden {
        static final Map<String, String> SUMS_BY_NAME = read();

        private static Map<String, String> read() {
            return unchecked(() -> Files.exists(SUMS) ? Files.readAllLines(SUMS).stream().map(line -> line.split(": "))
                    .collect(Collectors.toMap(line -> line[0], line -> line[1], (a, b) -> b, TreeMap::new))
                    : new TreeMap<>());
        }
    }
}
