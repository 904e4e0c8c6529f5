# Installs kubelet and kubeadm from the bundle. The kubelet's service is there, and is started by kubeadm's join.
$script:ScriptName = 'kubelet'
# library.ps1

Wait-EarlierScript -Seconds 540
$programs = @('service-host.exe', 'kubelet.exe', 'kubeadm.exe')
# Its service-host is theirs too; kube-proxy stops with flanneld, which it needs.
Stop-IfThere -Name 'flanneld'
Install-Files -From 'C:\hybridlab\bundle' -Names $programs -To 'C:\k' -Service 'kubelet'
Install-Files -From 'C:\hybridlab\files' -Names @('start-kubelet.ps1') -To 'C:\k' -Service 'kubelet'
Copy-Item -Path 'C:\hybridlab\files\kubeletconfiguration0+merge.json' -Destination 'C:\etc\kubernetes\patches' -Force
Set-ProgramService -Name 'kubelet' -DependsOn 'containerd' -Script 'C:\k\start-kubelet.ps1'
Start-Node

Write-Output 'kubelet and kubeadm are installed'
