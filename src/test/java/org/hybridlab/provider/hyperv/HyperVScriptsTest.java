package org.hybridlab.provider.hyperv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.config.model.NetworkMode;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.Role;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.provider.RecordedPower;
import org.hybridlab.provider.TestLabs;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.junit.jupiter.api.Test;

/** What the provider makes of PowerShell's answers, and how it calls it. PowerShell itself is not run here. */
class HyperVScriptsTest {
    private static final LabId ID = new LabId("first", "0a1b2c");
    /** Of a process on Windows (CreateProcessW). */
    private static final int LONGEST_COMMAND_LINE = 32_767;

    private final Cancellation cancellation = new Cancellation();
    private final PowerShell powershell = new PowerShell();
    private final HyperVProvider provider = new HyperVProvider(powershell);

    @Test
    void states_whoseEndIsThere_areKnown() {
        powershell.stdout = "hl-first-0a1b2c-node\tOff\t9b8b\r\nend\r\n";

        assertThat(provider.states(ID, cancellation)).containsOnlyKeys("node").containsValue(
                new MachineState(MachineState.Kind.STOPPED, "Off").identity("9b8b"));
        powershell.stdout = "end\r\n";
        assertThat(provider.states(ID, cancellation)).isEmpty();
    }

    /** Of a script that did not run, or not as a whole, nothing is known: least of all that there is no machine. */
    @Test
    void answer_withoutItsEnd_isNone() {
        for (String stdout : List.of("", "hl-first-0a1b2c-node\tOff\t9b8b\r\n")) {
            powershell.stdout = stdout;

            for (Runnable call : List.<Runnable>of(() -> provider.states(ID, cancellation),
                    () -> provider.remove(ID, "node", cancellation), () -> provider.release(ID, cancellation),
                    () -> provider.resources(cancellation))) {
                assertThat(failure(call::run).id()).isEqualTo("provider-not-answering");
            }
        }
    }

    @Test
    void failure_isToldInWordsOfPowerShell() {
        powershell.exitCode = 1;
        powershell.stderr = "You do not have the required permission.\r\n";

        LabException e = failure(() -> provider.states(ID, cancellation));
        assertThat(e.id()).isEqualTo("provider-not-answering");
        assertThat(e.what()).contains("You do not have the required permission.");
        assertThat(e.why()).get().asString().contains("Get-VM").doesNotContain("EncodedCommand");
    }

    /**
     * Windows saves machines when it shuts down. Vagrant's resume_vm.ps1 runs Resume-VM, which is for paused ones;
     * vagrant halt and up lead to it too. What Hyper-V makes of this is not seen here.
     */
    @Test
    void savedMachine_goesOn_withoutVagrant() {
        powershell.stdout = "end\r\n";
        List<String> vagrant = new ArrayList<>();
        MachinePower power = provider.power(ID, new RecordedPower(vagrant));

        power.resume("node", line -> { }, cancellation);
        power.halt("node", line -> { }, cancellation);
        power.suspend("node", line -> { }, cancellation);

        assertThat(powershell.scripts).singleElement().asString().contains("-eq 'hl-first-0a1b2c-node'",
                "if ($_.State -eq 'Paused') { Resume-VM -VM $_ }",
                "elseif ($_.State -in @('Saved', 'FastSaved')) { Start-VM -VM $_ }");
        assertThat(vagrant).containsExactly("vagrant halt node", "vagrant suspend node");
    }

    /** Merging goes on after Remove-VM (its documentation), and the disk's last name is not known until it is over. */
    @Test
    void snapshots_areMerged_beforeDisksAreListed() {
        powershell.stdout = "end\n";

        provider.remove(ID, "node", cancellation);

        assertThat(powershell.scripts).singleElement().asString().containsSubsequence("Stop-VM", "Remove-VMSnapshot",
                "AddSeconds(180)", "'*.avhdx'", "throw", "$disks = @(Get-VMHardDiskDrive", "Remove-VM -VM $_ -Force",
                "Remove-Item").doesNotContain("%");
    }

    @Test
    void longestScripts_fitIntoACommandLine() {
        LabId longest = new LabId("l".repeat(63), "0a1b2c");
        String machine = "m".repeat(63);
        powershell.stdout = "end\n";

        provider.states(longest, cancellation);
        provider.remove(longest, machine, cancellation);
        provider.prepare(longest, TestLabs.lab(NetworkMode.FLANNEL_VXLAN, Outside.direct(), TestLabs.machine(machine,
                Role.CONTROL_PLANE, Os.LINUX, 10)), cancellation);
        provider.release(longest, cancellation);
        provider.resources(cancellation);
        provider.remove(LabResource.named(LabResource.Kind.NETWORK, "9b8a", longest.toString()).orElseThrow(),
                cancellation);

        assertThat(powershell.scripts).hasSize(6).allMatch(script -> script.contains("$ErrorActionPreference = 'Stop'")
                && script.stripTrailing().endsWith("\n'end'"));
        assertThat(powershell.ran()).allMatch(line -> line.length() < LONGEST_COMMAND_LINE);
    }

    /** {@code -Command -} is a prompt: what a block over several lines would say never comes, with exit code 0. */
    private static final class PowerShell extends FakePrograms {
        private final List<String> scripts = new ArrayList<>();
        private String stdout = "";
        private String stderr = "";
        private int exitCode;

        @Override
        protected Answer answer(Command command) {
            if (!command.words().contains("-EncodedCommand")) {
                return Answer.DONE;
            }
            scripts.add(script(remote(command)));
            return new Answer(exitCode, stdout, stderr);
        }
    }
}
