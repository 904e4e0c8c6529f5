package org.hybridlab.provision.windows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.provision.context.WindowsGuest;
import org.hybridlab.provision.render.WindowsMachine;

/**
 * The bundle's programs that one script installs. The script takes what was sent to the machine, so another sum there
 * is a reason to run it again. It stops only what it replaces; pods go on.
 *
 * @param paths where each goes, by its name without {@code .exe}
 */
record InstalledPrograms(Map<String, String> paths) {
    /** Says what is missing between two words: no word at all is no answer. */
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

    /** Of what the script is made from, and of the programs that were sent for it. */
    String fingerprint(String ofScript, WindowsGuest guest) {
        if (paths.isEmpty()) {
            return ofScript;
        }
        return Fingerprint.of(ofScript, WindowsProgramsSent.sent(guest).stream()
                .filter(line -> paths.containsKey(line.substring(line.indexOf(' ') + 1))).toList());
    }

    /**
     * Why the script is to run again although it ran, if one is not there any more: a virus scanner took it away.
     *
     * @throws org.hybridlab.common.error.LabException where the machine does not say what it has
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
