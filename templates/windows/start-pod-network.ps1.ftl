# What the service pod-network runs: in this network mode no flanneld makes the pod network. It bridges this node's pods
# onto the machines' network, where one of the Linux machines holds their gateway.
$ErrorActionPreference = 'Stop'
$network = [=networkName]
$address = [=machine.address]
$share = [=share]
$gateway = [=gateway]
$bridge = [=bridge]
$pods = [=facts.pods]
$settings = [=cniSettings]
# Sooner than hns.ps1 gives up, so that the log says why.
$deadline = (Get-Date).AddSeconds(45)

<#include "own-address.ps1.ftl">

<#include "hns-network.ps1.ftl">

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

Copy-Item -Path [=settingsFolder + "\\cni-conf.json"] -Destination $settings -Force
Write-Output "$network has $share, by $bridge to $gateway"
# A service does not end; should the network vanish, it begins again.
while ($null -ne (Get-HnsNetwork | Where-Object { $_.Name -eq $network })) {
    Start-Sleep -Seconds 5
}
[Console]::Error.WriteLine("the HNS network $network has vanished")
exit 1
