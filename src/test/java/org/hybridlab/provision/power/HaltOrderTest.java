package org.hybridlab.provision.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab on libvirt, of which Vagrant does not know one machine. */
class HaltOrderTest {
    @TempDir
    private Path folder;
    private final Map<String, String> states = new TreeMap<>(Map.of("control", "running", "node", "running",
            "stranger", "running"));
    private String prefix;

    @Test
    void worker_thatStays_leavesNoControlPlaneOn() {
        LabContext lab = WindowsLabs.onLibvirt("""
                name: one
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: node}]
                """, folder, new FakePrograms(this::answer));
        lab.workspace().create();
        prefix = lab.id().machine("");

        RunResult result = run(PowerPlanner.halt(lab.created(), PowerPlanner.of(lab.lab()), new Cancellation()));

        assertThat(result.green()).isFalse();
        assertThat(result.failures()).singleElement().satisfies(step ->
                assertThat(step.step()).isEqualTo("machine-halted/stranger"));
        assertThat(states).containsEntry("control", "shut off").containsEntry("node", "shut off")
                .containsEntry("stranger", "running");
    }

    private RunResult run(Plan plan) {
        RunFolder run = new RunFolder(folder.resolve("run"), folder.resolve("run/logs"));
        try (LabLock lock = LabLock.acquire(run, Clock.systemUTC())) {
            return new Engine(run, Settings.of(4, Map.of()), Clock.systemUTC(), List.of())
                    .run(plan, lock, new Cancellation());
        }
    }

    private synchronized Answer answer(Command command) {
        List<String> words = command.words();
        if (words.contains("vagrant")) {
            String machine = words.get(2);
            if (machine.equals("stranger")) {
                return new Answer(1, "1,,error-exit,Vagrant::Errors::MachineNotFound,The machine with the name "
                        + "'stranger' was not found\n", "");
            }
            states.put(machine, "shut off");
        }
        StringBuilder said = new StringBuilder();
        if (words.contains("--all") && !words.contains("--uuid")) {
            states.forEach((machine, state) -> said.append(" 1   %s%s   %s\n".formatted(prefix, machine, state)));
        }
        return Answer.printing(said.toString());
    }
}
