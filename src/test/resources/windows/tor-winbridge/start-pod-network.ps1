# What the service pod-network runs: in this network mode no flanneld makes the pod network. It bridges this node's pods
# onto the machines' network, where one of the Linux machines holds their gateway.
$ErrorActionPreference = 'Stop'
$network = 'l2bridge'
$address = '192.168.57.12'
$share = '10.244.1.0/24'
$gateway = '10.244.1.1'
$bridge = '10.244.1.2'
$pods = '10.244.0.0/16'
$settings = 'C:\etc\cni\net.d\10-l2bridge.conflist'
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
    $servers = '100.100.126.205,100.100.126.206'
    if (Test-Path -Path 'C:\k\way-out.txt') {
        $gateway = Get-Content -Path 'C:\k\way-out.txt' -TotalCount 1
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

# The one with that address, once there is one; packets of pods go on from there.
function Wait-Adapter {
    param([string] $Wanted)
    while ($null -eq (Get-Held -Wanted $Wanted)) {
        if ((Get-Date) -gt $deadline) {
            [Console]::Error.WriteLine("no adapter has got $Wanted")
            exit 1
        }
        Start-Sleep -Seconds 1
    }
    $held = Get-Held -Wanted $Wanted
    Set-NetIPInterface -InterfaceAlias $held.InterfaceAlias -AddressFamily IPv4 -Forwarding Enabled
    return $held.InterfaceAlias
}

# The CNI settings appear once all is there. Earlier, the node would call itself Ready and its first pods would fail.
if ($null -eq (Get-Held -Wanted $bridge)) {
    Remove-Item -Path $settings -Force -ErrorAction SilentlyContinue
}
$there = Get-HnsNetwork | Where-Object { $_.Name -eq $network } | Select-Object -First 1
# One of an earlier node of this machine gives its pods addresses that no other machine sends here.
if (($null -ne $there) -and (($there.ManagementIP -ne $address) -or ($there.Subnets[0].AddressPrefix -ne $share))) {
    Get-HnsEndpoint | Where-Object { $_.Name -eq 'cbr0' } | Remove-HnsEndpoint
    $there | Remove-HnsNetwork
    $there = $null
}
if ($null -eq $there) {
    Add-Network -Share $share -Gateway $gateway
}
Wait-Network
$there = Get-HnsNetwork | Where-Object { $_.Name -eq $network } | Select-Object -First 1

# This machine's own place in the network of its pods, and their gateway: win-bridge gives them the network's second
# address, which then knows the way to the virtual gateway.
$endpoint = Get-HnsEndpoint | Where-Object { $_.Name -eq 'cbr0' } | Select-Object -First 1
if ($null -eq $endpoint) {
    $endpoint = Invoke-Hns -Path '/endpoints' -Request ('{"Name": "cbr0", "VirtualNetwork": "' + $there.ID + '", "IPAddress": "' + $bridge + '", "GatewayAddress": "0.0.0.0"}')
}
if ($null -eq (Get-Held -Wanted $bridge)) {
    Invoke-Hns -Path "/endpoints/$($endpoint.ID)/attach" -Request '{"SystemType": "Host", "CompartmentId": 1}' | Out-Null
}
Wait-Adapter -Wanted $address | Out-Null
$adapter = Wait-Adapter -Wanted $bridge
$route = Get-NetRoute -AddressFamily IPv4 -ErrorAction SilentlyContinue | Where-Object { ($_.DestinationPrefix -eq $pods) -and ($_.NextHop -eq $gateway) }
if ($null -eq $route) {
    New-NetRoute -DestinationPrefix $pods -InterfaceAlias $adapter -NextHop $gateway -PolicyStore ActiveStore | Out-Null
}

Copy-Item -Path 'C:\k\cni-conf.json' -Destination $settings -Force
Write-Output "$network has $share, by $bridge to $gateway"
# A service does not end; should the network vanish, it begins again.
while ($null -ne (Get-HnsNetwork | Where-Object { $_.Name -eq $network })) {
    Start-Sleep -Seconds 5
}
[Console]::Error.WriteLine("the HNS network $network has vanished")
exit 1
