package org.hybridlab.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.hybridlab.guest.MachineRecord.Fact;
import org.junit.jupiter.api.Test;

class MachineRecordTest {
    private static final Path SCRIPT = Path.of("src/test/resources/windows/vxlan-services/record.ps1");

    @Test
    void record_ofSeveralThings_isOneFact() {
        MachineRecord record = record(MachineRecord.WELL, "fact|route|a by b|c", "fact|route|d", "none|HNS network",
                "unknown|licence|The service cannot be started", "what is this", "fact|address|");

        assertThat(record.facts()).contains(new Fact("route", "read", List.of("a by b|c", "d"), ""),
                new Fact("HNS network", "none", List.of(), ""),
                new Fact("licence", "unknown", List.of(), "The service cannot be started"),
                new Fact("address", "read", List.of(""), ""));
    }

    @Test
    void record_omittingSomething_makesItUnknown() {
        MachineRecord record = record("ssh-lost: win does not answer", "fact|build|20348.2113 ServerStandardEval");

        assertThat(record.facts()).contains(new Fact("build", "read", List.of("20348.2113 ServerStandardEval"), ""),
                new Fact("licence", "unknown", List.of(),
                "the machine did not say; the session: ssh-lost: win does not answer"));
        assertThat(record.facts()).filteredOn(fact -> fact.state().equals("unknown")).hasSizeGreaterThan(20);
    }

    /** Else what the script no longer says would go missing without a word. */
    @Test
    void everythingThatTheScriptAsksIsExpected() throws Exception {
        List<String> asked = Pattern.compile("^ *Write-Fact -About ['\"]([^'\"$]*)", Pattern.MULTILINE)
                .matcher(Files.readString(SCRIPT)).results().map(match -> match.group(1)).toList();

        assertThat(asked).hasSizeGreaterThan(15);
        assertThat(asked).allSatisfy(about -> assertThat(record("", "").facts())
                .anyMatch(fact -> fact.about().startsWith(about)));
    }

    private static MachineRecord record(String session, String... lines) {
        return MachineRecord.of("now", "2026-01-01T00:00:00Z", session, List.of(lines), List.of("switch"));
    }
}
