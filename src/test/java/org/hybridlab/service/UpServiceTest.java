package org.hybridlab.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.workspace.Workspace;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.StepResult;
import org.hybridlab.engine.journal.Outcome;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.KnownLab;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.Software;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.AppliedMachine;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.hybridlab.service.lab.HostSetup;
import org.hybridlab.service.lab.LabService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labs come up without a command line: by a call, with the product's own steps, on machines that are folders. */
class UpServiceTest {
    private static final String LAB = """
            name: duo
            provider: docker
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: node}]
            """;
    private static final String OVERLAPS = "Error response from daemon: Pool overlaps with other one on this address "
            + "space";
    @TempDir
    private Path home;
    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final List<String> prepared = new ArrayList<>();
    private HealthyLab lab;

    @Test
    void up_untilAStep_endsThere() throws IOException {
        UpResult up = up(Approval.EVERYTHING, "node-joined/node", there -> { });

        assertThat(up.run().failures()).isEmpty();
        assertThat(up.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(ids(up, Outcome.DONE)).contains("machine-running/control", "machine-prepared/node",
                "control-plane-initialised/control", "node-joined/node");
        assertThat(up.left()).isNotEmpty();
        assertThat(up.summary().lab()).isEqualTo("duo");
        assertThat(prepared.get(0)).isEqualTo("docker");
        assertThat(new KnownLabs(folders()).all()).singleElement()
                .matches(known -> known.name().equals("duo"));
        assertThat(heard).anyMatch(line -> line.startsWith("2 machines with "));
    }

    /** What it joined takes part in each later change, however the rest of it ends. */
    @Test
    void up_thatEndsEarly_notesJoinedMachines() throws IOException {
        AppliedLab applied = new AppliedLab("1.36.3", Optional.empty(), Map.of(), List.of(), Map.of(), Map.of(), "",
                Map.of(), Map.of());
        up(Approval.EVERYTHING, "control-plane-initialised/control",
                there -> new WorkspaceState(there.labContext.workspace()).keep(applied));
        assertThat(joined()).containsExactly("control");

        up(Approval.EVERYTHING, "node-joined/node", there -> { });
        assertThat(joined()).containsExactly("control", "node");
    }

    /** As after an accidental `docker rm`: what was in the machine may be wanted. */
    @Test
    void volumes_ofRemovedMachine_goOnlyIfAgreed() throws IOException {
        Consumer<HealthyLab> removed = there -> there.machines.volumes = "v1\tv1\t\t%s\t\t\n"
                .formatted(there.labContext.id());

        LabException e = failure(() -> up(new Refusal(true), "node-joined/node", removed));
        assertThat(e.id()).isEqualTo("loss-not-confirmed");
        assertThat(e.what()).contains("v1");
        assertThat(e.advice()).contains("--lose-volumes");
        assertThat(lab.machines.told()).noneMatch(told -> told.startsWith("docker volume rm"));

        up(Approval.EVERYTHING, "node-joined/node", removed);
        assertThat(lab.machines.told()).contains("docker volume rm v1");
    }

    @Test
    void failedNetwork_ofNewLab_isGivenUp() throws IOException {
        UpResult up = up(Approval.EVERYTHING, "node-joined/node", there -> {
            there.loseWorkspace();
            there.machines.lose(OVERLAPS);
        });

        assertThat(up.exitCode()).isEqualTo(ExitCode.HOST_NOT_READY);
        assertThat(new KnownLabs(folders()).all()).isEmpty();
        assertThat(heard).noneMatch(line -> line.contains("keeps its network"));
    }

    /** Its certificates and its etcd, also those in snapshots, have addresses of that network. */
    @Test
    void failedNetwork_afterEarlierUp_isKept() throws IOException {
        up(Approval.EVERYTHING, "node-joined/node", there -> { });
        KnownLab before = new KnownLabs(folders()).all().get(0);
        up(Approval.EVERYTHING, "node-joined/node", there -> there.machines.lose(OVERLAPS));

        assertThat(new KnownLabs(folders()).all()).singleElement().isEqualTo(before);
        assertThat(heard).contains("The lab keeps its network %s, which its cluster and its snapshots need. If "
                .formatted(before.network()) + "something else has it now, remove that, then run `hybridlab up duo` "
                + "again. To give up the lab with its snapshots: hybridlab destroy duo");
    }

    @Test
    void failedNetwork_withSnapshots_isKept() throws IOException {
        up(Approval.EVERYTHING, "node-joined/node", there -> {
            there.loseWorkspace();
            there.labContext.workspace().write("snapshots/first/manifest.json", "of another version");
            there.machines.lose(OVERLAPS);
        });

        assertThat(new KnownLabs(folders()).all()).hasSize(1);
    }

    /** Machines of the one version would join a cluster of the other, or none. */
    @Test
    void otherKubernetes_beforeAnyCluster_isRefused() throws IOException {
        up(Approval.EVERYTHING, "machine-prepared/node", there -> { });

        assertThatThrownBy(() -> up(Approval.EVERYTHING, "node-joined/node", there -> {
            Workspace workspace = there.labContext.workspace();
            AppliedLab now = LabRecord.of(there.labContext);
            new WorkspaceState(workspace).keep(new AppliedLab("1.35.4", now.upgrade(), now.network(), now.machines(),
                    now.apps(), now.checks(), now.initTemplate(), now.switches(), now.outside()));
            workspace.folder().resolve("kubernetes/ca.crt").toFile().delete();
            workspace.write(".vagrant/machines/control/docker/id", "id");
        })).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.id()).isEqualTo("change-refused");
            assertThat(e.what()).contains("control is made with Kubernetes 1.35.4, and the file says 1.36.3");
        });
    }

    private List<String> joined() {
        return new WorkspaceState(lab.labContext.workspace()).lab().orElseThrow().machines().stream()
                .filter(AppliedMachine::joined).map(AppliedMachine::name).toList();
    }

    @Test
    void up_again_runsWhatIsMissing() throws IOException {
        up(Approval.EVERYTHING, "node-joined/node", there -> { });
        UpResult again = up(Approval.EVERYTHING, "node-joined/node", there -> there.remove("node",
                "/run/hybridlab/prepared"));

        assertThat(again.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(ids(again, Outcome.DONE)).contains("machine-prepared/node");
        assertThat(ids(again, Outcome.SKIPPED)).contains("machine-running/node", "control-plane-initialised/control",
                "node-joined/node");
    }

    @Test
    void up_ofUntrustedLab_writesNothing() {
        assertThatThrownBy(() -> up(new Refusal(false), "node-joined/node", there -> { }))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("lab-not-trusted"));
        assertThat(prepared).isEmpty();
        assertThat(new KnownLabs(folders()).all()).isEmpty();
        assertThat(home.resolve("labs/duo/.hybridlab")).doesNotExist();
    }

    @Test
    void up_toUnknownStep_saysWhichIsMeant() {
        assertThatThrownBy(() -> up(Approval.EVERYTHING, "node-joined/nodee", there -> { }))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("step-unknown");
                    assertThat(e.advice()).startsWith("Did you mean 'node-joined/node'?");
                });
    }

    /** Else each later up would ask for it again, and `--yes` destroy it. */
    @Test
    void replacement_thatTheUserRefuses_isForgotten() throws IOException {
        up(Approval.EVERYTHING, "node-joined/node", there -> { });

        assertThatThrownBy(() -> up(new Refusal(true), "node-joined/node", Optional.of("node"), there -> { }))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("not-confirmed"));

        assertThat(new WorkspaceState(lab.labContext.workspace()).recreating()).isEmpty();
    }

    /** It was cut off before anything of the machine was lost, and nobody wants it any more. */
    @Test
    void cutReplacement_thatTheUserRefuses_isForgotten() throws IOException {
        up(Approval.EVERYTHING, "node-joined/node", there -> { });
        new WorkspaceState(lab.labContext.workspace()).beginRecreating("node");

        assertThatThrownBy(() -> up(new Refusal(true, false), "node-joined/node", there -> { }))
                .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("not-confirmed"));
        assertThat(new WorkspaceState(lab.labContext.workspace()).recreating()).as("nobody was asked").hasSize(1);

        assertThatThrownBy(() -> up(new Refusal(true), "node-joined/node", there -> there.api.answers.put(
                "/api/v1/nodes/node", """
                        {"metadata":{"name":"node","annotations":{"hybridlab.org/cordoned":"x"}},
                         "spec":{"unschedulable":true}}"""))).isInstanceOf(LabException.class);
        assertThat(new WorkspaceState(lab.labContext.workspace()).recreating()).isEmpty();
        assertThat(lab.api.calls()).contains("merge /api/v1/nodes/node");
        assertThat(heard).contains("node is not made again: it stays as it is.");
    }

    /** Its machine may be gone, or its member of etcd: the next {@code up} has to go on with it. */
    @Test
    void replacement_thatBreaksOff_staysDue() throws IOException {
        up(Approval.EVERYTHING, "node-joined/node", there -> { });
        WorkspaceState due = new WorkspaceState(lab.labContext.workspace());
        due.beginRecreating("node");

        breakOff(Optional.empty());
        assertThat(due.recreating()).containsExactly("node");

        breakOff(Optional.of("node"));
        assertThat(due.recreating()).as("no step had begun").isEmpty();
    }

    private void breakOff(Optional<String> untouched) {
        service(Approval.EVERYTHING, there -> { }).keep(lab.labContext, untouched,
                LabException.hostNotReady("journal-not-written", "No space left on device.", "Make room."));
    }

    private UpResult up(Approval approval, String until, Consumer<HealthyLab> change) throws IOException {
        return up(approval, until, Optional.empty(), change);
    }

    private UpResult up(Approval approval, String until, Optional<String> replacing, Consumer<HealthyLab> change)
            throws IOException {
        Path folder = Files.createDirectories(home.resolve("labs/duo"));
        Files.writeString(folder.resolve("lab.yaml"), LAB);
        UpService service = service(approval, change);
        return service.up(new NamedLab(LabLocation.find(folder.toString(), context(approval).labs(), home), "duo"),
                options(until, replacing));
    }

    private static UpOptions options(String until, Optional<String> replacing) {
        return new UpOptions(OpenOptions.NONE, new PlanPart(Optional.of(until)), false, true, true, replacing);
    }

    private UpService service(Approval approval, Consumer<HealthyLab> change) {
        ServiceContext context = context(approval);
        return new UpService(context, new LabService(context), open -> machines(open, change), new NotedSetup());
    }

    private ServiceContext context(Approval approval) {
        return new ServiceContext(Map.of("HYBRIDLAB_HOME", Path.of("").toAbsolutePath().toString(),
                "VAGRANT_HOME", home.resolve("vagrant").toString()), home, home, folders(), new LocalProcesses(),
                new Cancellation(), false, ServiceListener.lines(heard::add), approval);
    }

    private LabContext machines(OpenLab open, Consumer<HealthyLab> change) {
        lab = new HealthyLab(home.resolve("machines"), open, Timeouts.NATIVE);
        change.accept(lab);
        return lab.labContext;
    }

    private UserFolders folders() {
        return UserFolders.of(Map.of(), home);
    }

    private static List<String> ids(UpResult up, Outcome outcome) {
        return up.run().steps().stream().filter(step -> step.outcome() == outcome).map(StepResult::step).toList();
    }

    private final class NotedSetup implements HostSetup {
        @Override
        public void makeReady(ProviderName provider) {
            prepared.add(provider.id());
        }

        @Override
        public void install(Set<Software> wanted) {
            prepared.add(wanted.toString());
        }
    }

    /** Of a user who says no, to a lab that is trusted or not. */
    private record Refusal(boolean trustsEveryLab, boolean asks) implements Approval {
        Refusal(boolean trustsEveryLab) {
            this(trustsEveryLab, true);
        }

        @Override
        public void obtain(List<String> effects, List<String> byHand) {
            throw LabException.hostNotReady("host-not-ready", "No.", "");
        }

        @Override
        public void trust(String title, List<String> effects) {
            throw LabException.invalid("lab-not-trusted", title + effects, "Trust it.");
        }

        @Override
        public Agreement destructions(FirstLook look, Plan plan) {
            throw LabException.invalid("not-confirmed", "No.", "");
        }

        @Override
        public boolean loses(Loss loss, String question) {
            return false;
        }
    }
}
