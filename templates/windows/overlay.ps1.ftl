<#if asServices>
# Puts flannel and kube-proxy on this machine as services: no image, no pod, one log each.
<#else>
# Puts the programs of flannel and kube-proxy on this machine; HostProcess pods run them.
</#if>
$script:ScriptName = 'overlay'
<#include "library.ps1.ftl">

Stop-IfThere -Name 'kube-proxy'
$plugins = @('flannel.exe', 'host-local.exe', [=delegate + ".exe"])
Install-Files -From 'C:\hybridlab\bundle' -Names $plugins -To 'C:\opt\cni\bin' -Service 'flanneld'
Install-Files -From 'C:\hybridlab\bundle' -Names @('flanneld.exe', 'kube-proxy.exe') -To 'C:\k' -Service 'flanneld'
Install-Files -From 'C:\hybridlab\files' -Names @('net-conf.json', 'cni-conf.json') -To 'C:\etc\kube-flannel' -Service 'flanneld'
<#if asServices>
Install-Files -From 'C:\hybridlab\files' -Names @('start-flanneld.ps1', 'start-kube-proxy.ps1') -To 'C:\k' -Service 'flanneld'
Set-ProgramService -Name 'flanneld' -DependsOn 'containerd' -Script 'C:\k\start-flanneld.ps1'
Set-ProgramService -Name 'kube-proxy' -DependsOn 'flanneld' -Script 'C:\k\start-kube-proxy.ps1'
Start-Service -Name 'flanneld'
Start-Service -Name 'kube-proxy'
<#else>
Remove-ServiceIfThere -Name 'kube-proxy'
Remove-ServiceIfThere -Name 'flanneld'
</#if>

Write-Output 'flannel and kube-proxy are in place'
