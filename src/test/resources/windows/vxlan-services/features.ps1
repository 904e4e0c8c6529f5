# Switches on the features of Windows that containers need. Asks for a reboot if one is needed.
$script:ScriptName = 'features'
# library.ps1

Wait-EarlierScript -Seconds 2400
# Hyper-V is not needed for containers that share the host's kernel, which is all that Kubernetes runs.
$feature = Get-WindowsFeature -Name 'Containers'
if (-not $feature.Installed) {
    Write-Output 'installing the feature Containers'
    $result = Install-WindowsFeature -Name 'Containers'
    if (-not $result.Success) {
        Stop-Script 'the feature Containers was not installed'
    }
    Request-Reboot -Why 'the feature Containers is new'
}

Write-Output 'the features are there'
