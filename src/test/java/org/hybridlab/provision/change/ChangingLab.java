package org.hybridlab.provision.change;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.provision.GoldenPlans;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.Refusals.LooksAt;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.windows.WindowsLabs;

/** A lab that is up in a {@link ChangingWorld}, whose file changes; the engine and the steps are the product's. */
final class ChangingLab {
    private static final Duration SOON = Duration.ofMillis(500);
    private static final Timeouts QUICK = new Timeouts(SOON, SOON, SOON, SOON, SOON, SOON, SOON, SOON, SOON, SOON,
            Duration.ofMillis(2));
    final ChangingWorld world = new ChangingWorld();
    private final Path folder;

    /** @param text of the lab file as the lab came up */
    ChangingLab(Path folder, String text) {
        this.folder = folder;
        LabContext up = labContext(text);
        up.workspace().create();
        up.workspace().write("Vagrantfile", "");
        up.workspace().write("kubeconfig", HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
        up.workspace().write("kubernetes/ca.crt", HealthyLab.AUTHORITY);
        for (Machine machine : up.lab().machines()) {
            world.machine(machine.name(), machine.address().toString(), up.lab().etcdMembers().contains(machine));
            up.workspace().write("ssh/" + machine.name() + ".conf", "");
            up.workspace().write(".vagrant/machines/%s/docker/id".formatted(machine.name()), "id");
        }
        LabRecord.complete(up);
    }

    /** @param text of the lab file as it is now */
    LabContext labContext(String text) {
        return parts(text).labContext();
    }

    /** The same where no wait takes long. */
    LabContext quick(String text) {
        return paced(text, QUICK);
    }

    LabContext paced(String text, Timeouts pace) {
        return parts(text).pace(pace).labContext();
    }

    private FakeParts parts(String text) {
        return new FakeParts(WindowsLabs.onDocker(text, folder, world)).cluster(world);
    }

    /** What commands refuse of the lab, as far as they look at this. */
    static void check(LabContext labContext, LooksAt looks) {
        refusals(labContext).check(looks);
    }

    static Refusals refusals(LabContext labContext) {
        return new Refusals(labContext.open(), Optional.empty(), List.of(), () -> labContext, new Cancellation());
    }

    /** Those steps of {@code up} alone, as if all that they need were done. */
    Plan plan(LabContext labContext, Predicate<String> ids) {
        return only(GoldenPlans.of(labContext).steps(), ids);
    }

    static Plan only(List<Step> steps, Predicate<String> ids) {
        Set<String> kept = steps.stream().map(Step::id).filter(ids).collect(Collectors.toSet());
        return new Plan(steps.stream().filter(step -> kept.contains(step.id())).map(step -> {
            Set<String> needs = new HashSet<>(step.needs());
            needs.retainAll(kept);
            return new Step(step.id(), step.title(), step.machine(), needs, step.permits(), step.timeout(),
                    step.retry(), step.fingerprint(), step.action());
        }).toList());
    }

    RunResult run(Plan plan, Agreement agreement) {
        RunFolder run = new RunFolder(folder.resolve("run"), folder.resolve("run/logs"));
        try (LabLock lock = LabLock.acquire(run, Clock.systemUTC())) {
            return new Engine(run, Settings.of(1, Map.of()), Clock.systemUTC(), List.of())
                    .run(plan, lock, Optional.empty(), agreement, new Cancellation());
        }
    }

    FirstLook look(Plan plan) {
        return new Engine(new RunFolder(folder.resolve("run"), folder.resolve("run/logs")), Settings.of(1, Map.of()),
                Clock.systemUTC(), List.of()).look(plan, new Cancellation());
    }
}
