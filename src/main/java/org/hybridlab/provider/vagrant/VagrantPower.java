package org.hybridlab.provider.vagrant;

import java.time.Duration;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.MachinePower;

/** Power by Vagrant, which tries a shutdown before it cuts the power. */
public record VagrantPower(Vagrant vagrant) implements MachinePower {
    private static final Duration WITHIN = Duration.ofMinutes(10);

    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.halt(machine, WITHIN, lines, cancellation);
    }

    @Override
    public void suspend(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.suspend(machine, WITHIN, lines, cancellation);
    }

    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.resume(machine, WITHIN, lines, cancellation);
    }
}
