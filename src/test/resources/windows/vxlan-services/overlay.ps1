# Puts flannel and kube-proxy on this machine as services: no image, no pod, one log each.
$script:ScriptName = 'overlay'
# library.ps1

Wait-EarlierScript -Seconds 540
$plugins = @('flannel.exe', 'host-local.exe', 'win-overlay.exe')
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

Write-Output 'flannel and kube-proxy are in place'
