package org.hybridlab.service.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.AppliedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A snapshot holds what differs from its box, so it fits machines of the same Kubernetes only. */
class SnapshotKubernetesTest extends SavedLab {
    private static final String OLDER = TRIO.replace("1.36", "1.35");
    private static final String SKEWED = TRIO.replace("{name: node2}", "{name: node2, kubernetes: 1.35}");

    private final FrozenContainers docker = new FrozenContainers("control", "node1", "node2");

    @BeforeEach
    void aWorkspace() {
        lab(OLDER).workspace().create();
    }

    @Test
    void reset_afterUpgrade_refusesOlderSnapshot() {
        saved(OLDER);
        Map<String, Map<String, String>> before = docker.files();

        assertRefused(() -> resets(TRIO), "Kubernetes 1.35.4 on control, and the lab file says 1.36.3",
                "kubernetes: 1.35.4");
        assertThat(docker.files()).isEqualTo(before);
        assertThat(state().resetTo()).isEmpty();
        assertThatCode(() -> resets(OLDER)).as("the file of then").doesNotThrowAnyException();
    }

    @Test
    void reset_toNewerKubernetes_isRefused() {
        saved(TRIO);

        assertRefused(() -> resets(OLDER), "Kubernetes 1.36.3 on control, and the lab file says 1.35.4",
                "kubernetes: 1.36.3");
    }

    @Test
    void reset_withOneOtherKubelet_isRefused() {
        saved(SKEWED);

        assertRefused(() -> resets(TRIO), "Kubernetes 1.35.4 on node2, and the lab file says 1.36.3", "1.35.4");
        assertThatCode(() -> resets(SKEWED)).doesNotThrowAnyException();
    }

    /** Machines that lack the older images are made again, from what the Vagrantfile names. */
    @Test
    void reset_withFileOfThen_getsBoxFirst() {
        saved(OLDER);
        lab(TRIO).files().writeTo(lab(TRIO).workspace());
        assertThat(vagrantfile()).content().contains("1.36.3").doesNotContain("1.35.4");
        docker.killAt(2);

        assertThatThrownBy(() -> resets(OLDER)).isInstanceOf(AssertionError.class);

        assertThat(vagrantfile()).content().contains("1.35.4").doesNotContain("1.36.3");
    }

    private Path vagrantfile() {
        return lab(TRIO).workspace().vagrantfile();
    }

    /** The file was edited, and `up` had not run yet. */
    @Test
    void snapshot_beforeEditedUp_isOfWhatRan() {
        LabRecord.complete(lab(OLDER));
        saved(TRIO, Optional.empty());

        assertRefused(() -> resets(TRIO), "Kubernetes 1.35.4 on control", "kubernetes: 1.35.4");
        assertThatCode(() -> resets(OLDER)).doesNotThrowAnyException();
    }

    /** Nodes keep their share of the old network, whatever the file says. */
    @Test
    void snapshot_ofOtherPodNetwork_isRefused() {
        saved(TRIO);

        LabException e = failure(() -> resets(TRIO + "network: {pods: 10.200.0.0/16}\n"));
        assertThat(e.id()).isEqualTo("change-refused");
        assertThat(e.what()).startsWith("The lab trio of the snapshot 'first' cannot take");
    }

    private static void assertRefused(ThrowingCallable call, String what, String advice) {
        LabException e = failure(call);
        assertThat(e.id()).isEqualTo("snapshot-of-other-kubernetes");
        assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(e.what()).contains(what);
        assertThat(e.advice()).contains(advice);
    }

    private void saved(String text) {
        saved(text, Optional.of(LabRecord.of(lab(text))));
    }

    private void saved(String text, Optional<AppliedLab> applied) {
        lab = lab(text);
        applied.ifPresent(new WorkspaceState(lab.workspace())::keep);
        assertThat(save("first").green()).isTrue();
    }

    private void resets(String text) {
        lab = lab(text);
        assertThat(reset("first").green()).isTrue();
    }

    private LabContext lab(String text) {
        return WindowsLabs.onDocker(text, folder, docker);
    }
}
