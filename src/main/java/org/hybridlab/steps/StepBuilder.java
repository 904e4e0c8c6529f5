package org.hybridlab.steps;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.lab.App;
import org.hybridlab.lab.Machine;
import org.hybridlab.plan.Action;
import org.hybridlab.plan.Retry;
import org.hybridlab.plan.Step;

/** Puts a {@link Step} together; what is not said has the usual value. */
final class StepBuilder {
    /** What a step has beyond all waits of its action, so that these end first: they know what was waited for. */
    static final Duration MORE = Duration.ofMinutes(1);

    private final Set<String> needs = new HashSet<>();
    private final Set<String> permits = new HashSet<>();
    private final String title;
    private String id;
    private Optional<String> machine = Optional.empty();
    private Duration timeout = Duration.ofMinutes(2);
    private Retry retry = Retry.NEVER;
    private String fingerprint = "";
    private Action action;

    private StepBuilder(String id, String title) {
        this.id = id;
        this.title = title;
    }

    static StepBuilder step(String id, String title) {
        return new StepBuilder(id, title);
    }

    StepBuilder about(Machine theMachine) {
        machine = Optional.of(theMachine.name());
        id = id + "/" + theMachine.name();
        return this;
    }

    StepBuilder about(App app) {
        id = id + "/" + app.name();
        return this;
    }

    StepBuilder needs(String... ids) {
        return needs(Set.of(ids));
    }

    StepBuilder needs(Set<String> ids) {
        needs.addAll(ids);
        return this;
    }

    StepBuilder permit(String permit) {
        permits.add(permit);
        return this;
    }

    /** At least; never less than its action's own waits take. */
    StepBuilder timeout(Duration theTimeout) {
        timeout = theTimeout;
        return this;
    }

    StepBuilder retry(Retry theRetry) {
        retry = theRetry;
        return this;
    }

    /** Everything that the step's effect is made from. */
    StepBuilder inputs(Object... parts) {
        fingerprint = Fingerprint.of(parts);
        return this;
    }

    StepBuilder action(Action theAction) {
        action = theAction;
        return this;
    }

    Step build() {
        Duration least = action.longest().isZero() ? Duration.ZERO : action.longest().plus(MORE);
        return new Step(id, title, machine, needs, permits, timeout.compareTo(least) < 0 ? least : timeout, retry,
                fingerprint, action);
    }
}
