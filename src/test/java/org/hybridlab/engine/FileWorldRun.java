package org.hybridlab.engine;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;

/** A process that runs the real engine with its real journal on a world of files, and may be killed at any moment. */
final class FileWorldRun {
    static final int CHAINS = 3;
    static final int LENGTH = 10;

    private FileWorldRun() {
    }

    public static void main(String[] arguments) {
        Path dir = Path.of(arguments[0]);
        RunFolder folder = new RunFolder(dir.resolve("state"), dir.resolve("logs"));
        RunResult result = new Engine(folder, Settings.of(4, Map.of()), Clock.systemUTC(), List.of(FileWorldRun::say))
                .run(plan(dir.resolve("world")), new Cancellation());
        result.steps().forEach(step -> System.out.println(step.step() + " " + step.outcome()));
        System.exit(result.exitCode().number());
    }

    private static void say(Event event) {
        if (event instanceof Event.StepStarted started) {
            System.out.println("starts " + started.step());
        }
    }

    static Plan plan(Path world) {
        List<Step> steps = new ArrayList<>();
        for (int chain = 0; chain < CHAINS; chain++) {
            for (int i = 0; i < LENGTH; i++) {
                String id = "file-" + chain + "-" + i;
                String[] needs = i == 0 ? new String[0] : new String[] {"file-" + chain + "-" + (i - 1)};
                steps.add(Steps.step(id, new WriteFile(world.resolve(id)), needs));
            }
        }
        return new Plan(steps);
    }

    /** The effect is a file that says "whole"; each run of it leaves a line in a file beside. */
    private record WriteFile(Path file) implements Action {
        @Override
        public Probe probe(StepContext context) {
            return FileWorldRun.isWhole(file) ? Probe.present("whole") : Probe.absent("not whole");
        }

        @Override
        public void run(StepContext context) {
            unchecked(() -> {
                Files.createDirectories(file.getParent());
                Files.writeString(file.resolveSibling(file.getFileName() + ".runs"), "run\n",
                        StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                Files.writeString(file, "half");
                LockSupport.parkNanos(15_000_000);
                Files.writeString(file, "whole");
            });
        }
    }

    static boolean isWhole(Path file) {
        return unchecked(() -> Files.exists(file) && Files.readString(file).equals("whole"));
    }
}
