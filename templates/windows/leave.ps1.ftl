
# Windows finds nothing to remove in a folder that is not there, and calls that an error.
function Clear-Folder {
    param([string] $Path)
    if (Test-Path -Path $Path) {
        Remove-Item -Path "$Path\*" -Recurse -Force
    }
}

# What an earlier cluster left. Networks made by hand or by Docker's nat stay.
function Clear-PodNetwork {
    # kube-proxy stops with it.
    Stop-IfThere -Name [=networkService]
    Get-HnsPolicyList | Remove-HnsPolicyList
<#if flannel>
    Get-HnsNetwork | Where-Object { ($_.Name -eq 'cbr0') -or ($_.Name -like 'flannel.*') } | Remove-HnsNetwork
<#else>
    Get-HnsEndpoint | Where-Object { $_.Name -eq 'cbr0' } | Remove-HnsEndpoint
    Get-HnsNetwork | Where-Object { ($_.Name -eq [=hnsNetwork]) -or ($_.Name -eq 'cbr0') -or ($_.Name -like 'flannel.*') } | Remove-HnsNetwork
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
    Remove-Item -Path 'C:\var\lib\kubelet\pki' -Recurse -Force -ErrorAction SilentlyContinue
    Remove-Item -Path 'C:\hybridlab\done\joined' -Force -ErrorAction SilentlyContinue
}
