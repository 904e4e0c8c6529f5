package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine on a simulated lab: random faults, {@code kill -9} and Ctrl-C at every transition. */
class SimulationTest {
    @TempDir
    static Path dir;
    private RunFolder folder;
    private LabLock lock;

    @BeforeEach
    void lock() {
        folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
        lock = LabLock.acquire(folder, Clock.systemUTC());
    }

    @AfterEach
    void unlock() {
        lock.close();
    }

    @Test
    void runs_withRandomFaults_neverEndWronglyGreen() {
        int green = 0;
        int red = 0;
        int killed = 0;
        int interrupted = 0;
        for (int seed = 1; seed <= 1000; seed++) {
            Random random = new Random(seed);
            Simulation simulation = new Simulation(folder, lock, 1 + random.nextInt(5), random.nextInt(4));
            for (int i = random.nextInt(4); i >= 0; i--) {
                Optional<RunResult> result = runWithFaults(simulation, random);
                result.filter(RunResult::green).ifPresent(
                        all -> assertThat(simulation.lab().complete()).as("wrong green").isTrue());
                green += result.filter(RunResult::green).isPresent() ? 1 : 0;
                interrupted += result.filter(RunResult::interrupted).isPresent() ? 1 : 0;
                red += result.filter(one -> !one.green() && !one.interrupted()).isPresent() ? 1 : 0;
                killed += result.isEmpty() ? 1 : 0;
            }
            fixes(simulation, "seed " + seed);
        }
        // The faults are strong enough to matter and weak enough to be overcome now and then.
        assertThat(green).isGreaterThan(100);
        assertThat(red).isGreaterThan(500);
        assertThat(killed).isGreaterThan(100);
        assertThat(interrupted).isGreaterThan(100);
    }

    private static Optional<RunResult> runWithFaults(Simulation simulation, Random random) {
        Cancellation cancellation = new Cancellation();
        Faults faults = new Faults(random.nextLong(), 0.3 * random.nextDouble());
        int transition = random.nextInt(40);
        return simulation.run(faults, cancellation, switch (random.nextInt(5)) {
            case 0 -> simulation.killAt(transition, random.nextInt(3));
            case 1 -> Simulation.interruptAt(transition, 1 + random.nextInt(2), cancellation);
            default -> new MemoryJournal.Watcher() { };
        });
    }

    private static void fixes(Simulation simulation, String story) {
        RunResult clean = simulation.run(Faults.NO_FAULTS).orElseThrow();
        assertThat(clean.green()).as(story).isTrue();
        assertThat(simulation.lab().complete()).as(story).isTrue();
        RunResult again = simulation.run(Faults.NO_FAULTS).orElseThrow();
        assertThat(again.steps()).as(story).filteredOn(step -> step.outcome() != Outcome.SKIPPED)
                .extracting(StepResult::step).containsExactly(SimulatedLab.LAST);
    }

    @ParameterizedTest(name = "{0} nodes, {1} apps, kill leaves {2}")
    @CsvSource({"1, 0, 0", "1, 0, 1", "1, 0, 2", "3, 2, 0", "3, 2, 1", "3, 2, 2", "6, 1, 0", "6, 1, 1", "6, 1, 2"})
    void run_afterKill_finishesAndRedoesNothing(int nodes, int apps, int how) {
        int transitions = transitions(nodes, apps);
        for (int k = 0; k < transitions; k++) {
            Simulation simulation = new Simulation(folder, lock, nodes, apps);

            assertThat(simulation.run(Faults.NO_FAULTS, new Cancellation(), simulation.killAt(k, how))).isEmpty();

            goesOnWithWhatIsThere(simulation, "killed at transition " + k);
        }
    }

    @ParameterizedTest(name = "{0} nodes, {1} apps, {2} requests")
    @CsvSource({"1, 0, 1", "3, 2, 1", "3, 2, 2", "6, 1, 1"})
    void run_afterInterruption_finishesAndRedoesNothing(
            int nodes, int apps, int requests) {
        int transitions = transitions(nodes, apps);
        for (int k = 0; k < transitions; k++) {
            Simulation simulation = new Simulation(folder, lock, nodes, apps);
            Cancellation cancellation = new Cancellation();

            RunResult result = simulation.run(Faults.NO_FAULTS, cancellation,
                    Simulation.interruptAt(k, requests, cancellation)).orElseThrow();

            // After the last step's "done" and the run's own end there is nothing left to interrupt.
            boolean allWasDone = k >= transitions - 2;
            assertThat(result.interrupted()).as("interrupted at " + k).isEqualTo(!allWasDone);
            assertThat(result.exitCode().number()).isEqualTo(allWasDone ? 0 : 130);
            goesOnWithWhatIsThere(simulation, "interrupted at " + k);
        }
    }

    private int transitions(int nodes, int apps) {
        Simulation simulation = new Simulation(folder, lock, nodes, apps);
        simulation.run(Faults.NO_FAULTS);
        return simulation.journal().entries().size();
    }

    private static void goesOnWithWhatIsThere(Simulation simulation, String story) {
        Set<String> recorded = simulation.journal().entries().stream().filter(entry -> entry.kind() == Entry.Kind.DONE)
                .map(Entry::step).collect(Collectors.toSet());
        Set<String> there = new HashSet<>();
        Plan plan = simulation.lab().plan(Faults.NO_FAULTS);
        plan.steps().stream().filter(step -> recorded.contains(step.id()) && SimulatedLab.action(step).isThere())
                .map(Step::id).forEach(there::add);
        int before = simulation.world().machineNames().stream().filter(simulation.world()::machineRuns)
                .mapToInt(simulation.world()::made).sum();
        Set<String> complete = simulation.world().machineNames().stream().filter(simulation.world()::machineRuns)
                .collect(Collectors.toSet());

        RunResult next = simulation.run(Faults.NO_FAULTS).orElseThrow();

        assertThat(next.green()).as(story).isTrue();
        assertThat(simulation.lab().complete()).as(story).isTrue();
        assertThat(next.steps()).as(story).filteredOn(step -> step.outcome() == Outcome.SKIPPED)
                .extracting(StepResult::step).containsExactlyInAnyOrderElementsOf(there);
        assertThat(complete.stream().mapToInt(simulation.world()::made).sum()).as(story + ": no machine made twice")
                .isEqualTo(before);
    }
}
