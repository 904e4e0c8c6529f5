package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Os;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private static final KnownFailures KNOWN = KnownFailures.of(List.of(DataFile.parse("test.yaml", """
            title: A test
            failures:
              - {id: a-state, finding: A state, signs: [{in: [node], text: not ready}], cause: c, cure: c, source: s, \
            general: true}
              - {id: a-cause, finding: A cause, signs: [{in: [kubelet], text: broken}], cause: c,
                 cure: 'fix {machine}', source: s, explains: [a-consequence]}
              - {id: a-consequence, finding: It follows, signs: [{in: [event], text: failed}], cause: c, cure: c, \
            source: s}
              - {id: win-only, finding: On Windows, os: windows, signs: [{in: [kubelet], text: changed}], cause: c, \
            cure: c, source: s}
            """, FailuresReader::area)));

    @Test
    void causes_comeBeforeStates_withoutTheirConsequences() {
        assertThat(ids(on(EvidenceKind.NODE, "node", "not ready"), on(EvidenceKind.EVENT, "node", "failed"),
                on(EvidenceKind.KUBELET, "node", "broken"))).containsExactly("a-cause", "a-state");
    }

    @Test
    void whatHappensOnAnotherMachineDoesNotFollow() {
        assertThat(ids(on(EvidenceKind.EVENT, "other", "failed"), on(EvidenceKind.KUBELET, "node", "broken")))
                .containsExactly("a-consequence", "a-cause");
        assertThat(ids(on(EvidenceKind.EVENT, Evidence.CLUSTER, "failed"), on(EvidenceKind.KUBELET, "node", "broken")))
                .containsExactly("a-cause");
    }

    @Test
    void lines_ofOnePlace_areOneFinding() {
        assertThat(Findings.in(List.of(on(EvidenceKind.KUBELET, "node", "broken 1", "well", "broken 2")), KNOWN, "lab"))
                .singleElement().satisfies(finding -> {
                    assertThat(finding.times()).isEqualTo(2);
                    assertThat(finding.line()).isEqualTo("broken 2");
                    assertThat(finding.cure()).isEqualTo("fix node");
                });
        assertThat(ids(on(EvidenceKind.KUBELET, "a", "broken"), on(EvidenceKind.KUBELET, "b", "broken")))
                .containsExactly("a-cause", "a-cause");
    }

    @Test
    void sign_isLookedForInItsPlaceOnly() {
        assertThat(ids(on(EvidenceKind.EVENT, "node", "broken"))).isEmpty();
        assertThat(ids(on(EvidenceKind.CHECK, "cluster", "broken"))).as("checks quote").containsExactly("a-cause");
    }

    @Test
    void windowsOnlySigns_areNotSoughtOnLinux() {
        Evidence linux = new Evidence(EvidenceKind.KUBELET, "node", "kubelet",
                Optional.of(Os.LINUX), List.of("changed"));

        assertThat(ids(linux)).isEmpty();
        assertThat(ids(on(EvidenceKind.KUBELET, "node", "changed"))).containsExactly("win-only");
    }

    private static Evidence on(EvidenceKind kind, String place, String... lines) {
        return Evidence.of(kind, place, "test", List.of(lines));
    }

    private static List<String> ids(Evidence... evidence) {
        return Findings.in(List.of(evidence), KNOWN, "lab").stream().map(Finding::id).toList();
    }
}
