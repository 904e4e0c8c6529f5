# Joins the cluster with the settings in C:\hybridlab\secrets\join.yaml, after whatever an earlier join left.
$script:ScriptName = 'join'
<#include "library.ps1.ftl">
<#include "leave.ps1.ftl">

if ((Test-Path -Path 'C:\etc\kubernetes\kubelet.conf') -or (Test-Path -Path 'C:\etc\kubernetes\bootstrap-kubelet.conf')) {
    Write-Output 'an earlier join did not get through, or was to another cluster: resetting'
    Leave-Cluster
}
Clear-PodNetwork
$env:Path = "$env:Path;$env:ProgramFiles\containerd;C:\k"
Invoke-Program -Program 'C:\k\kubeadm.exe' -Arguments @('join', '--config', 'C:\hybridlab\secrets\join.yaml')

Write-Output [=machine.name + " has joined"]
