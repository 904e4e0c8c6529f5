package org.hybridlab.provider.hyperv;

import java.time.Duration;

import org.hybridlab.provider.api.LabId;

/** PowerShell that lists the lab's machines, and removes one with its disks. */
final class HyperVMachines {
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
