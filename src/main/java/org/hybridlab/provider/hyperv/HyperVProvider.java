package org.hybridlab.provider.hyperv;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.EncodedPowerShell;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.hybridlab.provider.api.MacAddress;
import org.hybridlab.provider.api.MachinePower;
import org.hybridlab.provider.api.MachineState;
import org.hybridlab.provider.api.OwnResume;
import org.hybridlab.provider.api.Provider;
import org.hybridlab.provider.api.ProviderTool;

/**
 * Hyper-V machines. Vagrant ignores network settings, so a machine starts on the Default Switch, whose addresses
 * change. It gets a second adapter on the lab's internal switch. The fixed address is set in the guest, by the hardware
 * address of the Vagrantfile. Never run on Hyper-V here.
 */
public final class HyperVProvider implements Provider {
    private final HyperVPowerShell powershell;

    public HyperVProvider(Processes processes) {
        this.powershell = new HyperVPowerShell(processes);
    }

    @Override
    public ProviderName name() {
        return ProviderName.HYPERV;
    }

    @Override
    public Map<String, MachineState> states(LabId lab, Cancellation cancellation) {
        Map<String, MachineState> states = new LinkedHashMap<>();
        powershell.look(HyperVMachines.list(lab), cancellation).stream().map(line -> line.split("\t"))
                .filter(row -> row.length == 3).forEach(row -> states.put(row[0].substring(lab.machine("").length()),
                        MachineState.of(row[1]).identity(row[2])));
        return states;
    }

    @Override
    public void remove(LabId id, String machine, Cancellation cancellation) {
        powershell.run(HyperVMachines.remove(id, machine), cancellation);
    }

    /** Vagrant resumes paused machines. Windows saves machines when it shuts down. */
    @Override
    public MachinePower power(LabId id, MachinePower vagrant) {
        return new OwnResume(vagrant, (machine, lines, cancellation) -> powershell.run(
                HyperVMachines.resume(id, machine), cancellation));
    }

    @Override
    public Map<String, Object> model(LabId id, Lab lab, Machine machine) {
        return Map.of("name", id.machine(machine.name()), "switch", id.toString(),
                "mac", MacAddress.plain(id, machine).toUpperCase(java.util.Locale.ROOT));
    }

    @Override
    public void prepare(LabId id, Lab lab, Cancellation cancellation) {
        powershell.run(HyperVSwitch.create(id, lab.network().machines()), cancellation);
    }

    @Override
    public void release(LabId id, Cancellation cancellation) {
        powershell.run(HyperVSwitch.remove(id), cancellation);
    }

    @Override
    public List<LabResource> resources(Cancellation cancellation) {
        return powershell.look(HyperVMachines.ALL, cancellation).stream().map(line -> line.split("\t"))
                .filter(row -> row.length == 3).flatMap(row -> LabResource.named(row[0].equals("switch")
                        ? LabResource.Kind.NETWORK : LabResource.Kind.MACHINE, row[1], row[2]).stream()).toList();
    }

    @Override
    public void remove(LabResource resource, Cancellation cancellation) {
        powershell.run(resource.kind() == LabResource.Kind.NETWORK ? HyperVSwitch.remove(resource.lab())
                : HyperVMachines.remove(resource.name()), cancellation);
    }

    /**
     * Windows PowerShell on this host. Scripts are arguments: {@code -Command -} reads stdin like a prompt, and needs
     * empty lines after blocks (PowerShell/PowerShell#3223). Never run on Hyper-V here.
     */
    record HyperVPowerShell(Processes processes) {
        private static final String END = "end";
        /** A removal may wait for snapshots. */
        private static final Duration LONGEST = Duration.ofMinutes(5);

        /**
         * Output lines of the script. Its first error ends it.
         *
         * @throws org.hybridlab.common.error.LabException {@code provider-not-answering} if it failed or did not end
         */
        List<String> run(String script, Cancellation cancellation) {
            return lines(script, processes.run(command(script).timeout(LONGEST), cancellation));
        }

        /** For read-only scripts, with a short limit. */
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

    /** PowerShell for the lab's internal switch, with the host as gateway and NAT. */
    static final class HyperVSwitch {
        private HyperVSwitch() {
        }

