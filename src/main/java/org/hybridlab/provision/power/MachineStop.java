package org.hybridlab.provision.power;

import java.time.Duration;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Wait;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.vagrant.Vagrantfile;
import org.hybridlab.provision.state.CreatedLab;

/**
 * Halts or suspends a machine, and verifies that. With libvirt, {@code vagrant halt} may succeed while the machine
 * still runs: it forces off only one that is not shutting down.
 */
public final class MachineStop {
    /** Two calls of Vagrant, each with Windows' shutdown time and some overhead. */
    public static final Duration LONGEST = Vagrantfile.WINDOWS_HALT.plusMinutes(3).multipliedBy(2);
    private static final String STILL_RUNS = "machine-still-runs";
    private static final int TRIES = 2;

    private final CreatedLab lab;
    private final Duration within;

    public MachineStop(CreatedLab lab) {
        this(lab, Duration.ofMinutes(1));
    }

    /** @param within how long a machine may go on after the provider's command has ended */
    MachineStop(CreatedLab lab, Duration within) {
        this.lab = lab;
        this.within = within;
    }

    /** @throws LabException {@code machine-still-runs} (exit 1) */
    public void halt(String machine, StepContext context) {
        for (int tries = 1; true; tries++) {
            if (tries == 1) {
                lab.power().halt(machine, context::line, context.cancellation());
            } else {
                lab.power().haltAgain(machine, context::line, context.cancellation());
            }
            try {
                await(machine, context);
                return;
            } catch (LabException e) {
                if (tries == TRIES || !e.id().equals(STILL_RUNS)) {
                    throw e;
                }
                context.line("%s still runs; halting it again".formatted(machine));
            }
        }
    }

    /** @throws LabException {@code machine-still-runs} (exit 1) */
    void suspend(String machine, StepContext context) {
        lab.power().suspend(machine, context::line, context.cancellation());
        await(machine, context);
    }

    private void await(String machine, StepContext context) {
        Wait.until(machine + " no longer runs", within).every(Duration.ofSeconds(1)).orFail(STILL_RUNS,
                "Run the same command again. If it still runs then, look at it with the provider's own tools.")
                .that(() -> lab.state(machine, context.cancellation()), MachineState::isStill, MachineState::word,
                        context.cancellation());
    }
}
