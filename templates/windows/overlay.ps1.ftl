<#if asServices>
# Puts flannel and kube-proxy on this machine as services: no image, no pod, one log each.
<#else>
# Puts the programs of flannel and kube-proxy on this machine; HostProcess pods run them.
</#if>
$script:ScriptName = 'overlay'
<#include "library.ps1.ftl">

$plugins = @('flannel.exe', 'host-local.exe', [=delegate + ".exe"])
<#if asServices>
# Both log in again, with the tokens that have just been written; kube-proxy stops with flanneld, which it needs.
Stop-IfThere -Name 'flanneld'
Install-Files -From 'C:\hybridlab\bundle' -Names $plugins -To 'C:\opt\cni\bin' -Service 'flanneld'
Install-Files -From 'C:\hybridlab\bundle' -Names @('flanneld.exe', 'kube-proxy.exe') -To 'C:\k' -Service 'flanneld'
Install-Files -From 'C:\hybridlab\files' -Names @('net-conf.json', 'cni-conf.json') -To 'C:\etc\kube-flannel' -Service 'flanneld'
Install-Files -From 'C:\hybridlab\files' -Names @('start-flanneld.ps1', 'start-kube-proxy.ps1') -To 'C:\k' -Service 'flanneld'
Set-ProgramService -Name 'flanneld' -DependsOn 'containerd' -Script 'C:\k\start-flanneld.ps1'
Set-ProgramService -Name 'kube-proxy' -DependsOn 'flanneld' -Script 'C:\k\start-kube-proxy.ps1'
Start-Service -Name 'flanneld'
Start-Service -Name 'kube-proxy'
<#else>
Remove-ServiceIfThere -Name 'kube-proxy'
Remove-ServiceIfThere -Name 'flanneld'

# The kubelet starts a pod's program again as soon as it ends, so it runs at any moment. Windows lets a program that runs
# be renamed, but not replaced.
$script:Changed = $false
function Install-InPods {
    param([string] $From, [string[]] $Names, [string] $To)
    foreach ($name in $Names) {
        if (-not (Test-Same -From "$From\$name" -To "$To\$name")) {
            if (Test-Path -Path "$To\$name") {
                Move-Item -Path "$To\$name" -Destination "$To\$name.old" -Force
            }
            Copy-Item -Path "$From\$name" -Destination "$To\$name" -Force
            $script:Changed = $true
        }
    }
}

Install-InPods -From 'C:\hybridlab\bundle' -Names $plugins -To 'C:\opt\cni\bin'
Install-InPods -From 'C:\hybridlab\bundle' -Names @('flanneld.exe', 'kube-proxy.exe') -To 'C:\k'
Install-InPods -From 'C:\hybridlab\files' -Names @('net-conf.json', 'cni-conf.json') -To 'C:\etc\kube-flannel'
if ($script:Changed) {
    Get-Process -Name @('flanneld', 'kube-proxy') -ErrorAction SilentlyContinue | Stop-Process -Force
}
</#if>

Write-Output 'flannel and kube-proxy are in place'
