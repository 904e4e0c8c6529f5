# Says what Windows knows of the pod network, a line each, for hybridlab's checks. Changes nothing.
$script:ScriptName = 'look'
# library.ps1

$network = 'flannel.4096'
foreach ($found in @(Get-Networks | Where-Object { $_.Name -eq $network })) {
    Write-Output "network|$($found.Name)|$($found.Type)|$($found.Subnets[0].AddressPrefix)|$(Get-Part -Of $found -Part 'ManagementIP')|$(Get-Part -Of $found -Part 'NetworkAdapterName')"
}
# The machine's own is known by its hardware address. A switch's adapter has the same address, but is not physical.
$mac = '52-54-00-EA-39-0C'
foreach ($adapter in @(Get-NetAdapter -Physical)) {
    $whose = 'other'
    if ($adapter.MacAddress -eq $mac) {
        $whose = 'own'
    }
    Write-Output "adapter|$($adapter.Name)|$whose"
}
$policies = @(Get-PolicyLists)
Write-Output "policies|$($policies.Count)"
# Those of NodePorts have no virtual address.
foreach ($policy in @($policies | ForEach-Object { Get-Part -Of $_ -Part 'Policies' } | Where-Object { $null -ne $_ })) {
    $vips = @(Get-Part -Of $policy -Part 'VIPs') -join ','
    if ($vips -ne '') {
        Write-Output "policy|$vips|$(Get-Part -Of $policy -Part 'Protocol')|$(Get-Part -Of $policy -Part 'ExternalPort')"
    }
}
# The store of host-local: a file for each address, whose first line says who holds it, among others, which may be locked.
if (Test-Path -Path "C:\var\lib\cni\networks\$network") {
    foreach ($file in @(Get-ChildItem -Path "C:\var\lib\cni\networks\$network" | Where-Object { $_.Name -match '^\d+(\.\d+){3}$' })) {
        $owner = Get-Content -Path $file.FullName -TotalCount 1
        Write-Output "address|$($file.Name)|$owner"
    }
}
# An address that an endpoint has and the store does not hold goes to a pod one day, which nobody reaches then.
foreach ($endpoint in @(Get-Endpoints | Where-Object { ($_.PSObject.Properties.Name -notcontains 'IsRemoteEndpoint') -or (-not $_.IsRemoteEndpoint) })) {
    Write-Output "endpoint|$($endpoint.Name)|$($endpoint.IPAddress)"
}
