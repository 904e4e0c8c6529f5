package org.hybridlab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongRunPageTest {
    @TempDir
    private Path reports;

    @BeforeEach
    void twoClassesRan() throws IOException {
        Files.writeString(reports.resolve("TEST-org.example.ZebraTest.xml"), """
                <testsuite name="org.example.ZebraTest" time="1,234.4" tests="3">
                  <properties><property name="java.io.tmpdir" value="/secret/place"/></properties>
                  <testcase name="runs" classname="org.example.ZebraTest" time="1"/>
                  <testcase name="rests" classname="org.example.ZebraTest" time="0">
                    <skipped message="No KVM here&#10;at Zebra.java:3"/>
                  </testcase>
                  <testcase name="jumps" classname="org.example.ZebraTest" time="2">
                    <failure message="&#10;Expecting true&#10;but was false" type="x">trace</failure>
                    <system-out>words</system-out>
                  </testcase>
                </testsuite>
                """);
        Files.writeString(reports.resolve("TEST-org.example.ApeTest.xml"), """
                <testsuite name="org.example.ApeTest" time="9.6" tests="1">
                  <testcase name="" classname="org.example.ApeTest" time="1"><error message="no lab"/></testcase>
                </testsuite>
                """);
        Files.writeString(reports.resolve("org.example.ApeTest.txt"), "not XML");
    }

    @Test
    void tellsWhatRanWhereAndHowItEnded() throws IOException {
        assertThat(page()).isEqualTo("""
                # The last long run

                Written from surefire's reports, as `./test --long` does; not edited by hand.

                | | |
                |---|---|
                | when | 2026-11-21 17:04 UTC |
                | commit | `abc1234` |
                | host | 2 processors, 24 GiB, Debian |
                | load at the end | 1.00, 2.00, 3.00 |
                | took | 61 min, unit tests and the release among it |
                | tests on real machines | 1 passed, 2 failed, 1 skipped |

                | class | passed | failed | skipped | seconds |
                |---|---|---|---|---|
                | `ApeTest` | 0 | 1 | 0 | 10 |
                | `ZebraTest` | 1 | 1 | 1 | 1234 |

                ## Failed

                - `ApeTest.(before its tests)`: no lab
                - `ZebraTest.jumps`: Expecting true

                ## Skipped

                - `ZebraTest.rests`: No KVM here
                """);
    }

    @Test
    void theHostIsToldWithoutItsName() throws IOException {
        String host = HostKind.ofThisHost().words();

        assertThat(host).matches("\\d+ processors, \\d+ GiB, .+");
        assertThat(host).doesNotContain(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
    }

    private String page() throws IOException {
        return LongRunPage.text(TestRun.read(reports), LocalDateTime.of(2026, 11, 21, 17, 4, 59),
                new HostKind(2, 24, "Debian", "1.00, 2.00, 3.00"), "abc1234",
                "61 min, unit tests and the release among it");
    }
}
