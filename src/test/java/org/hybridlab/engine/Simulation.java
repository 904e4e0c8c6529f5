package org.hybridlab.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.journal.Entry;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;

/** Runs the real engine on a simulated lab in virtual time, one process after the other on the same journal. */
final class Simulation {
    private final RunFolder folder;
    private final LabLock lock;
    private final SimulatedWorld world = new SimulatedWorld();
    private final SimulatedLab lab;
    private final MemoryJournal journal = new MemoryJournal();
    private Duration now = Duration.ZERO;

    Simulation(RunFolder folder, LabLock lock, int nodes, int apps) {
        this.folder = folder;
        this.lock = lock;
        lab = new SimulatedLab(world, nodes, apps);
    }

    SimulatedWorld world() {
        return world;
    }

    SimulatedLab lab() {
        return lab;
    }

    MemoryJournal journal() {
        return journal;
    }

    Optional<RunResult> run(Faults faults) {
        return run(faults, new Cancellation(), new MemoryJournal.Watcher() { });
    }

    /**
     * @param watcher may kill the process or interrupt the run at any transition
     * @return empty if the process was killed
     */
    Optional<RunResult> run(Faults faults, Cancellation cancellation, MemoryJournal.Watcher watcher) {
        world.newProcess();
        Plan plan = lab.plan(faults);
        Referee referee = new Referee(plan, lab.permits(), cancellation);
        VirtualTime time = new VirtualTime(now, task -> SimulatedLab.action(task.step()).begin(task.kind()));
        Settings settings = new Settings(4, lab.permits(), Duration.ofSeconds(20), Duration.ofSeconds(30));
        MemoryJournal disk = journal.newRun(new MemoryJournal.Watcher() {
            @Override
            public void before(int count, Entry entry) {
                watcher.before(count, entry);
                referee.watch(entry);
            }

            @Override
            public void after(int count, Entry entry) {
                watcher.after(count, entry);
            }
        });
        try {
            RunResult result = new Engine(folder, settings, time, List.of(), where -> disk, with -> time)
                    .run(plan, lock, cancellation);
            referee.judge(result);
            return Optional.of(result);
        } catch (Killed e) {
            return Optional.empty();
        } finally {
            now = time.elapsed().plusSeconds(60);
        }
    }

    /** {@code kill -9} at one transition: after the journal has got nothing (0), half (1), or all (2) of the line. */
    MemoryJournal.Watcher killAt(int transition, int how) {
        return new MemoryJournal.Watcher() {
            @Override
            public void before(int count, Entry entry) {
                if (count == transition) {
                    world.killProcess();
                    if (how == 1) {
                        journal.writeHalf(entry);
                    } else if (how == 2) {
                        journal.write(entry);
                    }
                    throw new Killed();
                }
            }
        };
    }

    /** Ctrl-C, once or more, just after a transition. */
    static MemoryJournal.Watcher interruptAt(int transition, int requests, Cancellation cancellation) {
        return new MemoryJournal.Watcher() {
            @Override
            public void after(int count, Entry entry) {
                for (int i = 0; i < requests && count == transition; i++) {
                    cancellation.request();
                }
            }
        };
    }

    /** What ends a killed process; an Error, so that nothing handles it. */
    static final class Killed extends Error {
    }
}
