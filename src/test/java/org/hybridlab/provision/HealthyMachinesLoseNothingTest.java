package org.hybridlab.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeApi;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All steps of a lab that is up and well, each looked at and run as if nothing were recorded, while machines and the
 * API server answer well, wrong, or not at all: nothing that would be lost is touched.
 */
class HealthyMachinesLoseNothingTest {
    private static final String HYBRID = """
            name: hybrid
            kubernetes: 1.36
            provider: virtualbox
            untaint: true
            machines:
              - {name: control, role: control-plane, memory: 3000MiB}
              - {name: node, kubernetes: 1.35}
              - {name: win, os: windows, memory: 4GiB}
            """;
    private static final Map<String, String> LABS = Map.of("THREE_CONTROL_PLANES", HealthyLab.THREE_CONTROL_PLANES,
            "ETCD_APART", HealthyLab.ETCD_APART, "HYBRID", HYBRID);
    private static final Pattern DESTROYS =
            Pattern.compile("kubeadm (reset|init(?! phase addon)|join)|script join.ps1|/run/join.ps1"
            + "|delete /api/v1/nodes/|member remove|member add|del \"\" --prefix|etcdctl .*\\bdel\\b|vagrant destroy"
            + "|ip link delete|delete .*deployments|script etcd.sh new|systemctl stop|-rf");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {HealthyLab.THREE_CONTROL_PLANES, HealthyLab.ETCD_APART, HYBRID})
    void whenTheRecordIsLost(String text) {
        judge(new HealthyLab(folder, text), call -> MachinesInFolders.Fault.NONE, FakeApi.Fault.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {HealthyLab.THREE_CONTROL_PLANES, HYBRID})
    void healthyMachines_withLostMarks_loseNothing(String text) {
        HealthyLab lab = new HealthyLab(folder, text);
        lab.loseMarks();
        judge(lab, call -> MachinesInFolders.Fault.NONE, FakeApi.Fault.NONE);
    }

    @ParameterizedTest
    @CsvSource({"LOST, THREE_CONTROL_PLANES", "SILENT, THREE_CONTROL_PLANES", "LOST, HYBRID", "SILENT, ETCD_APART"})
    void whenOneAnswerOfAMachineIsWrong(MachinesInFolders.Fault fault, String name) {
        HealthyLab lab = new HealthyLab(folder, LABS.get(name));
        for (int nth = 1; nth <= 3; nth++) {
            int wrong = nth;
            judge(lab, call -> call == wrong ? fault : MachinesInFolders.Fault.NONE, FakeApi.Fault.NONE);
        }
    }

    @ParameterizedTest
    @EnumSource(value = MachinesInFolders.Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void whenNoAnswerOfAMachineIsRight(MachinesInFolders.Fault fault) {
        LABS.forEach((name, text) -> judge(new HealthyLab(folder.resolve(name), text), call -> fault,
                FakeApi.Fault.NONE));
    }

    @ParameterizedTest
    @EnumSource(value = FakeApi.Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void healthyMachines_withWrongAnswers_loseNothing(FakeApi.Fault fault) {
        List.of("THREE_CONTROL_PLANES", "HYBRID").forEach(name -> {
            HealthyLab lab = new HealthyLab(folder.resolve(name), LABS.get(name));
            lab.loseMarks();
            judge(lab, call -> MachinesInFolders.Fault.NONE, fault);
        });
    }

    /** Every step is looked at and run by itself, the fault counted from its own first command. */
    private static void judge(HealthyLab lab, Function<Integer, MachinesInFolders.Fault> shell, FakeApi.Fault api) {
        List<String> before = lab.kept();
        List<String> destroyed = new ArrayList<>();
        for (Step step : lab.steps()) {
            for (Runnable call : calls(step)) {
                lab.machines.fail(shell);
                lab.api.fail(api);
                attempt(call);
                Stream.concat(lab.machines.told().stream(), lab.api.calls().stream())
                        .filter(line -> DESTROYS.matcher(line).find())
                        .forEach(line -> destroyed.add(step.id() + ": " + line));
            }
        }
        assertThat(destroyed).isEmpty();
        assertThat(lab.kept()).isEqualTo(before);
    }

    private static List<Runnable> calls(Step step) {
        QuietContext context = new QuietContext();
        return List.of(() -> step.action().probe(context), () -> step.action().run(context));
    }

    private static void attempt(Runnable call) {
        try {
            call.run();
        } catch (LabException e) {
            // What could not be seen is a failure of the step; the next run looks again.
        }
    }
}