        /** Names are RFC 1123 labels and addresses digits, so nothing needs escaping. Idempotent. */
        static String create(LabId id, Cidr network) {
            return """
                    if (-not (Get-VMSwitch -Name '%1$s' -ErrorAction SilentlyContinue)) {
                        New-VMSwitch -Name '%1$s' -SwitchType Internal | Out-Null
                    }
                    $adapter = Get-NetAdapter -Name 'vEthernet (%1$s)'
                    if (-not (Get-NetIPAddress -InterfaceIndex $adapter.ifIndex -IPAddress '%2$s' -ErrorAction \
                    SilentlyContinue)) {
                        New-NetIPAddress -InterfaceIndex $adapter.ifIndex -IPAddress '%2$s' -PrefixLength %3$d \
                    | Out-Null
                    }
                    if (-not (Get-NetNat -Name '%1$s' -ErrorAction SilentlyContinue)) {
                        New-NetNat -Name '%1$s' -InternalIPInterfaceAddressPrefix '%4$s' | Out-Null
                    }
                    """.formatted(id, network.address(1), network.prefix(), network);
        }

        static String remove(LabId id) {
            return """
                    Get-NetNat | Where-Object { $_.Name -eq '%1$s' } | Remove-NetNat -Confirm:$false
                    Get-VMSwitch | Where-Object { $_.Name -eq '%1$s' } | Remove-VMSwitch -Force
                    """.formatted(id);
        }
    }

    /** PowerShell that lists the lab's machines, and removes one with its disks. */
    static final class HyperVMachines {
        /** Machines and switches of all labs, a line each: kind, id, name. Without Hyper-V's service there are none. */
        static final String ALL = """
                if (Get-Service -Name vmms -ErrorAction SilentlyContinue) {
                    Get-VM | Where-Object { $_.Name.StartsWith('hl-') } | ForEach-Object {
                        "machine`t$($_.Id)`t$($_.Name)"
                    }
                    Get-VMSwitch | Where-Object { $_.Name.StartsWith('hl-') } | ForEach-Object {
                        "switch`t$($_.Id)`t$($_.Name)"
                    }
                }
                """;

        private static final Duration MERGING = Duration.ofMinutes(3);

        private HyperVMachines() {
        }

        /** A line per machine: name, state and id with tabs. Names are RFC 1123 labels. */
        static String list(LabId id) {
            return """
                    Get-VM | Where-Object { $_.Name.StartsWith('%s') } | ForEach-Object {
                        "$($_.Name)`t$($_.State)`t$($_.Id)"
                    }
                    """.formatted(id.machine(""));
        }

        /** Resume-VM is for paused machines, Start-VM for saved ones. Idempotent. */
        static String resume(LabId id, String machine) {
            return """
                    Get-VM | Where-Object { $_.Name -eq '%s' } | ForEach-Object {
                        if ($_.State -eq 'Paused') { Resume-VM -VM $_ }
                        elseif ($_.State -in @('Saved', 'FastSaved')) { Start-VM -VM $_ }
                    }
                    """.formatted(id.machine(machine));
        }

        static String remove(LabId id, String machine) {
            return remove(id.machine(machine));
        }

        /**
         * Idempotent. Removes snapshots first: the machine uses the newest one's disk until Hyper-V has merged it, even
         * after the machine's removal. Status words are localised, so the disk's name tells. Removes only disks in
         * Vagrant's folder, none that somebody attached.
         */
        static String remove(String name) {
            return """
                    Get-VM | Where-Object { $_.Name -eq '%s' } | ForEach-Object {
                        if ($_.State -notin @('Off', 'Saved', 'FastSaved')) { Stop-VM -VM $_ -TurnOff -Force }
                        Get-VMSnapshot -VM $_ | Remove-VMSnapshot -Confirm:$false
                        $deadline = (Get-Date).AddSeconds(%d)
                        while (@(Get-VMHardDiskDrive -VM $_ | Where-Object { $_.Path -like '*.avhdx' }).Count -gt 0) {
                            if ((Get-Date) -gt $deadline) { throw 'Hyper-V is still merging the snapshots' }
                            Start-Sleep -Seconds 1
                        }
                        $disks = @(Get-VMHardDiskDrive -VM $_ | ForEach-Object { $_.Path } |
                            Where-Object { $_ -match '\\\\machines\\\\[^\\\\]+\\\\hyperv\\\\' })
                        Remove-VM -VM $_ -Force
                        $disks | Where-Object { Test-Path $_ } | Remove-Item -Force
                    }
                    """.formatted(name, MERGING.toSeconds());
        }
    }
}
