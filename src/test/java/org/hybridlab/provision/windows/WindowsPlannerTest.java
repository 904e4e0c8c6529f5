package org.hybridlab.provision.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.up.UpPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowsPlannerTest {
    @TempDir
    private Path folder;
    private Plan plan;

    @BeforeEach
    void plan() {
        plan = plan("vxlan-services");
    }

    private Plan plan(String variant) {
        return UpPlanner.plan(WindowsLabs.labContext(variant, folder, new LocalProcesses()));
    }

    @Test
    void aWindowsMachineReadsLikeTheChapter() {
        List<String> ids = plan.steps().stream().map(Step::id).toList();

        assertThat(ids).containsSubsequence("machine-running/win", "machine-prepared/win", "features-installed/win",
                "machine-rebooted/win", "containerd-running/win", "kubelet-installed/win", "node-joined/win",
                "overlay-in-place/win", "node-ready/win", "hns-network-present/win");
        assertThat(ids).contains("windows-bundle-ready", "windows-accounts-applied", "programs-sent/win",
                "images-present/win").doesNotContain("windows-pods-applied");
    }

    @Test
    void windowsMachinesDoNotWaitForEachOther() {
        assertThat(plan.steps()).filteredOn(step -> step.id().endsWith("/win"))
                .allSatisfy(step -> assertThat(step.needs())
                .noneMatch(need -> need.endsWith("windows-with-a-long-name")));
    }

    @Test
    void machine_isPrepared_whileControlPlaneBegins() {
        for (String kind : List.of("machine-prepared", "features-installed", "machine-rebooted",
                "containerd-running")) {
            assertThat(plan.step(kind + "/win").needs()).noneMatch(need -> need.contains("control"));
        }
        assertThat(plan.step("node-joined/win").needs()).contains("control-plane-initialised/control");
    }

    @Test
    void onlyWhatCrossesTheNetworkIsTriedAgain() {
        assertThat(plan.steps()).filteredOn(step -> step.id().endsWith("/win") && step.retry().attempts() > 1)
                .extracting(Step::id).containsExactlyInAnyOrder("machine-running/win", "programs-sent/win",
                        "images-sent/win", "images-present/win", "node-joined/win", "overlay-in-place/win",
                        "hns-network-present/win");
    }

    /** The pod network's switch takes over the adapter that ssh may go by. What a script says is no reason. */
    @Test
    void connection_brokenByTheSwitch_isMadeAgain() {
        for (String id : List.of("overlay-in-place/win", "hns-network-present/win")) {
            assertThat(plan.step(id).retry().on()).contains("ssh-lost", "upload-failed")
                    .doesNotContain("windows-script-failed", "timed-out");
        }
    }

    /** They take longest, so they begin first; a machine that starts or reboots takes nothing. */
    @Test
    void images_areFetchedOnce_whileMachinesStart() {
        assertThat(plan.step("images-fetched").needs()).isEmpty();
        assertThat(plan.step("images-fetched").timeout()).isGreaterThan(Duration.ofMinutes(30));
        assertThat(plan.step("images-sent/win").needs()).isEqualTo(Set.of("images-fetched", "machine-rebooted/win"));
        assertThat(plan.step("images-present/win").needs()).contains("images-sent/win");
    }

    @Test
    void daemonSetPods_comeAfterTheirPrograms() {
        Plan pods = plan("vxlan-daemonset");

        assertThat(pods.step("windows-pods-applied").needs()).isEqualTo(Set.of("windows-accounts-applied",
                "overlay-in-place/win", "overlay-in-place/windows-with-a-long-name"));
        assertThat(pods.step("node-ready/win").needs()).isEqualTo(Set.of("windows-pods-applied"));
    }

    @Test
    void renderedFiles_lieReadableInTheWorkspace() {
        LabContext labContext = WindowsLabs.labContext("vxlan-services", folder, new LocalProcesses());
        labContext.files().writeTo(labContext.workspace());

        assertThat(labContext.script(labContext.lab().windowsMachines().get(0), "prepare.ps1")).content()
                .contains("\r\n");
        assertThat(labContext.workspace().folder().resolve("kubernetes/windows-accounts.yaml")).exists();
        assertThat(labContext.workspace().folder().resolve("scripts/win/prepare.sh")).doesNotExist();
    }
}
