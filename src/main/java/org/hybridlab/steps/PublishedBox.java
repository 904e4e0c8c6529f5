package org.hybridlab.steps;

import java.util.function.Consumer;

import org.hybridlab.process.Cancellation;

/** A box that Vagrant downloads by itself when the first machine starts; for providers that hybridlab makes none for. */
final class PublishedBox implements BoxSource {
    @Override
    public String name() {
        return "bento/debian-12";
    }

    @Override
    public boolean isStock() {
        return true;
    }

    @Override
    public boolean exists(Cancellation cancellation) {
        return true;
    }

    @Override
    public void ensure(Consumer<String> lines, Cancellation cancellation) {
        lines.accept("Vagrant downloads " + name() + " when the first machine starts");
    }
}
