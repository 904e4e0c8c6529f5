# After a reboot: whether Windows kept what was installed before it. It may want to boot once more, or take everything back.
param([int] $Reboots = 1)
$script:ScriptName = 'rebooted'
# library.ps1

$wanted = 'C:\hybridlab\reboot-wanted'
$pending = @()
$state = (Get-WindowsFeature -Name 'Containers').InstallState
if ($state -eq 'InstallPending') {
    $pending += 'the feature Containers is not installed yet'
} elseif ($state -ne 'Installed') {
    # What installs it must not be taken for done.
    Remove-Item -Path 'C:\hybridlab\done\features.ps1' -Force -ErrorAction SilentlyContinue
    Remove-Item -Path $wanted -Force
    Stop-Script ('Windows has not kept the feature Containers: after the reboot it is ' + $state)
}
# Windows may keep saying so for reasons of its own; that is none to reboot for ever.
if (($Reboots -lt 3) -and (Test-Path -Path 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending')) {
    $pending += 'servicing is not over'
}
if ($pending.Count -gt 0) {
    if ($Reboots -ge 3) {
        Stop-Script "after $Reboots reboots $($pending -join ', ')"
    }
    Request-Reboot -Why ($pending -join ', ')
} else {
    if ($null -eq (Get-Command -Name 'Get-HnsNetwork' -ErrorAction SilentlyContinue)) {
        Stop-Script 'the feature Containers is installed, but PowerShell does not know Get-HnsNetwork'
    }
    Remove-Item -Path $wanted -Force
    Write-Output 'Windows has kept its features'
}
