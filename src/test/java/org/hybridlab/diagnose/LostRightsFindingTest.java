package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.fake.FakeApi.Fault;
import org.hybridlab.provision.HealthyLab;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody deleted the binding of the lab's administrator, or edited the role. */
class LostRightsFindingTest {
    private static final String LAB = """
            name: solo
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}]
            """;
    private static final String GUESTS = """
            name: guests
            kubernetes: 1.36
            cluster: {kubeconfig: admin.conf}
            network: {machines: 192.168.60.0/24}
            machines: [{name: guest, address: 192.168.60.100}]
            """;
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"FORBIDS", "FORBIDS_CHANGES"})
    void lostRights_areFound_withTheirCure(Fault fault) {
        assertThat(found(LAB, fault)).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("administrator-rights-lost");
            assertThat(finding.commands()).containsExactly("hybridlab reset lab --soft");
            assertThat(finding.safe()).isFalse();
        });
    }

    /** What a user of it may do there is its owner's to say. */
    @Test
    void foreignCluster_isNotJudged() {
        assertThat(found(GUESTS, Fault.FORBIDS)).noneMatch(finding -> finding.id().equals("administrator-rights-lost"));
    }

    private List<Finding> found(String file, Fault fault) {
        HealthyLab lab = new HealthyLab(folder, file);
        lab.api.fail(fault);
        List<Evidence> evidence = new ArrayList<>();
        ClusterEvidence.of(lab.labContext.cluster().api(), new Target("lab", List.of(), Optional.empty(),
                Optional.of(lab.labContext.lab()), Map.of(), Map.of(), Optional.empty()), Duration.ofMinutes(30),
                evidence::add, gap -> { }, () -> { });
        return Findings.in(evidence.stream().filter(one -> one.kind() == EvidenceKind.OBJECT).toList(),
                KnownFailures.read(Path.of("")), new Redactor(List.of()), "lab").stream()
                .filter(finding -> finding.id().contains("rights")).toList();
    }
}
