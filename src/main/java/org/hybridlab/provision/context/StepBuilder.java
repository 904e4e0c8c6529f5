package org.hybridlab.provision.context;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.config.model.App;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Retry;
import org.hybridlab.engine.plan.Step;

/** Builds a {@link Step} with defaults. */
public final class StepBuilder {
    private final Set<String> needs = new HashSet<>();
    private final Set<String> permits = new HashSet<>();
    private final Set<String> before = new HashSet<>();
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

    public static StepBuilder step(String id, String title) {
        return new StepBuilder(id, title);
    }

    public StepBuilder about(Machine theMachine) {
        machine = Optional.of(theMachine.name());
        return about(theMachine.name());
    }

    public StepBuilder about(App app) {
        return about(app.name());
    }

    /** @param subject such as a machine that left the lab file */
    public StepBuilder about(String subject) {
        id = StepIds.id(id, subject);
        return this;
    }

    public StepBuilder needs(String... ids) {
        return needs(Set.of(ids));
    }

    public StepBuilder needs(Set<String> ids) {
        needs.addAll(ids);
        return this;
    }

    /** @param steps ids or kinds; the plan may lack them */
    public StepBuilder before(Set<String> steps) {
        before.addAll(steps);
        return this;
    }

    public StepBuilder before(String... steps) {
        return before(Set.of(steps));
    }

    public StepBuilder permit(String permit) {
        permits.add(permit);
        return this;
    }

    /** A minimum; the action's own waits may raise it. */
    public StepBuilder timeout(Duration theTimeout) {
        timeout = theTimeout;
        return this;
    }

    public StepBuilder retry(Retry theRetry) {
        retry = theRetry;
        return this;
    }

    /** All inputs of the step's effect. */
    public StepBuilder inputs(Object... parts) {
        fingerprint = Fingerprint.of(parts);
        return this;
    }

    public StepBuilder action(Action theAction) {
        action = theAction;
        return this;
    }

    public Step build() {
        return new Step(id, title, machine, needs, permits, Step.enough(timeout, action), retry, fingerprint, action,
                before);
    }
}
