# What the service flanneld runs.
# The CNI settings appear once the pod network is there. Earlier, the node would call itself Ready and its first pods
# would fail; and Windows forgets the network at each boot.
$ErrorActionPreference = 'Stop'
$env:NODE_NAME = 'win'
$address = '192.168.57.12'
$network = 'cbr0'
$settings = 'C:\etc\cni\net.d\10-flannel.conflist'
$own = ConvertFrom-Json -InputObject ((Get-Content -Path 'C:\etc\kube-flannel\pod-share.json') -join ' ')
# Sooner than hns.ps1 gives up, so that the log says why.
$deadline = (Get-Date).AddSeconds(45)

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
    if ($servers -ne 'none') {
        $each = $servers.Split(',')
        Set-DnsClientServerAddress -InterfaceAlias $adapter.Name -ServerAddresses $each
    }
}

$there = Get-HnsNetwork | Where-Object { $_.Name -eq $network } | Select-Object -First 1
# The network may stay over a boot; this machine's place in it does not.
if ($null -eq (Get-Held -Wanted $own.bridge)) {
    Remove-Item -Path $settings -Force -ErrorAction SilentlyContinue
}
Remove-Item -Path 'C:\run\flannel\subnet.env' -Force -ErrorAction SilentlyContinue
Confirm-Address

# Windows' own cmdlets tell what its Host Networking Service has; to make something there, it has to be called.
$signature = @'
[DllImport("vmcompute.dll")]
public static extern int HNSCall([MarshalAs(UnmanagedType.LPWStr)] string method, [MarshalAs(UnmanagedType.LPWStr)] string path, [MarshalAs(UnmanagedType.LPWStr)] string request, [MarshalAs(UnmanagedType.LPWStr)] out string response);
'@
Add-Type -MemberDefinition $signature -Namespace 'Hybridlab' -Name 'Hns'

function Invoke-Hns {
    param([string] $Path, [string] $Request)
    $response = ''
    $code = [Hybridlab.Hns]::HNSCall('POST', $Path, $Request, [ref] $response)
    if ($code -ne 0) {
        [Console]::Error.WriteLine("HNS does not take $Path ${Request}: $code")
        exit 1
    }
    $answer = ConvertFrom-Json -InputObject $response
    if (-not $answer.Success) {
        [Console]::Error.WriteLine("HNS refuses $Path ${Request}: $($answer.Error)")
        exit 1
    }
    return $answer.Output
}

# With no adapter named HNS takes any, such as the one that leads out. It wants the name that the adapter has without a switch.
function Add-Network {
    param([string] $Share, [string] $Gateway)
    Write-Output "making the HNS network $network with $Share"
    Confirm-Address
    $held = Get-Held -Wanted $address
    $adapter = $held.InterfaceAlias -replace '^vEthernet \((.*)\)$', '$1'
    $request = '{"Name": "' + $network + '", "Type": "L2Bridge", "NetworkAdapterName": "' + $adapter + '", "Subnets": [{"AddressPrefix": "' + $Share + '", "GatewayAddress": "' + $Gateway + '"}]}'
    Invoke-Hns -Path '/networks' -Request $request | Out-Null
}

# It puts a switch on the adapter, whose address the switch's own adapter gets, after a moment without any.
function Wait-Network {
    Confirm-Address
    while ((Get-HnsNetwork | Where-Object { $_.Name -eq $network }).ManagementIP -ne $address) {
        if ((Get-Date) -gt $deadline) {
            [Console]::Error.WriteLine("the HNS network $network is not on the adapter with $address")
            exit 1
        }
        Start-Sleep -Seconds 1
    }
}

# flanneld itself names no adapter to HNS. It takes a network that has its share and gateway (hostgw_windows.go).
if (($null -ne $there) -and (($there.ManagementIP -ne $address) -or ($there.Subnets[0].AddressPrefix -ne $own.share))) {
    $there | Remove-HnsNetwork
    $there = $null
}
if ($null -eq $there) {
    Add-Network -Share $own.share -Gateway $own.gateway
}
Wait-Network

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
