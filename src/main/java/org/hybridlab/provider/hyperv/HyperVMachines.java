package org.hybridlab.provider.hyperv;

import java.time.Duration;

import org.hybridlab.provider.api.LabId;

/** PowerShell that asks for the lab's machines by their names, and removes one with its disks. */
final class HyperVMachines {
    /**
     * Machines and switches of all labs, a line each: what it is, its id, its name. Windows without the service of
     * Hyper-V has none.
     */
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

    /** A line for each machine: name, state and id with tabs between. Names are RFC 1123 labels. */
    static String list(LabId id) {
        return """
                Get-VM | Where-Object { $_.Name.StartsWith('%s') } | ForEach-Object {
                    "$($_.Name)`t$($_.State)`t$($_.Id)"
                }
                """.formatted(id.machine(""));
    }

    /** Resume-VM is for paused machines only; of those that are saved, Start-VM does it. Does nothing twice. */
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
     * Does nothing twice. Snapshots go first: the machine has the disk of the newest one until Hyper-V has merged that
     * into the first disk, which goes on by itself, also after the machine is gone. Status words depend on the language
     * of Windows, so the disk's name tells. Disks go that Vagrant made in its folder of the machine, and none that
     * somebody attached.
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
