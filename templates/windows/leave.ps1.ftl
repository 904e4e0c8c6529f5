
# What an earlier cluster left. Networks made by hand or by Docker's nat stay.
function Clear-PodNetwork {
    Stop-IfThere -Name 'kube-proxy'
    Stop-IfThere -Name 'flanneld'
    Get-HnsPolicyList | Remove-HnsPolicyList
    Get-HnsNetwork | Where-Object { ($_.Name -eq 'cbr0') -or ($_.Name -like 'flannel.*') } | Remove-HnsNetwork
    Remove-Item -Path 'C:\etc\cni\net.d\*' -Recurse -Force
    Remove-Item -Path 'C:\var\lib\cni\*' -Recurse -Force
    Remove-Item -Path 'C:\run\flannel\*' -Recurse -Force
    Remove-Item -Path 'C:\hybridlab\done\overlay' -Force -ErrorAction SilentlyContinue
    Remove-Item -Path 'C:\hybridlab\done\hns' -Force -ErrorAction SilentlyContinue
    Remove-Item -Path 'C:\k\*.kubeconfig' -Force -ErrorAction SilentlyContinue
}

function Leave-Cluster {
    Stop-IfThere -Name 'kubelet'
    Invoke-Program -Program 'C:\k\kubeadm.exe' -Arguments @('reset', '--force', '--cri-socket', 'npipe:////./pipe/containerd-containerd')
    Remove-Item -Path 'C:\etc\kubernetes\*.conf' -Force -ErrorAction SilentlyContinue
    Remove-Item -Path 'C:\etc\kubernetes\pki\*' -Recurse -Force
    Remove-Item -Path 'C:\var\lib\kubelet\pki' -Recurse -Force -ErrorAction SilentlyContinue
    Remove-Item -Path 'C:\hybridlab\done\joined' -Force -ErrorAction SilentlyContinue
}
