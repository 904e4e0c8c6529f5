# Joins the cluster with the settings in C:\hybridlab\secrets\join.yaml, after whatever an earlier join left.
$script:ScriptName = 'join'
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

Write-Output 'win has joined'
