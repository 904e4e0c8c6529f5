<#if asServices>
# What the service flanneld runs.
<#else>
# What the pod of flannel runs, as a process of the host.
</#if>
# The CNI settings appear once the pod network is there. Earlier, the node would call itself Ready and its first pods
# would fail; and Windows forgets the network at each boot.
$ErrorActionPreference = 'Stop'
<#if asServices>
$env:NODE_NAME = [=machine.name]
$address = [=machine.address]
<#else>
$address = $env:HOST_IP
</#if>
$network = [=networkName]
$settings = 'C:\etc\cni\net.d\10-flannel.conflist'
<#if !vxlan>
$own = ConvertFrom-Json -InputObject ((Get-Content -Path 'C:\etc\kube-flannel\pod-share.json') -join ' ')
# Sooner than hns.ps1 gives up, so that the log says why.
$deadline = (Get-Date).AddSeconds(45)
</#if>

<#include "own-address.ps1.ftl">

$there = Get-HnsNetwork | Where-Object { $_.Name -eq $network } | Select-Object -First 1
<#if vxlan>
if ($null -eq $there) {
    Remove-Item -Path $settings -Force -ErrorAction SilentlyContinue
}
<#else>
# The network may stay over a boot; this machine's place in it does not.
if ($null -eq (Get-Held -Wanted $own.bridge)) {
    Remove-Item -Path $settings -Force -ErrorAction SilentlyContinue
}
</#if>
Remove-Item -Path 'C:\run\flannel\subnet.env' -Force -ErrorAction SilentlyContinue
Confirm-Address
<#if !vxlan>

<#include "hns-network.ps1.ftl">

# flanneld itself names no adapter to HNS. It takes a network that has its share and gateway (hostgw_windows.go).
if (($null -ne $there) -and (($there.ManagementIP -ne $address) -or ($there.Subnets[0].AddressPrefix -ne $own.share))) {
    $there | Remove-HnsNetwork
    $there = $null
}
if ($null -eq $there) {
    Add-Network -Share $own.share -Gateway $own.gateway
}
Wait-Network

</#if>
# No --ip-masq: flanneld masquerades nothing on Windows, it only makes win-overlay add a second rule for outbound
# traffic beside the one of our settings, with this node's pods as its only exception.
$arguments = @(
    '--kube-subnet-mgr'
    "--iface=$address"
    '--net-config-path=C:\etc\kube-flannel\net-conf.json'
<#if asServices>
    '--kubeconfig-file=C:\k\flannel.kubeconfig'
</#if>
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
