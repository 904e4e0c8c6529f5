package org.hybridlab.provision.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.FakePrograms.Answer;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.BoxSource;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.MachineIdentity;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab whose machines are there, on a host that lost their box, or has a newer hybridlab. */
class BoxReadyTest {
    private static final String LAB = """
            name: duo
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}, {name: own, box: debian:12}]
            """;
    @TempDir
    private Path folder;
    private final Map<String, String> states = new TreeMap<>();
    private boolean silent;
    private final FakePrograms docker = new FakePrograms(command -> silent ? Answer.failing("No.")
            : Answer.printing(states.entrySet().stream()
                    .map(one -> "%s %s id\n".formatted(one.getKey(), one.getValue())).collect(Collectors.joining())));
    private final List<String> built = new ArrayList<>();

    @Test
    void box_ofMachinesThere_isNotBuilt() {
        made("control", "exited");
        made("node", "running");

        assertThat(isThere()).isTrue();
        step().action().run(new QuietContext());
        assertThat(built).isEmpty();
        assertThat(new ComingMachines(labContext(), Set.of()).haveBox(new Cancellation())).isTrue();
    }

    @Test
    void box_ofMissingMachine_isBuilt() {
        made("control", "exited");
        assertThat(isThere()).as("never made").isFalse();

        made("node", "running");
        states.remove("node");
        assertThat(isThere()).as("taken away behind Vagrant's back").isFalse();

        made("node", "removing");
        assertThat(isThere()).as("about to go").isFalse();
        step().action().run(new QuietContext());
        assertThat(built).hasSize(1);
    }

    /** `up` removes what Vagrant did not complete, and makes it again. */
    @Test
    void box_ofHalfMadeMachine_isBuilt() {
        made("control", "running");
        made("node", "exited");
        labContext().workspace().remove("ssh/node.machine");
        assertThat(isThere()).isFalse();

        made("node", "running");
        labContext().workspace().remove("ssh/node.machine");
        assertThat(isThere()).as("it boots").isTrue();
    }

    @Test
    void box_ofReplacedMachine_isBuilt() {
        made("control", "running");
        made("node", "running");
        new WorkspaceState(labContext().workspace()).beginRecreating("node");

        assertThat(isThere()).isFalse();
        new WorkspaceState(labContext().workspace()).endRecreating("node");
        assertThat(isThere()).isTrue();
        assertThat(new ComingMachines(labContext(), Set.of("node")).haveBox(new Cancellation())).isFalse();
    }

    /** Unknown is not there. */
    @Test
    void box_isBuilt_whereDockerIsSilent() {
        made("control", "running");
        made("node", "running");
        silent = true;

        assertThat(isThere()).isFalse();
        assertThat(new ComingMachines(labContext(), Set.of()).haveBox(new Cancellation())).isFalse();
    }

    private boolean isThere() {
        return step().action().probe(new QuietContext()).isPresent();
    }

    private Step step() {
        return UpPlanner.plan(labContext()).step("box-ready");
    }

    private void made(String machine, String state) {
        states.put(machine, state);
        labContext().workspace().create();
        labContext().workspace().write(".vagrant/machines/%s/docker/id".formatted(machine), "id");
        new MachineIdentity(labContext().workspace(), machine).remember(MachineState.of(state).identity("id"));
    }

    private LabContext labContext() {
        return new FakeParts(WindowsLabs.onDocker(LAB, folder, docker)).box(new Missing()).labContext();
    }

    /** A box that has to be built. */
    private final class Missing implements BoxSource {
        @Override
        public String name() {
            return "hybridlab/linux:new";
        }

        @Override
        public boolean isStock() {
            return false;
        }

        @Override
        public boolean exists(Cancellation cancellation) {
            return false;
        }

        @Override
        public void ensure(Fetching fetching) {
            built.add(name());
        }
    }
}
