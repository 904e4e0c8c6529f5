# What the service flanneld runs.
# The CNI settings appear once the pod network is there. Earlier, the node would call itself Ready and its first pods
# would fail; and Windows forgets the network at each boot.
$ErrorActionPreference = 'Stop'
$env:NODE_NAME = 'win'
$address = '192.168.57.12'
$network = 'flannel.4096'
$settings = 'C:\etc\cni\net.d\10-flannel.conflist'

function Get-Held {
    param([string] $Wanted)
    return Get-NetIPAddress -AddressFamily IPv4 -ErrorAction SilentlyContinue | Where-Object { $_.IPAddress -eq $Wanted } | Select-Object -First 1
}

# The switch of a pod network takes the adapter over, and its own adapter the address; at times the address is lost on the way
# (kubernetes-sigs/sig-windows-tools#105), and nothing else brings it back.
function Confirm-Address {
    $patience = (Get-Date).AddSeconds(15)
    while ($null -eq (Get-Held -Wanted $address)) {
        if ((Get-Date) -gt $patience) {
            Restore-Address
            return
        }
        Start-Sleep -Seconds 1
    }
}

function Restore-Address {
    $adapter = Get-NetAdapter | Where-Object { $_.Name -match '^vEthernet \(lab(-\d+)?\)$' } | Select-Object -First 1
    if ($null -eq $adapter) {
        [Console]::Error.WriteLine("no adapter has $address")
        exit 1
    }
    Write-Output "giving $address back to $($adapter.Name), which has lost it"
    # As prepare.ps1 found it: gateway, and name servers.
    $gateway = 'none'
    $servers = 'none'
    if (Test-Path -Path 'C:\k\way-out.txt') {
        $gateway = Get-Content -Path 'C:\k\way-out.txt' -TotalCount 1
        $servers = Get-Content -Path 'C:\k\way-out.txt' -Tail 1
    }
    & 'netsh.exe' 'interface' 'ipv4' 'set' 'address' "name=$($adapter.Name)" 'source=static' "address=$address" 'mask=255.255.255.0' "gateway=$gateway"
    if ($LASTEXITCODE -ne 0) {
        [Console]::Error.WriteLine("$($adapter.Name) does not take $address")
        exit 1
    }
    $servers = '100.100.126.205,100.100.126.206'
    if ($servers -ne 'none') {
        $each = $servers.Split(',')
        Set-DnsClientServerAddress -InterfaceAlias $adapter.Name -ServerAddresses $each
    }
}

$there = Get-HnsNetwork | Where-Object { $_.Name -eq $network } | Select-Object -First 1
if ($null -eq $there) {
    Remove-Item -Path $settings -Force -ErrorAction SilentlyContinue
}
Remove-Item -Path 'C:\run\flannel\subnet.env' -Force -ErrorAction SilentlyContinue
Confirm-Address
# No --ip-masq: flanneld masquerades nothing on Windows, it only makes win-overlay add a second rule for outbound
# traffic beside the one of our settings, with this node's pods as its only exception.
$arguments = @(
    '--kube-subnet-mgr'
    "--iface=$address"
    '--net-config-path=C:\etc\kube-flannel\net-conf.json'
    '--kubeconfig-file=C:\k\flannel.kubeconfig'
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
