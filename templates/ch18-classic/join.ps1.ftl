# Legacy mode: joins the cluster with the settings in C:\hybridlab\secrets\join.yaml; the book pasted token and checksum
# into PowerShell. Nobody ran it here (docs/explanation/windows-networking.md).
$script:ScriptName = 'join'
<#include "/windows/library.ps1.ftl">

Set-Location -Path 'C:\'
$left = @('C:\etc\kubernetes\kubelet.conf', 'C:\etc\kubernetes\bootstrap-kubelet.conf', 'C:\etc\kubernetes\pki\ca.crt')
if (@($left | Where-Object { Test-Path -Path $_ }).Count -gt 0) {
    Write-Output 'an earlier join did not get through, or was to another cluster: resetting'
    Stop-IfThere -Name 'kubelet'
    Invoke-Program -Program 'C:\k\kubeadm.exe' -Arguments @('reset', '--force', '--cri-socket', 'npipe:////./pipe/docker_engine')
    $left | ForEach-Object { Remove-Item -Path $_ -Force -ErrorAction SilentlyContinue }
}
Invoke-Program -Program 'C:\k\kubeadm.exe' -Arguments @('join', '--config', 'C:\hybridlab\secrets\join.yaml')

Write-Output [=machine.name + " has joined"]
