package org.hybridlab.provider.api;

import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;

/** Halts and suspends by Vagrant. Resumes by the provider, which knows more frozen states. */
public record OwnResume(MachinePower vagrant, Resume own) implements MachinePower {
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
