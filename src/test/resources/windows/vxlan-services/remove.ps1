# Takes everything off this machine that the lab's scripts put there, but for containerd's images, Windows' features,
# the computer's name and the adapter's address. For machines that outlive their lab.
$script:ScriptName = 'remove'
# library.ps1

# The folder itself stays: containerd ends when the one with the CNI settings goes, were it there again at once.
function Clear-Folder {
    param([string] $Path)
    if (Test-Path -Path $Path) {
        foreach ($each in @(Get-ChildItem -Path $Path -Force)) {
            Remove-Tree -Path $each.FullName
        }
    }
}

# What an earlier cluster left. Networks made by hand or by Docker's nat stay.
function Clear-PodNetwork {
    # kube-proxy stops with it.
    Stop-IfThere -Name 'flanneld'
    Get-PolicyLists | Remove-HnsPolicyList
    Get-Networks | Where-Object { ($_.Name -eq 'cbr0') -or ($_.Name -like 'flannel.*') } | Remove-HnsNetwork
    Clear-Folder -Path 'C:\etc\cni\net.d'
    Clear-Folder -Path 'C:\var\lib\cni'
    Clear-Folder -Path 'C:\run\flannel'
    Remove-Item -Path 'C:\hybridlab\done\overlay' -Force -ErrorAction SilentlyContinue
    Remove-Item -Path 'C:\hybridlab\done\hns' -Force -ErrorAction SilentlyContinue
    Remove-Item -Path 'C:\k\*.kubeconfig' -Force -ErrorAction SilentlyContinue
}

function Leave-Cluster {
    Stop-IfThere -Name 'kubelet'
    Invoke-Program -Program 'C:\k\kubeadm.exe' -Arguments @('reset', '--force', '--cri-socket', 'npipe:////./pipe/containerd-containerd')
    Remove-Item -Path 'C:\etc\kubernetes\*.conf' -Force -ErrorAction SilentlyContinue
    Clear-Folder -Path 'C:\etc\kubernetes\pki'
    Remove-Tree -Path 'C:\var\lib\kubelet\pki'
    Remove-Item -Path 'C:\hybridlab\done\joined' -Force -ErrorAction SilentlyContinue
}

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
Remove-ServiceIfThere -Name 'flanneld'
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
