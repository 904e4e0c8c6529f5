# What the pod of flannel runs, as a process of the host.
# The CNI settings appear once the pod network is there. Earlier, the node would call itself Ready and its first pods
# would fail; and Windows forgets the network at each boot.
$ErrorActionPreference = 'Stop'
$address = $env:HOST_IP
$network = 'cbr0'
$settings = 'C:\etc\cni\net.d\10-flannel.conflist'

$there = Get-HnsNetwork | Where-Object { $_.Name -eq $network }
if ($null -eq $there) {
    Remove-Item -Path $settings -Force -ErrorAction SilentlyContinue
}
Remove-Item -Path 'C:\run\flannel\subnet.env' -Force -ErrorAction SilentlyContinue
# No --ip-masq: flanneld masquerades nothing on Windows, it only makes win-overlay add a second rule for outbound
# traffic beside the one of our settings, with this node's pods as its only exception.
$arguments = @(
    '--kube-subnet-mgr'
    "--iface=$address"
    '--net-config-path=C:\etc\kube-flannel\net-conf.json'
)
$flanneld = Start-Process -FilePath 'C:\k\flanneld.exe' -ArgumentList $arguments -NoNewWindow -PassThru
while (-not (Test-Path -Path 'C:\run\flannel\subnet.env')) {
    if ($flanneld.HasExited) {
        exit 1
    }
    Start-Sleep -Seconds 1
}
Copy-Item -Path 'C:\etc\kube-flannel\cni-conf.json' -Destination $settings -Force
$flanneld.WaitForExit()
exit 1
