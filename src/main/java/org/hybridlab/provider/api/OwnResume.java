package org.hybridlab.provider.api;

import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;

/** Vagrant halts and suspends machines; the provider lets them go on, as it knows more kinds of frozen machines. */
public record OwnResume(MachinePower vagrant, Resume own) implements MachinePower {
    /** {@link MachinePower#resume} by the provider. */
    @FunctionalInterface
    public interface Resume {
        void resume(String machine, Consumer<String> lines, Cancellation cancellation);
    }

    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.halt(machine, lines, cancellation);
    }

    @Override
    public void suspend(String machine, Consumer<String> lines, Cancellation cancellation) {
        vagrant.suspend(machine, lines, cancellation);
    }

    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        own.resume(machine, lines, cancellation);
    }
}
