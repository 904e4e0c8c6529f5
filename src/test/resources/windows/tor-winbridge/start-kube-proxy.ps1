# What the service kube-proxy runs.
$ErrorActionPreference = 'Stop'
$node = 'win'
$address = '192.168.57.12'
$kubeconfig = 'C:\k\kube-proxy.kubeconfig'
$network = 'l2bridge'

# kube-proxy ends where its network is missing, and Windows forgets the network at each boot.
$deadline = (Get-Date).AddMinutes(10)
while ($null -eq (Get-HnsNetwork | Where-Object { $_.Name -eq $network })) {
    if ((Get-Date) -gt $deadline) {
        [Console]::Error.WriteLine("the network $network has not appeared; see pod-network's log")
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
