package org.hybridlab.provision.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.process.Command;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clocks of virtual machines that were frozen for a while. */
class GuestClockTest {
    private static final String LAB = """
            name: night
            kubernetes: 1.36
            provider: virtualbox
            machines: [{name: control, role: control-plane}, {name: win, os: windows, memory: 4GiB}]
            """;

    private final QuietContext context = new QuietContext();

    @TempDir
    private Path folder;
    private final List<String> changes = new ArrayList<>();
    private String clock = "";

    @ParameterizedTest
    @ValueSource(longs = {-36_000, -620, 36_000, 60})
    void resync_ofWrongClock_restartsTheKubelet(long seconds) throws IOException {
        HealthyLab lab = lab(String.valueOf(Instant.now().getEpochSecond() + seconds));
        long before = Instant.now().getEpochSecond();

        resync(lab, "control");

        List<String> told = lab.machines.told();
        assertThat(told).hasSize(2).last().isEqualTo("systemctl try-restart kubelet");
        assertThat(Long.parseLong(told.get(0).replace("date --set=@", ""))).isBetween(before, before + 60);
        assertThat(context.lines()).anySatisfy(line -> assertThat(line).matches("The clock of control was \\d+ s "
                + (seconds < 0 ? "behind" : "ahead") + ": set, and its kubelet restarted"));
    }

    /** On a slow machine a kubelet takes minutes to start, and nothing asks for that. */
    @ParameterizedTest
    @ValueSource(longs = {-540, -10})
    void resync_ofClockJustBehind_leavesTheKubelet(long seconds) throws IOException {
        HealthyLab lab = lab(String.valueOf(Instant.now().getEpochSecond() + seconds));

        resync(lab, "control");

        assertThat(lab.machines.told()).singleElement().asString().startsWith("date --set=@");
        assertThat(context.lines()).singleElement().asString()
                .matches("The clock of control was (5\\d\\d|[12]\\d) s behind: set");
    }

    /** It must not pass for one that was set. */
    @Test
    void clockThatCannotBeSet_fails() throws IOException {
        HealthyLab lab = lab(String.valueOf(Instant.now().getEpochSecond() - 60));
        Files.writeString(folder.resolve("machines/bin/date"), "\ncase $1 in --set*) exit 1 ;; esac\n",
                StandardOpenOption.APPEND);

        assertThat(failure(() -> resync(lab, "control")).id()).isEqualTo("guest-command-failed");
        assertThat(context.lines()).isEmpty();
    }

    /** The answer takes a moment on its way. */
    @Test
    void resync_ofRightClock_changesNothing() throws IOException {
        HealthyLab lab = lab("$(PATH= command -p date +%s)");

        resync(lab, "control");

        assertThat(lab.machines.told()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Welcome to Debian!"})
    void resync_withoutMachineTime_changesNothing(String answer) throws IOException {
        HealthyLab lab = lab(answer);

        assertThat(failure(() -> resync(lab, "control")).id()).isEqualTo("guest-answer-unclear");
        assertThat(lab.machines.told()).isEmpty();
    }

    /** Somebody let it go on without hybridlab, or its resume was cut off. */
    @ParameterizedTest
    @ValueSource(longs = {-600, 600})
    void machineWithWrongClock_isNotPrepared(long seconds) throws IOException {
        HealthyLab lab = lab(String.valueOf(Instant.now().getEpochSecond() + seconds));

        assertThat(prepared(lab).reason()).containsPattern("its clock is (59|60)\\d s (behind|ahead)");
    }

    @Test
    void rightClock_isNotTold_unclearOneIs() throws IOException {
        assertThat(prepared(lab("$(PATH= command -p date +%s)")).reason()).doesNotContain("clock", "time");
        assertThat(prepared(lab("no time")).reason()).contains("its clock says 'time no time'");
    }

    private Probe prepared(HealthyLab lab) {
        return new MachinePrepared(lab.labContext, lab.labContext.lab().machine("control").orElseThrow())
                .probe(context);
    }

    private void resync(HealthyLab lab, String machine) {
        new GuestClock(lab.labContext, lab.labContext.lab().machine(machine).orElseThrow()).resync(context);
    }

    /** @param answer of {@code date +%s} in its machines, as a shell quotes it */
    private HealthyLab lab(String answer) throws IOException {
        HealthyLab lab = new HealthyLab(folder, LAB);
        StubProgram.write(folder.resolve("machines/bin/date"), """
                case "$1" in
                    +*) echo "%s" ;;
                    *) echo "date $*" >> "$MACHINE/told" ;;
                esac
                """.formatted(answer));
        return lab;
    }

    @ParameterizedTest
    @CsvSource({"-36000, true", "-540, false", "60, true"})
    void wrongClock_isSet(long seconds, boolean restarts) {
        clock = Instant.now().plusSeconds(seconds).truncatedTo(ChronoUnit.SECONDS).toString();

        resync();

        assertThat(changes).singleElement().asString().contains("Set-Date -Date ([DateTime]::Parse('20");
        assertThat(changes.get(0).contains("Restart-Service -Name 'kubelet'")).isEqualTo(restarts);
        assertThat(context.lines()).singleElement().asString().matches("The clock of win was \\d+ s "
                + (seconds < 0 ? "behind" : "ahead") + ": set" + (restarts ? ", and its kubelet restarted" : ""));
    }

    @Test
    void rightOrUnknownClock_staysAsItIs() {
        clock = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        resync();
        clock = "Welcome";
        resync();

        assertThat(changes).isEmpty();
        assertThat(context.lines()).isEmpty();
    }

    private void resync() {
        LabContext lab = WindowsLabs.onLibvirt("""
                name: night
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: win, os: windows, memory: 4GiB}]
                """, folder, FakePrograms.printing(this::windows));
        new GuestClock(lab, lab.lab().machine("win").orElseThrow()).resync(context);
    }

    private String windows(Command command) {
        String source = FakePrograms.script(FakePrograms.remote(command));
        if (source.contains("Set-Date")) {
            changes.add(source);
        }
        return source.contains("Get-Date") ? clock : "";
    }
}
