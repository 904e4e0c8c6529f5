# Legacy mode: what SIG Windows' PrepareNode.ps1 did for chapter 18 in 2020: kubelet, kubeadm, wins
# and nssm from where they were then, Docker's network `host`, and two services. Nobody ran it here: Kubernetes 1.18 ended
# in 2021, kubelets no longer talk to Docker, and wins became something else. docs/explanation/windows-networking.md.
$script:ScriptName = 'PrepareNode'
<#include "/windows/library.ps1.ftl">

$version = [=machine.kubernetes.tag()]
$docker = "$env:ProgramFiles\docker\docker.exe"
$nssm = "$env:ProgramFiles\nssm"

function Get-Program {
    param([string] $From, [string] $To)
    Write-Output "fetching $From"
    Invoke-Program -Program 'curl.exe' -Arguments @('--silent', '--show-error', '--fail', '--location', '--output', $To, $From)
}

# Windows does not replace a file in use.
Stop-IfThere -Name 'kubelet'
Stop-IfThere -Name 'rancher-wins'
Confirm-Folder -Path 'C:\k'
Confirm-Folder -Path $nssm
Get-Program -From "https://dl.k8s.io/$version/bin/windows/amd64/kubelet.exe" -To 'C:\k\kubelet.exe'
Get-Program -From "https://dl.k8s.io/$version/bin/windows/amd64/kubeadm.exe" -To 'C:\k\kubeadm.exe'
Get-Program -From 'https://github.com/rancher/wins/releases/download/v0.0.4/wins.exe' -To 'C:\k\wins.exe'
$path = [Environment]::GetEnvironmentVariable('Path', 'Machine')
if (-not ($path.Split(';') -contains 'C:\k')) {
    [Environment]::SetEnvironmentVariable('Path', "$path;C:\k", 'Machine')
}

# Pods on the machine's own network ask Docker for a network of this name.
Start-Service -Name 'docker'
$listing = @('network', 'ls', '--format', '{{.Name}}')
$networks = @(& $docker @listing)
if (-not ($networks -contains 'host')) {
    Invoke-Program -Program $docker -Arguments @('network', 'create', '-d', 'nat', 'host')
}

# What runs programs of the machine for pods, which could not do so by themselves.
if (-not (Test-Service -Name 'rancher-wins')) {
    Invoke-Program -Program 'C:\k\wins.exe' -Arguments @('srv', 'app', 'run', '--register')
}
Start-Service -Name 'rancher-wins'

Confirm-Folder -Path 'C:\var\log\kubelet'
Confirm-Folder -Path 'C:\etc\kubernetes\pki'
Confirm-Folder -Path 'C:\var\lib\kubelet\etc\kubernetes'
if (-not (Test-Path -Path 'C:\var\lib\kubelet\etc\kubernetes\pki')) {
    New-Item -ItemType SymbolicLink -Path 'C:\var\lib\kubelet\etc\kubernetes\pki' -Value 'C:\etc\kubernetes\pki' | Out-Null
}
Copy-Item -Path 'C:\hybridlab\files\StartKubelet.ps1' -Destination 'C:\k' -Force

if (-not (Test-Path -Path "$nssm\nssm.exe")) {
    Get-Program -From 'https://k8stestinfrabinaries.blob.core.windows.net/nssm-mirror/nssm-2.24.zip' -To "$nssm\nssm.zip"
    Invoke-Program -Program 'tar.exe' -Arguments @('-C', $nssm, '-xf', "$nssm\nssm.zip", '--strip-components', '2', '*/win64/*.exe')
    Remove-Item -Path "$nssm\nssm.zip" -Force
}
if (-not (Test-Service -Name 'kubelet')) {
    $shell = "$env:SystemRoot\System32\WindowsPowerShell\v1.0\powershell.exe"
    Invoke-Program -Program "$nssm\nssm.exe" -Arguments @('install', 'kubelet', $shell, '-ExecutionPolicy', 'Bypass', '-NoProfile', '-File', 'C:\k\StartKubelet.ps1')
}
Invoke-Program -Program "$nssm\nssm.exe" -Arguments @('set', 'kubelet', 'DependOnService', 'docker')
Start-Node

Write-Output 'kubelet, kubeadm and wins are installed'
