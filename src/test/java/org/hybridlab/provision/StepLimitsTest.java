package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.artifact.box.PackagedNote;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.destroy.DestroyPlanner;
import org.hybridlab.provision.kubernetes.NodeReady;
import org.hybridlab.provision.packaging.BoxPackagePlanner;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A step that ended its action's own waits would lose what they saw last, and what they advise. */
class StepLimitsTest {
    /** What takes as long as its caller says. */
    private static final Pattern WAITS =
            Pattern.compile("Wait\\.until|\\.script\\(|\\.upload\\(|\\.send\\(|rebootAndWait|"
            + "awaitReady|awaitApi|awaitServing|NodeShare\\.await|EtcdJoin\\.of|guest\\.root\\(|\\.fetch\\(image");
    /** It sends as many programs as are missing, ten minutes each: an hour is for all of them. */
    private static final Set<String> MANY = Set.of("WindowsProgramsSent");

    @TempDir
    private Path folder;

    @Test
    void steps_lastLongerThanTheirActionsWaits() {
        assertThat(steps().filter(step -> !step.action().longest().isZero())).hasSizeGreaterThan(100).allSatisfy(step ->
                assertThat(step.timeout()).as(step.id()).isGreaterThan(step.action().longest()));
    }

    @Test
    void everyActionThatWaitsSaysForHowLong() {
        Map<Class<?>, Action> actions = steps().map(Step::action)
                .collect(Collectors.toMap(Object::getClass, action -> action, (one, same) -> one));

        assertThat(actions).hasSizeGreaterThan(34);
        assertThat(actions.values().stream().filter(action -> waits(action) && action.longest().isZero())
                .map(action -> action.getClass().getSimpleName()).filter(name -> !MANY.contains(name))).isEmpty();
    }

    @Test
    void timeout_tellsLastSeen_andAdvice() {
        LabContext labContext = new PlannedLabs(folder).shipped("first-cluster");
        Machine node = labContext.lab().machine("node").orElseThrow();
        Step step = StepBuilder.step("node-ready", "Wait").about(node).timeout(Duration.ofMillis(100))
                .action(new NodeReady(labContext, node, Duration.ofMillis(100))).build();

        LabException failure = new Engine(new RunFolder(folder.resolve("state"), folder.resolve("logs")),
                Settings.of(1, Map.of()), Clock.systemUTC(), List.of()).run(new Plan(List.of(step)), new Cancellation())
                .step("node-ready/node").failure().orElseThrow();

        assertThat(failure.id()).isEqualTo("node-not-ready");
        assertThat(failure.why()).contains("Last seen: there is no cluster yet");
        assertThat(failure.advice())
                .isEqualTo("Its kubelet says why: hybridlab logs first-cluster node --unit kubelet");
    }

    /** Of all planners. */
    private Stream<Step> steps() {
        List<Plan> plans = new ArrayList<>();
        for (LabLocation lab : LabLocation.all(List.of(Path.of("labs")))) {
            plans.add(UpPlanner.plan(WindowsLabs.simulating(lab.file(), ProviderName.DOCKER, folder)));
            plans.add(UpPlanner.plan(WindowsLabs.created(lab.file(), ProviderName.VIRTUALBOX, folder)));
        }
        LabContext windows = WindowsLabs.labContext("vxlan-services", folder, (command, lines, cancellation) -> {
            throw new UnsupportedOperationException();
        });
        windows.workspace().create();
        windows.workspace().write("kubeconfig", "");
        windows.workspace().write("kubernetes/ca.crt", "");
        plans.add(UpPlanner.plan(windows));
        plans.add(BoxPackagePlanner.plan(windows, windows.lab().machine("win").orElseThrow(),
                new PackagedNote("hybridlab/it", "hybrid/win", "acme/windows", 20348)));
        plans.add(DestroyPlanner.plan(windows.created(), Set.of("win", "control"), true, Set.of()));
        return plans.stream().flatMap(plan -> plan.steps().stream());
    }

    private static boolean waits(Action action) {
        Class<?> type = action.getClass();
        Path file = Path.of("src/main/java").resolve(type.getNestHost().getName().replace('.', '/') + ".java");
        return unchecked(() -> {
            String source = Files.readString(file);
            return WAITS.matcher(type.isMemberClass() ? nested(source, type.getSimpleName()) : source).find();
        });
    }

    private static String nested(String source, String name) {
        Matcher nested = Pattern.compile("(?ms)^    [a-z ]*\\b%s\\b.*?^    }$".formatted(name)).matcher(source);
        assertThat(nested.find()).as(name).isTrue();
        return nested.group();
    }
}
