package org.hybridlab.report.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesBranch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Network;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.report.proof.ProofReport.Cell;
import org.hybridlab.report.proof.ProofReport.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProofReportTest {
    private static final Cell YES = new Cell(true, "3 tests");
    private static final KubernetesVersion NEWEST = KubernetesBranch.newest().newestVersion();
    private static final Cell NO = new Cell(false, "StandInTest did not run");
    @TempDir
    private Path home;

    @Test
    void proof_withoutWindows_namesStandingRungs() {
        assertThat(ladder("flannel-vxlan, services", Map.of("a", YES, "c", YES, "d", NO)).sentence(vxlan(), NEWEST))
                .isEqualTo("Windows machines with flannel-vxlan, services: proven on rungs a, c of reports/ladder.md; "
                        + "not on Windows itself.");
        assertThat(ladder("flannel-vxlan, services", Map.of("f", YES)).sentence(vxlan(), NEWEST))
                .isEqualTo("Windows machines with flannel-vxlan, services: proven on rung f of reports/ladder.md.");
    }

    @Test
    void claimsNothingOfWhatHasNoRung() {
        assertThat(ladder("flannel-host-gw, services", Map.of("a", YES)).sentence(vxlan(), NEWEST))
                .contains("nothing of it was proven");
        assertThat(ladder("flannel-vxlan, services", Map.of("a", NO)).sentence(vxlan(), NEWEST))
                .contains("nothing of it was proven");
    }

    @Test
    void olderBranch_partlyProven_saysWithWhich() {
        Part newest = new Part("flannel-vxlan, services", Map.of("a", YES, "b", YES, "c", YES));
        Part older = new Part("flannel-vxlan, services, Kubernetes 1.34", Map.of("b", YES, "d", NO));
        ProofReport ladder = new ProofReport("abc1234", "2026-11-21 17:04 UTC", "2 processors", List.of(newest, older));

        assertThat(ladder.sentence(vxlan(), new KubernetesVersion(1, 34, 4)))
                .isEqualTo(("Windows machines with flannel-vxlan, "
                + "services: proven on rungs a, b, c of reports/ladder.md with Kubernetes %s, with 1.34 on rung b; "
                        + "not on ").formatted(NEWEST.branch()) + "Windows itself.");
        assertThat(ladder.sentence(vxlan(), new KubernetesVersion(1, 33, 13))).contains(", with 1.33 on none;");
    }

    @Test
    void isReadAsItWasWritten() throws IOException {
        ProofReport ladder = ladder("flannel-vxlan, services", Map.of("a", YES, "d", NO));
        Files.createDirectories(home.resolve("reports"));

        assertThat(ProofReport.installed(home)).isEmpty();
        Files.writeString(home.resolve("reports/ladder.json"), ladder.json());
        assertThat(ProofReport.installed(home)).contains(ladder);
        Files.writeString(home.resolve("reports/ladder.json"), "{");
        assertThat(ProofReport.installed(home)).isEmpty();
    }

    private static Network vxlan() {
        return new Network(NetworkMode.FLANNEL_VXLAN, Cidr.parse("192.168.57.0/24"), Cidr.parse("10.244.0.0/16"),
                Cidr.parse("10.96.0.0/12"), 4096, 4789, "cluster.local");
    }

    private static ProofReport ladder(String part, Map<String, Cell> rungs) {
        return new ProofReport("abc1234", "2026-11-21 17:04 UTC", "2 processors", List.of(new Part(part, rungs)));
    }
}
