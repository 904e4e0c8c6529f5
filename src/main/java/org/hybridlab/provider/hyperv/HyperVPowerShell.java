package org.hybridlab.provider.hyperv;

import java.time.Duration;
import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.EncodedPowerShell;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Windows PowerShell on this host. Scripts are a word of its command line: by {@code -Command -} it reads them as from
 * a prompt, where a block over several lines runs after an empty line only, and else never, with exit code 0
 * (PowerShell/PowerShell#3223). Never run on Hyper-V here.
 */
record HyperVPowerShell(Processes processes) {
    private static final String END = "end";
    /** Of a machine's removal, which may have to wait for its snapshots. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /**
     * The lines that the script writes; its first error ends it.
     *
     * @throws org.hybridlab.common.error.LabException {@code provider-not-answering} if it failed, or did not come to
     *         its end
     */
    List<String> run(String script, Cancellation cancellation) {
        return lines(script, processes.run(command(script).timeout(LONGEST), cancellation));
    }

    /** The same of a script that only looks, and has to answer soon. */
    List<String> look(String script, Cancellation cancellation) {
        return lines(script, ProviderTool.soon(ProviderName.HYPERV, processes, command(script), cancellation));
    }

    private static Command command(String script) {
        String whole = "$ErrorActionPreference = 'Stop'\n%s'%s'\n".formatted(script, END);
        return Command.of(EncodedPowerShell.words(whole).toArray(String[]::new));
    }

    private static List<String> lines(String script, Result result) {
        List<String> lines = result.stdout().lines().map(String::strip).toList();
        if (!result.ok() || lines.isEmpty() || !lines.get(lines.size() - 1).equals(END)) {
            throw ProviderTool.notAnswering(ProviderName.HYPERV, "powershell.exe failed: " + (result.ok()
                    ? "its script did not come to its end" : result.stderr().strip()))
                    .because("It exited with %d after:\n%s".formatted(result.exitCode(), script));
        }
        return lines.subList(0, lines.size() - 1);
    }
}
