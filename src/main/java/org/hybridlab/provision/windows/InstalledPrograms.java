package org.hybridlab.provision.windows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.render.WindowsMachine;

/**
 * Programs that one script installs. The script uses what was sent, so another sum makes it run again. It stops only
 * what it replaces; pods go on.
 *
 * @param paths by name without {@code .exe}
 */
record InstalledPrograms(Map<String, String> paths) {
    /** Prints what is missing between two marks. No marks are no answer. */
    private static final String LOOK = """
            Write-Output 'begin'
            foreach ($file in @(%s)) {
                if (-not (Test-Path -Path $file)) { Write-Output $file }
            }
            Write-Output 'end'
            """;

    static InstalledPrograms of(WindowsMachine machine, String script) {
        return new InstalledPrograms(machine.programs(script));
    }

    /** Of the script's inputs and the sent programs. */
    String fingerprint(String ofScript, WindowsGuest guest) {
        if (paths.isEmpty()) {
            return ofScript;
        }
        return Fingerprint.of(ofScript, WindowsProgramsSent.sent(guest).stream()
                .filter(line -> paths.containsKey(line.substring(line.indexOf(' ') + 1))).toList());
    }

    /**
     * Why the script must run again: a program is gone, as by a virus scanner.
     *
     * @throws org.hybridlab.common.error.LabException if the machine does not tell
     */
    Optional<String> missing(WindowsGuest guest) {
        if (paths.isEmpty()) {
            return Optional.empty();
        }
        List<String> said = guest.powershell(LOOK.formatted(paths.values().stream().sorted()
                .map("'%s'"::formatted).collect(Collectors.joining(", ")))).lines().map(String::strip)
                .filter(line -> !line.isEmpty()).toList();
        if (said.size() < 2 || !said.get(0).equals("begin") || !said.get(said.size() - 1).equals("end")) {
            throw guest.unclear("its programs", said);
        }
        return said.size() == 2 ? Optional.empty()
                : Optional.of(String.join(", ", said.subList(1, said.size() - 1)) + " is not there");
    }
}
