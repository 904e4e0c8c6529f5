package org.hybridlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hybridlab.fake.Failure.failure;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresReaderTest {
    private static final String GOOD = """
            title: A test
            failures:
              - id: one-thing
                finding: Something is wrong
                os: windows
                signs:
                  - {in: [event], regex: 'no (such|more) thing'}
                  - {in: [kubelet], text: 'thing(s)'}
                cause: Somebody took it.
                cure: Put it back on {machine} of {lab}.
                source: a book
                explains: []
                general: false
            """;

    @Test
    void anEntryIsReadAsItIsWritten() {
        KnownFailure failure = read(GOOD).failures().get(0);

        assertThat(failure.on(List.of(), EvidenceKind.EVENT).isIn("there is no such thing")).isTrue();
        assertThat(failure.on(List.of(), EvidenceKind.EVENT).isIn("thing(s)")).as("a sign of the kubelet's log")
                .isFalse();
        assertThat(failure.on(List.of(), EvidenceKind.KUBELET).isIn("a few thing(s) are wrong")).isTrue();
        assertThat(failure.on(List.of(), EvidenceKind.RUN).isIn("thing(s)"))
                .as("logs of steps quote everything").isTrue();
        assertThat(failure.cure("first", "win1", Map.of())).isEqualTo("Put it back on win1 of first.");
    }

    static Stream<Arguments> slips() {
        return Stream.of(
                Arguments.of("cause:", "reason:", "test.yaml:9: 'reason' is no key here"),
                Arguments.of("    source: a book\n", "", "test.yaml:3: lacks 'source'"),
                Arguments.of("source: a book", "source: ''", "test.yaml:11: is no text"),
                Arguments.of("id: one-thing", "id: One", "test.yaml:3: 'One' is no id"),
                Arguments.of("'no (such|more) thing'", "'no (such'", "test.yaml:7: is no regular expression"),
                Arguments.of("[event]", "[events]", "test.yaml:7: 'events' is no kind of evidence"),
                Arguments.of("regex: 'no", "pattern: 'no", "test.yaml:7: 'pattern' is no key here"),
                Arguments.of(", text: 'thing(s)'", "", "test.yaml:8: a sign has a place to look"),
                Arguments.of("text: 'thing(s)'", "text: 'thing(s)', unless: '('", "test.yaml:8: is no regular expr"),
                Arguments.of("[kubelet]", "[]", "test.yaml:8: a sign has a place to look"),
                Arguments.of("os: windows", "os: beos", "test.yaml:5: is neither linux nor windows"),
                Arguments.of("general: false", "general: perhaps", "test.yaml:13: is neither true nor false"),
                Arguments.of("    cure:", "    cause: Twice.\n    cure:", "test.yaml:10: 'cause' is there twice"),
                Arguments.of("title: A test\n", "", "test.yaml:1: lacks 'title'"),
                Arguments.of("failures:", "failures: 7\nignored:", "'ignored' is no key here"),
                Arguments.of("title: A test", "title: [", "test.yaml"));
    }

    @ParameterizedTest
    @MethodSource("slips")
    void aSlipIsAnErrorWithItsPlace(String right, String wrong, String message) {
        assertThat(GOOD).contains(right);
        LabException failure = failure(() -> read(GOOD.replace(right, wrong)));
        assertThat(failure.id()).isEqualTo("known-failures-unreadable");
        assertThat(failure.what()).contains(message);
    }

    @Test
    void anIdCannotBeUsedTwice() {
        assertThatThrownBy(() -> KnownFailures.of(List.of(read(GOOD), read(GOOD))))
                .hasMessageContaining("the id one-thing is there twice");
    }

    @Test
    void whatIsExplainedMustExist() {
        KnownFailures.Area area = read(GOOD.replace("explains: []", "explains: [other-thing]"));

        assertThatThrownBy(() -> KnownFailures.of(List.of(area)))
                .hasMessageContaining("one-thing explains other-thing, which is not known");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hybridlab up {lab}", "hybridlab uncordon {lab} {machine}",
            "hybridlab kubectl {lab} -n kube-system scale deployment coredns --replicas=2"})
    void safe_commandThatLosesNothing_isRead(String command) {
        assertThat(read(safe(command)).failures().get(0).safe()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hybridlab kubectl {lab} delete pod x", "hybridlab destroy {lab}", "hybridlab reset {lab}",
            "hybridlab kubectl {lab} drain {machine}", "hybridlab drain {lab} {machine}",
            "hybridlab replace {lab} {machine}", "hybridlab kubectl {lab} replace -f x", "kubectl get nodes",
            "hybridlab exec {lab} --on {machine} --sudo -- rm -r /x", "hybridlab up {lab}; reboot",
            "hybridlab exec {lab} --on {machine} -- kubeadm reset", "hybridlab kubectl {lab} get $(reboot)",
            "hybridlab kubectl {lab} get nodes | sh", "hybridlab kubectl {lab} evict x"})
    void riskySafeCommand_isRefused_withItsPlace(String command) {
        assertThat(failure(() -> read(safe(command))).what()).contains("test.yaml:14: is no command of hybridlab's");
    }

    @Test
    void safe_withoutCommands_isRefused() {
        assertThatThrownBy(() -> read(GOOD + "    safe: true\n")).isInstanceOfSatisfying(LabException.class,
                failure -> assertThat(failure.what()).contains("test.yaml:14: nothing to run is safe"));
    }

    private static String safe(String command) {
        return GOOD + "    run: ['%s']\n    safe: true\n".formatted(command);
    }

    private static KnownFailures.Area read(String text) {
        return DataFile.parse("test.yaml", text, FailuresReader::area);
    }
}
