# Says what Windows knows of the pod network, a line each, for hybridlab's checks. Changes nothing.
$script:ScriptName = 'look'
<#include "library.ps1.ftl">

$network = [=networkName]
foreach ($found in @(Get-HnsNetwork | Where-Object { $_.Name -eq $network })) {
    Write-Output "network|$($found.Name)|$($found.Type)|$($found.Subnets[0].AddressPrefix)"
}
$policies = @(Get-HnsPolicyList)
Write-Output "policies|$($policies.Count)"
<#if vxlan>
# The store of host-local: a file for each address, whose first line says who holds it.
if (Test-Path -Path "C:\var\lib\cni\networks\$network") {
    foreach ($file in @(Get-ChildItem -Path "C:\var\lib\cni\networks\$network" -Filter '*.*.*.*')) {
        $owner = Get-Content -Path $file.FullName -TotalCount 1
        Write-Output "address|$($file.Name)|$owner"
    }
}
<#else>
<#if !flannel>
foreach ($endpoint in @(Get-HnsEndpoint | Where-Object { $_.Name -eq 'cbr0' })) {
    Write-Output "endpoint|$($endpoint.Name)|$($endpoint.IPAddress)"
}
</#if>
foreach ($route in @(Get-NetRoute -AddressFamily IPv4 -ErrorAction SilentlyContinue | Where-Object { $_.NextHop -ne '0.0.0.0' })) {
    Write-Output "route|$($route.DestinationPrefix)|$($route.NextHop)"
}
</#if>
