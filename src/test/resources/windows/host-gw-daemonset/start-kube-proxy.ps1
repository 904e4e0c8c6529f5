# What the pod of kube-proxy runs, as a process of the host.
$ErrorActionPreference = 'Stop'
$node = $env:NODE_NAME
$address = $env:HOST_IP
$kubeconfig = "$env:CONTAINER_SANDBOX_MOUNT_POINT\mnt\hybridlab\kube-proxy.kubeconfig"
$network = 'cbr0'

# kube-proxy ends where its network is missing, and Windows forgets the network at each boot.
$deadline = (Get-Date).AddMinutes(10)
while ($null -eq (Get-HnsNetwork | Where-Object { $_.Name -eq $network })) {
    if ((Get-Date) -gt $deadline) {
        [Console]::Error.WriteLine("the network $network has not appeared; see flanneld's log")
        exit 1
    }
    Start-Sleep -Seconds 1
}
while (-not (Test-Path -Path 'C:\run\flannel\subnet.env')) {
    if ((Get-Date) -gt $deadline) {
        [Console]::Error.WriteLine("flanneld has not written C:\run\flannel\subnet.env; see its log")
        exit 1
    }
    Start-Sleep -Seconds 1
}

$arguments = @(
    '--proxy-mode=kernelspace'
    "--hostname-override=$node"
    "--kubeconfig=$kubeconfig"
    "--network-name=$network"
    "--bind-address=$address"
    ('--cluster-cidr=' + '10.244.0.0/16')
    '--enable-dsr=true'
)

& 'C:\k\kube-proxy.exe' @arguments
exit $LASTEXITCODE
