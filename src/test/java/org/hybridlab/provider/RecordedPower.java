package org.hybridlab.provider;

import java.util.List;
import java.util.function.Consumer;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.provider.api.MachinePower;

/**
 * Fake: a Vagrant that notes what it is called for, such as {@code vagrant halt node}, and does nothing. The real one
 * may also fail.
 */
public record RecordedPower(List<String> calls) implements MachinePower {
    @Override
    public void halt(String machine, Consumer<String> lines, Cancellation cancellation) {
        calls.add("vagrant halt " + machine);
    }

    @Override
    public void suspend(String machine, Consumer<String> lines, Cancellation cancellation) {
        calls.add("vagrant suspend " + machine);
    }

    @Override
    public void resume(String machine, Consumer<String> lines, Cancellation cancellation) {
        calls.add("vagrant resume " + machine);
    }
}
