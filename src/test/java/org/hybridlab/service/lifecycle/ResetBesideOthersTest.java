package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.RunResult;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.lifecycle.FrozenDomains.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Resets beside machines that are neither in the snapshot nor in the file: members of etcd that know more, say. */
class ResetBesideOthersTest extends SavedLab {

    @ParameterizedTest
    @ValueSource(strings = {"running", "paused", "exited"})
    void otherContainer_isOff_beforeAnySetBack(String state) {
        FrozenContainers docker = onDocker();
        docker.machines.put("control2", new FrozenMachine());
        docker.machines.get("control2").state = state;
        List<String> met = new ArrayList<>();
        docker.met = line -> {
            if (line.contains("kill -9 -1") || line.startsWith("docker start")) {
                met.add(docker.machines.get("control2").state);
            }
        };

        assertThat(reset().green()).isTrue();

        assertThat(met).hasSizeGreaterThan(3).containsOnly("exited");
        assertThat(docker.machines.get("control2").state).isEqualTo("exited");
        assertThat(docker.machines.get("control").state).isEqualTo("running");
    }

    @Test
    void otherContainer_staysOn_endsTheReset() {
        FrozenContainers docker = onDocker();
        docker.machines.put("control2", new FrozenMachine());
        docker.refuses("stop -t 20 id-control2", 99);

        RunResult result = reset();

        assertThat(result.green()).isFalse();
        assertThat(hasBegun(result)).as("its machines would be made again").isFalse();
        assertThat(state().resetTo()).isEmpty();
        assertThat(docker.ran()).noneMatch(line -> line.contains("kill -9 -1"));
        assertThat(docker.machines.get("control").boots).isEqualTo(1);
    }

    /** Machines that are made again would meet the same. */
    @Test
    void otherContainer_staysOn_endsTheNextReset() {
        FrozenContainers docker = onDocker();
        state().beginReset("first");
        docker.machines.put("control2", new FrozenMachine());
        docker.refuses("stop -t 20 id-control2", 99);

        assertThat(hasBegun(reset())).isFalse();

        assertThat(state().resetTo()).contains("first");
    }

    @Test
    void reset_isNoted_afterAllThatMayFail() {
        onDocker().machines.put("control2", new FrozenMachine());

        Plan plan = new SnapshotPlanner(labContext()).reset(snapshot("first"), Set.of(),
                new Cancellation());

        assertThat(plan.steps().stream().filter(step -> step.id().equals("reset-noted"))).singleElement().satisfies(
                step -> assertThat(step.needs()).contains("snapshot-verified", "machine-halted/control2",
                        "reset-network-ready"));
        assertThat(plan.steps().stream().filter(step -> step.id().startsWith("reset-begun/")))
                .hasSize(2).allSatisfy(step -> assertThat(step.needs()).containsExactly("reset-noted"));
    }

    @Test
    void setBack_thatFails_hasBegun() {
        onDocker().refuses("start id-node", 1);

        assertThat(hasBegun(reset())).isTrue();

        assertThat(state().resetTo()).contains("first");
    }

    /** Somebody may have started it meanwhile. */
    @Test
    void resetThatIsEnded_switchesThemOffAgain() {
        FrozenContainers docker = onDocker();
        docker.machines.put("control2", new FrozenMachine());
        docker.refuses("start id-node", 1);
        assertThat(reset().green()).isFalse();
        assertThat(docker.machines.get("control2").state).isEqualTo("exited");
        docker.machines.get("control2").state = "running";
        List<String> met = new ArrayList<>();
        docker.met = line -> {
            if (line.contains("kill -9 -1") || line.startsWith("docker start")) {
                met.add(docker.machines.get("control2").state);
            }
        };

        assertThat(finishEarlier()).isEmpty();

        assertThat(met).hasSizeGreaterThan(3).containsOnly("exited");
    }

