package org.hybridlab.provision.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Result;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clock of a Windows machine on libvirt that was frozen: nobody tells it the time. Set-Date is not seen here. */
class WindowsClockTest {
    @TempDir
    private Path folder;
    private final QuietContext context = new QuietContext();
    private final List<String> changes = new ArrayList<>();
    private String clock = "";

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
                """, folder, (command, lines, cancellation) -> windows(command));
        new GuestClock(lab, lab.lab().machine("win").orElseThrow()).resync(context);
    }

    private Result windows(Command command) {
        String remote = command.words().get(command.words().size() - 1);
        String source = new String(Base64.getDecoder().decode(remote.substring(remote.lastIndexOf(' ') + 1)),
                StandardCharsets.UTF_16LE);
        if (source.contains("Set-Date")) {
            changes.add(source);
        }
        return new Result(command, 0, source.contains("Get-Date") ? clock : "", "", Duration.ZERO);
    }
}
