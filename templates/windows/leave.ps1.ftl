
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
    Stop-IfThere -Name [=networkService]
    Get-PolicyLists | Remove-HnsPolicyList
<#if flannel>
    Get-Networks | Where-Object { ($_.Name -eq 'cbr0') -or ($_.Name -like 'flannel.*') } | Remove-HnsNetwork
<#else>
    Get-Endpoints | Where-Object { $_.Name -eq 'cbr0' } | Remove-HnsEndpoint
    Get-Networks | Where-Object { ($_.Name -eq [=hnsNetwork]) -or ($_.Name -eq 'cbr0') -or ($_.Name -like 'flannel.*') } | Remove-HnsNetwork
</#if>
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
