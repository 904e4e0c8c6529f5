# Switches on the features of Windows that containers need. Asks for a reboot if one is needed.
$script:ScriptName = 'features'
<#include "library.ps1.ftl">

Wait-EarlierScript -Seconds 2400
# Hyper-V is not needed for containers that share the host's kernel, which is all that Kubernetes runs.
<#list features as feature>
$feature = Get-WindowsFeature -Name [=feature]
if (-not $feature.Installed) {
    Write-Output [="installing the feature " + feature]
    $result = Install-WindowsFeature -Name [=feature]
    if (-not $result.Success) {
        Stop-Script [="the feature " + feature + " was not installed"]
    }
    Request-Reboot -Why [="the feature " + feature + " is new"]
}
</#list>

Write-Output 'the features are there'
