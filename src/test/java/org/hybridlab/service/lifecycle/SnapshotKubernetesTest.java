package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.engine.Engine;
import org.hybridlab.engine.Settings;
import org.hybridlab.engine.journal.LabLock;
import org.hybridlab.engine.journal.RunFolder;
import org.hybridlab.host.UserFolders;
import org.hybridlab.provision.change.AppliedLab;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.snapshot.SnapshotPlanner;
import org.hybridlab.provision.snapshot.SnapshotStore;
import org.hybridlab.provision.windows.WindowsLabs;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.context.ServiceListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot holds what differs from its box, so it fits machines of the same Kubernetes only. */
class SnapshotKubernetesTest {
    private static final String LAB = "name: trio\nkubernetes: 1.36\nmachines: [{name: control, role: control-plane, "
            + "memory: 3000MiB}, {name: node1}, {name: node2}]\n";
    private static final String OLDER = LAB.replace("1.36", "1.35");
    private static final String SKEWED = LAB.replace("{name: node2}", "{name: node2, kubernetes: 1.35}");

    @TempDir
    private Path folder;
    private final FrozenContainers docker = new FrozenContainers("control", "node1", "node2");

    @BeforeEach
    void aWorkspace() {
        lab(OLDER).workspace().create();
    }

    @Test
    void reset_afterUpgrade_refusesOlderSnapshot() {
        save(OLDER);
        Map<String, Map<String, String>> before = docker.files();

        assertRefused(() -> reset(LAB), "Kubernetes 1.35.4 on control, and the lab file says 1.36.3",
                "kubernetes: 1.35.4");
        assertThat(docker.files()).isEqualTo(before);
        assertThat(new SnapshotStore(lab(LAB).workspace()).resetUnderWay()).isEmpty();
        assertThatCode(() -> reset(OLDER)).as("the file of then").doesNotThrowAnyException();
    }

    @Test
    void reset_toNewerKubernetes_isRefused() {
        save(LAB);

        assertRefused(() -> reset(OLDER), "Kubernetes 1.36.3 on control, and the lab file says 1.35.4",
                "kubernetes: 1.36.3");
    }

    @Test
    void reset_withOneOtherKubelet_isRefused() {
        save(SKEWED);

        assertRefused(() -> reset(LAB), "Kubernetes 1.35.4 on node2, and the lab file says 1.36.3", "1.35.4");
        assertThatCode(() -> reset(SKEWED)).doesNotThrowAnyException();
    }

    /** Machines that lack the older images are made again, from what the Vagrantfile names. */
    @Test
    void reset_withFileOfThen_getsBoxFirst() {
        save(OLDER);
        lab(LAB).files().writeTo(lab(LAB).workspace());
        assertThat(vagrantfile()).content().contains("1.36.3").doesNotContain("1.35.4");
        docker.killAt(2);

        assertThatThrownBy(() -> reset(OLDER)).isInstanceOf(AssertionError.class);

        assertThat(vagrantfile()).content().contains("1.35.4").doesNotContain("1.36.3");
    }

    private Path vagrantfile() {
        return lab(LAB).workspace().vagrantfile();
    }

    /** The file was edited, and `up` had not run yet. */
    @Test
    void snapshot_beforeEditedUp_isOfWhatRan() {
        AppliedLab.of(lab(OLDER)).write(lab(OLDER).workspace());
        save(LAB, Optional.empty());

        assertRefused(() -> reset(LAB), "Kubernetes 1.35.4 on control", "kubernetes: 1.35.4");
        assertThatCode(() -> reset(OLDER)).doesNotThrowAnyException();
    }

    /** Nodes keep their share of the old network, whatever the file says. */
    @Test
    void snapshot_ofOtherPodNetwork_isRefused() {
        save(LAB);

        assertThatThrownBy(() -> reset(LAB + "network: {pods: 10.200.0.0/16}\n"))
                .isInstanceOfSatisfying(LabException.class, e -> {
                    assertThat(e.id()).isEqualTo("change-refused");
                    assertThat(e.what()).startsWith("The lab trio of the snapshot 'first' cannot take");
                });
    }

    private static void assertRefused(ThrowingCallable call, String what, String advice) {
        assertThatThrownBy(call).isInstanceOfSatisfying(LabException.class, e -> {
            assertThat(e.id()).isEqualTo("snapshot-of-other-kubernetes");
            assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(e.what()).contains(what);
            assertThat(e.advice()).contains(advice);
        });
    }

    private void save(String text) {
        save(text, Optional.of(AppliedLab.of(lab(text))));
    }

    private void save(String text, Optional<AppliedLab> applied) {
        LabContext lab = lab(text);
        applied.ifPresent(one -> one.write(lab.workspace()));
        try (LabLock lock = LabLock.acquire(runs(lab), Clock.systemUTC())) {
            assertThat(new Engine(runs(lab), Settings.of(4, Map.of()), Clock.systemUTC(), List.of())
                    .run(new SnapshotPlanner(lab).save("first"), lock, new Cancellation()).green()).isTrue();
        }
    }

    private void reset(String text) {
        LabContext lab = lab(text);
        try (LabLock lock = LabLock.acquire(runs(lab), Clock.systemUTC())) {
            assertThat(new LabReset(context(), lab, lock).to(new SnapshotStore(lab.workspace()).find(
                    Optional.of("first"), "trio"), Set.of()).green()).isTrue();
        }
    }

    private LabContext lab(String text) {
        return WindowsLabs.onDocker(text, folder, docker);
    }

    private RunFolder runs(LabContext lab) {
        return context().runFolder(lab.workspace());
    }

    private ServiceContext context() {
        return new ServiceContext(Map.of(), folder, folder, UserFolders.of(Map.of(), folder), docker,
                new Cancellation(), false, ServiceListener.lines(line -> { }), null);
    }
}
