# Joins the cluster with the settings in C:\hybridlab\secrets\join.yaml, after whatever an earlier join left.
$script:ScriptName = 'join'
<#include "library.ps1.ftl">
<#include "leave.ps1.ftl">

Wait-EarlierScript -Seconds 540 -Ends 'kubeadm'
# kubeadm's own files, and one of its settings, are named without a drive.
Set-Location -Path 'C:\'
# kubeadm asks containerd once, and the service manager may just be starting it again.
Wait-Until -What 'containerd does not answer at its pipe' -Seconds 60 -Condition { Test-Path -Path '\\.\pipe\containerd-containerd' }
# A join that does not get through takes its bootstrap-kubelet.conf away, but leaves the authority, and refuses to go on
# beside it the next time.
$left = @('C:\etc\kubernetes\kubelet.conf', 'C:\etc\kubernetes\bootstrap-kubelet.conf', 'C:\etc\kubernetes\pki\ca.crt')
if (@($left | Where-Object { Test-Path -Path $_ }).Count -gt 0) {
    Write-Output 'an earlier join did not get through, or was to another cluster: resetting'
    Leave-Cluster
}
Clear-PodNetwork
$env:Path = "$env:Path;$env:ProgramFiles\containerd;C:\k"
Invoke-Program -Program 'C:\k\kubeadm.exe' -Arguments @('join', '--config', 'C:\hybridlab\secrets\join.yaml')

Write-Output [=machine.name + " has joined"]