    /** Whether it runs, the provider does not say. */
    @Test
    void otherContainer_inUnknownState_refusesTheReset() {
        FrozenContainers docker = onDocker();
        docker.machines.put("control2", new FrozenMachine());
        docker.machines.get("control2").state = "dead";

        LabException e = failure(this::reset);
        assertThat(e.id()).isEqualTo("machine-still-runs");
        assertThat(e.what()).isEqualTo("control2 is dead and not in the snapshot 'first': it may run, and know "
                + "what the snapshot does not.");
        assertThat(e.advice()).startsWith("Nothing was changed.");
        assertThat(state().resetTo()).isEmpty();
        assertThat(docker.ran()).noneMatch(line -> line.contains("kill -9 -1") || line.startsWith("docker stop"));
    }

    /** The file names it, so that hybridlab may remove it. A reset is under way, so something was changed. */
    @Test
    void brokenWorker_isToBeDestroyed() {
        FrozenContainers docker = onDocker();
        lab = WindowsLabs.onDocker(DUO.replace("{name: node}", "{name: node}, {name: later}"), folder, docker);
        docker.machines.put("later", new FrozenMachine());
        docker.machines.get("later").state = "dead";

        assertThatThrownBy(this::reset).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.advice())
                .isEqualTo("Nothing was changed. Run `hybridlab destroy duo later`, then the same "
                        + "command again: it makes that machine again."));
        state().beginReset("first");
        assertThatThrownBy(this::reset).isInstanceOfSatisfying(LabException.class, e -> assertThat(e.advice())
                .startsWith("Run `hybridlab destroy duo later`, "));
    }

    /** Whatever state it is in: the part of `up` that removes it follows only then. */
    @ParameterizedTest
    @ValueSource(strings = {"running", "exited"})
    void otherContainer_obstructs_theQuickWay(String state) {
        FrozenContainers docker = onDocker();
        assertThat(inPlace()).isPresent();
        docker.machines.put("control2", new FrozenMachine());
        docker.machines.get("control2").state = state;

        assertThat(inPlace()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"running", "paused"})
    void otherDomain_isOff_beforeAnySetBack(String state) {
        FrozenDomains libvirt = onLibvirt();
        libvirt.domains.put("control2", new Domain(state, "later", Duration.ZERO));
        List<String> states = new ArrayList<>();
        libvirt.met = "snapshot-revert";
        libvirt.meeting = () -> states.add(libvirt.domains.get("control2").state());

        assertThat(reset().green()).isTrue();

        assertThat(states).hasSize(2).containsOnly("shut off");
        assertThat(libvirt.domains.get("control2").state()).isEqualTo("shut off");
        assertThat(libvirt.domains.get("control")).isEqualTo(new Domain("running", "first", Duration.ZERO));
    }

    private FrozenContainers onDocker() {
        FrozenContainers docker = new FrozenContainers("control", "node");
        open(WindowsLabs.onDocker(DUO, folder, docker));
        assertThat(save("first").green()).isTrue();
        docker.revive();
        return docker;
    }

    private FrozenDomains onLibvirt() {
        FrozenDomains libvirt = new FrozenDomains(folder.resolve("programs"), name -> lab.id().machine(name), "control",
                "node");
        open(WindowsLabs.onLibvirt(DUO, folder, libvirt));
        try (LabLock lock = lock()) {
            assertThat(new ProviderSave(context(), labContext(), lock).save("first").green()).isTrue();
        }
        libvirt.all(domain -> new Domain("running", "later", Duration.ZERO));
        return libvirt;
    }

    private RunResult reset() {
        return reset("first");
    }

    private boolean hasBegun(RunResult result) {
        return resetting(reset -> reset.hasBegun(result, snapshot("first")));
    }

    private Optional<RunResult> inPlace() {
        return resetting(reset -> {
            try (EarlyComparison comparison = reset.comparisonWith(snapshot("first"))) {
                return reset.inPlace(snapshot("first"), false, event -> { }, comparison);
            }
        });
    }
}
