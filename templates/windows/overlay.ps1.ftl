<#if !flannel>
# Puts the service that makes the pod network, and kube-proxy, on this machine: no image, no pod, one log each.
<#elseif asServices>
# Puts flannel and kube-proxy on this machine as services: no image, no pod, one log each.
<#else>
# Puts the programs of flannel and kube-proxy on this machine; HostProcess pods run them.
</#if>
$script:ScriptName = 'overlay'
<#include "library.ps1.ftl">

Wait-EarlierScript -Seconds 540
$plugins = @(<#if flannel>'flannel.exe', </#if>'host-local.exe', [=delegate + ".exe"])
<#if asServices>
<#if flannel>
# Both log in again, with the tokens that have just been written; kube-proxy stops with flanneld, which it needs.
<#else>
# kube-proxy logs in again, with the token that has just been written; it stops with pod-network, which it needs.
</#if>
Stop-IfThere -Name [=networkService]
Install-Files -From 'C:\hybridlab\bundle' -Names $plugins -To 'C:\opt\cni\bin' -Service [=networkService]
Install-Files -From 'C:\hybridlab\bundle' -Names @(<#if flannel>'flanneld.exe', </#if>'kube-proxy.exe') -To 'C:\k' -Service [=networkService]
Install-Files -From 'C:\hybridlab\files' -Names @(<#if flannel>'net-conf.json', <#if !vxlan>'pod-share.json', </#if></#if>'cni-conf.json') -To [=settingsFolder] -Service [=networkService]
Install-Files -From 'C:\hybridlab\files' -Names @([="start-" + networkService + ".ps1"], 'start-kube-proxy.ps1') -To 'C:\k' -Service [=networkService]
Set-ProgramService -Name [=networkService] -DependsOn 'containerd' -Script [="C:\\k\\start-" + networkService + ".ps1"]
Set-ProgramService -Name 'kube-proxy' -DependsOn [=networkService] -Script 'C:\k\start-kube-proxy.ps1'
Start-Service -Name [=networkService]
Start-Service -Name 'kube-proxy'
<#else>
Remove-ServiceIfThere -Name 'kube-proxy'
Remove-ServiceIfThere -Name 'flanneld'

# The kubelet starts a pod's program again as soon as it ends, so it runs at any moment.
$script:Changed = $false
function Install-InPods {
    param([string] $From, [string[]] $Names, [string] $To)
    foreach ($name in $Names) {
        if (-not (Test-Same -From "$From\$name" -To "$To\$name")) {
            Install-File -From "$From\$name" -To "$To\$name"
            $script:Changed = $true
        }
    }
}

Install-InPods -From 'C:\hybridlab\bundle' -Names $plugins -To 'C:\opt\cni\bin'
Install-InPods -From 'C:\hybridlab\bundle' -Names @('flanneld.exe', 'kube-proxy.exe') -To 'C:\k'
Install-InPods -From 'C:\hybridlab\files' -Names @('net-conf.json', <#if !vxlan>'pod-share.json', </#if>'cni-conf.json') -To 'C:\etc\kube-flannel'
if ($script:Changed) {
    Get-Process -Name @('flanneld', 'kube-proxy') -ErrorAction SilentlyContinue | Stop-Process -Force
}
</#if>

Write-Output [=flannel?then('flannel', 'pod-network') + ' and kube-proxy are in place']
