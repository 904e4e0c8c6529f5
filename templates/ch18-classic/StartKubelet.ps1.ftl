# Legacy mode: what the service kubelet runs, with Docker below it, which kubelets left with 1.24. Nobody ran it here.
# kubeadm's own flags come first, because the later one of two counts: it knows a pause image of Linux only.
$ErrorActionPreference = 'Stop'
$line = Get-Content -Path 'C:\var\lib\kubelet\kubeadm-flags.env' -TotalCount 1
$flags = $line.Substring($line.IndexOf('=') + 1).Trim('"').Split(' ')
$arguments = @(
    '--cert-dir=C:\var\lib\kubelet\pki'
    '--config=/var/lib/kubelet/config.yaml'
    '--bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf'
    '--kubeconfig=/etc/kubernetes/kubelet.conf'
    [="--hostname-override=" + machine.name]
    '--pod-infra-container-image=mcr.microsoft.com/k8s/core/pause:1.2.0'
    '--enable-debugging-handlers'
    '--cgroups-per-qos=false'
    '--enforce-node-allocatable='
    '--network-plugin=cni'
    '--resolv-conf='
    '--log-dir=/var/log/kubelet'
    '--logtostderr=false'
    '--image-pull-progress-deadline=20m'
)
& 'C:\k\kubelet.exe' @flags @arguments
exit $LASTEXITCODE
