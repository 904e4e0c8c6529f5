# Takes everything off this machine that the lab's scripts put there, but for containerd's images, Windows' features,
# the computer's name and the adapter's address. For machines that outlive their lab.
$script:ScriptName = 'remove'
<#include "library.ps1.ftl">
<#include "leave.ps1.ftl">

Wait-EarlierScript -Seconds 540 -Ends 'kubeadm'
# First: should this break off, `up` must not take anything for done. The features stay, and `box package` asks for their mark
# before it goes on.
foreach ($each in @(Get-ChildItem -Path 'C:\hybridlab\done' -ErrorAction SilentlyContinue)) {
    if ($each.Name -ne 'features.ps1') {
        Remove-Item -Path $each.FullName -Force
    }
}

if (Test-Path -Path 'C:\k\kubeadm.exe') {
    Set-Location -Path 'C:\'
    Leave-Cluster
}
Clear-PodNetwork
Remove-ServiceIfThere -Name 'kube-proxy'
Remove-ServiceIfThere -Name [=networkService]
Remove-ServiceIfThere -Name 'kubelet'
if (Test-Service -Name 'containerd') {
    Stop-IfThere -Name 'containerd'
    Invoke-Program -Program "$env:ProgramFiles\containerd\containerd.exe" -Arguments @('--unregister-service')
}
Get-NetFirewallRule -Name 'hybridlab-*' -ErrorAction SilentlyContinue | Remove-NetFirewallRule
foreach ($folder in @('C:\k', 'C:\etc\kubernetes', 'C:\etc\kube-flannel', 'C:\etc\cni', 'C:\etc\containerd', 'C:\opt\cni', 'C:\run\flannel', 'C:\var\lib\kubelet', 'C:\var\lib\cni', 'C:\hybridlab')) {
    Remove-Tree -Path $folder
}

Write-Output 'the lab is off this machine'
